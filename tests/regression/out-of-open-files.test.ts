/** The system lets a process have so many sockets; a channel is not to blame for that. */
import { expect, test } from 'bun:test'
import { ask, expectRefusal, PATH_OF, PRICES, told } from '../relay/black-box'
import { startGatewayProcess } from '../support/gateway-process'
import { type RawConnection, rawConnection, rawHead } from '../support/raw'
import { fixture, json, startUpstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const OPEN_FILES = 96

test('a gateway without a free socket says so itself, and keeps its channel', async () => {
  await using upstream = await startUpstream(json(fixture('openai/chat-text.json')))
  await using gateway = await startGatewayProcess({
    openFiles: OPEN_FILES,
    channels: [{ upstream, models: 'm' }],
    options: { ...PRICES, AutomaticDisableChannelEnabled: true, RetryTimes: 0 },
  })
  // A connection that is open already, before all others are taken.
  const first = await told(gateway.post('/v1/moderations', {}, { key: 'sk-wrong' }))
  expect(first.status).toBe(401)
  const text = JSON.stringify(ask('openai'))
  const headers = { authorization: `Bearer ${gateway.keys[0]}` }
  using caller = await rawConnection(gateway.port, rawHead('/healthz', { method: 'GET' }))
  await caller.answers(1)
  const crowd: RawConnection[] = []
  try {
    for (let count = 0; count < OPEN_FILES; count += 1) {
      crowd.push(await rawConnection(gateway.port, 'GET /'))
    }
    const call = `${rawHead(PATH_OF.openai, { length: text.length, headers })}${text}`
    caller.write(call)
    const refused = await caller.answers(2)
    const body = refused.slice(refused.lastIndexOf('\r\n\r\n') + 4)
    expect(refused.slice(refused.lastIndexOf('HTTP/1.1'))).toStartWith('HTTP/1.1 503')
    expect(JSON.parse(body).error.code).toBe('overloaded')
  } finally {
    for (const connection of crowd) connection.destroy()
  }
  expect(gateway.stderr()).not.toContain('channel failed')
  expect(gateway.stderr()).toContain('too many open files')
  const answered = await waitUntil('calls go through again', async () => {
    const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
    if (answer.status !== 200) expectRefusal(answer, 'openai', 503)
    return answer.status === 200
  })
  expect(answered).toBe(true)
})
