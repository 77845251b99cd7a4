/** Large answers count as memory while they come, and until their client has them. */
import { describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type Gateway, startGateway } from '../support/gateway'
import { type Gate, gate, type Reply, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { ask, expectRefusal, PATH_OF, PRICES, recorded, told } from './black-box'

const BYTES = 2_500_000
/** Room for one such answer. */
const NARROW = { GW_MAX_BODY_MB: '1', GW_MEMORY_BUDGET_MB: '4' }

function answerOf(bytes: number): string {
  const answer = JSON.parse(recorded('openai').json)
  answer.choices[0].message.content = 'x'.repeat(bytes)
  return JSON.stringify(answer)
}

/** The events of a stream whose text has so many bytes. */
function streamOf(bytes: number): readonly string[] {
  const [head = '', delta = '', ...rest] = recorded('openai').sse.split(/(?<=\n\n)/)
  const event = JSON.parse(delta.slice('data: '.length))
  event.choices[0].delta.content = 'x'.repeat(10_000)
  return [head, ...Array(bytes / 10_000).fill(`data: ${JSON.stringify(event)}\n\n`), ...rest]
}

/** Waits, where it is to, when all but its end has come. */
function jsonReply(hold: readonly Gate[] = []): Reply {
  const text = answerOf(BYTES)
  const headers = { 'content-type': 'application/json' }
  return { headers, chunks: [text.slice(0, -1), ...hold, text.slice(-1)] }
}

function streamReply(hold: readonly Gate[] = []): Reply {
  const events = streamOf(BYTES)
  return sse([...events.slice(0, -1), ...hold, ...events.slice(-1)])
}

const KINDS: readonly (readonly [string, (hold?: readonly Gate[]) => Reply])[] = [
  ['an answer as it comes', jsonReply],
  ['an answer put together out of a stream', streamReply],
]

function startWith(upstream: Upstream, env: Readonly<Record<string, string>>): Promise<Gateway> {
  return startGateway({ env, channels: [{ upstream, models: 'm' }], options: PRICES })
}

const call = (gateway: Gateway) => gateway.post(PATH_OF.openai, ask('openai'))

describe.each(KINDS)('%s', (_, reply) => {
  test('is refused and free while another takes the room', async () => {
    const held = gate()
    await using upstream = await startUpstream(reply([held]))
    await using gateway = await startWith(upstream, NARROW)
    const both = [call(gateway), call(gateway)]
    // The other one waits.
    const refused = await told(await Promise.race(both))
    expect(expectRefusal(refused, 'openai', 503).code).toBe('overloaded')
    expect(refused.headers.get('retry-after')).toBe('1')
    held.open()
    const answers = await Promise.all(both)
    const whole = answers.find(({ status }) => status === 200)
    expect((await whole?.text())?.length).toBeGreaterThan(BYTES)
    await gateway.idle()
    const { items } = await gateway.services.logs.list({ type: 5 })
    expect(items).toMatchObject([{ request_id: refused.requestId, quota: 0 }])
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('gives its room back, time after time', async () => {
    await using upstream = await startUpstream(reply())
    await using gateway = await startWith(upstream, NARROW)
    for (let round = 0; round < 4; round += 1) {
      const response = await call(gateway)
      expect(response.status).toBe(200)
      expect((await response.text()).length).toBeGreaterThan(BYTES)
    }
  })
})

test('an answer whose client reads nothing counts until the client leaves', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = answerOf(30_000_000)
  await using upstream = await startUpstream({ headers, body })
  await using gateway = await startWith(upstream, { GW_MEMORY_BUDGET_MB: '50' })
  const question = JSON.stringify(ask('openai'))
  const lines = [
    `POST ${PATH_OF.openai} HTTP/1.1`,
    'Host: gateway.test',
    `Authorization: Bearer ${gateway.keys[0]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(question)}`,
  ]
  const deaf = connect(gateway.port, '127.0.0.1')
  deaf.on('error', () => {})
  deaf.write(`${lines.join('\r\n')}\r\n\r\n${question}`)
  await new Promise((resolve) => deaf.once('data', resolve))
  deaf.pause()
  expect((await call(gateway)).status).toBe(503)
  deaf.destroy()
  await waitUntil('there is room', async () => {
    const response = await call(gateway)
    return (await response.text()).length > 30_000_000
  })
})
