/** An upstream that closes its idle connections just as a request is on its way. */
import { expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { startListener } from '../support/listener'
import { json, startUpstream } from '../support/upstream'
import { ask, expectSpent, PATH_OF, PRICES, RECORDED_CHARGE, recorded, told } from './black-box'
import { postForm, recording } from './forms'

const ANSWER = recorded('openai').json
const HEAD = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n`
const OK = `${HEAD}content-length: ${Buffer.byteLength(ANSWER)}\r\n\r\n${ANSWER}`

/** Answers the first request of each connection, once `together` of them are there. */
async function closingUpstream(together: number) {
  let closed = 0
  const waiting: (() => void)[] = []
  const listener = await startListener(({ socket, heard }) => {
    const requests = heard.split('POST ').length - 1
    if (requests > 1) {
      closed += 1
      socket.end()
    } else if (waiting.push(() => socket.write(OK)) >= together) {
      for (const answer of waiting) answer()
    }
  })
  return { ...listener, closed: () => closed }
}

test('another channel answers, and nothing is held against the one that closed', async () => {
  const many = 5
  using first = await closingUpstream(many)
  await using second = await startUpstream(json(recorded('openai').json))
  await using gateway = await startGateway({
    options: PRICES,
    channels: [
      { name: 'first', upstream: { url: first.url }, models: 'm', priority: 9 },
      { name: 'second', upstream: second, models: 'm' },
    ],
  })
  const call = async () => (await told(gateway.post(PATH_OF.openai, ask('openai')))).status
  await Promise.all(Array.from({ length: many }, call))
  for (let at = 0; at < many; at += 1) expect(await call()).toBe(200)
  expect([first.closed(), second.requests.length]).toEqual([many, many])
  await gateway.idle()
  expect((await gateway.services.channels.show('first')).cooling_until).toBe(0)
  expect(await call()).toBe(200)
  expect([first.lines.length, second.requests.length]).toEqual([many + 1, many])
})

test('behind a forward proxy nothing is held against it either', async () => {
  let closed = 0
  using proxy = await startListener(({ socket, heard }) => {
    const requests = heard.split('POST ').length - 1
    if (requests > 1) {
      closed += 1
      socket.end()
    } else if (requests === 1) socket.write(OK)
    else if (heard.startsWith('CONNECT ')) socket.write('HTTP/1.1 200 Established\r\n\r\n')
  })
  const setting = JSON.stringify({ proxy: proxy.url })
  await using gateway = await startGateway({
    options: PRICES,
    channels: [{ name: 'only', base_url: 'http://upstream.test', setting, models: 'm' }],
  })
  const call = () => told(gateway.post(PATH_OF.openai, ask('openai')))
  expect((await call()).status).toBe(200)
  expect((await call()).text).toContain('closed an idle connection')
  expect(closed).toBe(1)
  await gateway.idle()
  expect((await gateway.services.channels.show('only')).cooling_until).toBe(0)
  expect((await call()).status).toBe(200)
  expect(proxy.lines).toHaveLength(2)
})

test('without another channel the client is told to try again, and pays nothing', async () => {
  using only = await closingUpstream(1)
  await using gateway = await startGateway({
    options: PRICES,
    channels: [{ upstream: { url: only.url }, models: 'm' }],
  })
  const call = () => told(gateway.post(PATH_OF.openai, ask('openai')))
  expect((await call()).status).toBe(200)
  const lost = await call()
  expect(lost).toMatchObject({ status: 502 })
  expect(lost.text).toContain('closed an idle connection')
  expect((await call()).status).toBe(200)
  await expectSpent(gateway, 2 * RECORDED_CHARGE)
})

test('channels of one address share no connection', async () => {
  using upstream = await startListener(({ socket, heard }) => {
    if (heard.endsWith('}')) socket.write(OK)
  })
  await using gateway = await startGateway({
    options: PRICES,
    channels: [
      { upstream: { url: upstream.url }, models: 'm', key: 'sk-key-of-a' },
      { upstream: { url: upstream.url }, models: 'call', key: 'sk-key-of-b' },
    ],
  })
  for (const model of ['m', 'call', 'm', 'call']) {
    expect((await told(gateway.post(PATH_OF.openai, ask('openai', { model })))).status).toBe(200)
  }
  const keysOf = ({ heard }: { readonly heard: string }) => new Set(heard.match(/sk-key-of-./g))
  expect(upstream.lines.map((line) => [...keysOf(line)])).toEqual([
    ['sk-key-of-a'],
    ['sk-key-of-b'],
  ])
})

const TRANSCRIPT = '{"text":"Hi."}'
const TRANSCRIBED = `${HEAD}content-length: ${TRANSCRIPT.length}\r\n\r\n${TRANSCRIPT}`
const FORM = [
  { name: 'model', value: 'm' },
  { name: 'file', bytes: recording(1), filename: 'a.wav' },
]
const sent = (gateway: Gateway) =>
  told(postForm(gateway, '/v1/audio/transcriptions', { parts: FORM }))

test('a form, which leaves as it comes, is lost in the same way', async () => {
  using only = await startListener(({ socket, heard }) => {
    if (heard.split('POST ').length > 2) socket.end()
    else if (heard.endsWith('--\r\n')) socket.write(TRANSCRIBED)
  })
  await using gateway = await startGateway({
    options: { ...PRICES, RetryTimes: 0 },
    channels: [{ upstream: { url: only.url }, models: 'm' }],
  })
  const lost: string[] = []
  for (let at = 0; at < 6; at += 1) {
    const { status, text } = await sent(gateway)
    if (status !== 200) lost.push(text)
  }
  expect(lost).not.toBeEmpty()
  for (const text of lost) expect(text).toContain('closed an idle connection')
})

test('a connection that is closed on its first form is a failure of its channel', async () => {
  using first = await startListener(({ socket, heard }) => {
    if (heard.includes('POST ')) socket.end()
  })
  await using gateway = await startGateway({
    options: { ...PRICES, RetryTimes: 0 },
    channels: [{ upstream: { url: first.url }, models: 'm' }],
  })
  const lost = await sent(gateway)
  expect(lost.status).toBe(502)
  expect(lost.text).not.toContain('closed an idle connection')
})
