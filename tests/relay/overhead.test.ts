/** The gateway's own share of a call's time: in the headers, in the log, and told to listeners. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { sse } from '../support/upstream/reply'
import { ask, MODEL, PATH_OF, PRICES, recorded } from './black-box'

const UPSTREAM_MS = 400
const OWN_MS = 7
const OWN_TEXT = '7'

/** Stands still unless it is moved, so that every millisecond has a cause. */
const clock = manualClock()

let upstream: Upstream
let gateway: Gateway
const told: (number | undefined)[] = []

beforeAll(async () => {
  upstream = await startUpstream(({ json: body }) => {
    clock.advance(UPSTREAM_MS)
    const { user, stream } = Object(body)
    if (user === 'broken') return json({ error: { message: 'busy' } }, { status: 500 })
    return stream === true
      ? sse([recorded('openai').sse])
      : json(JSON.parse(recorded('openai').json))
  })
  gateway = await startGateway({
    clock,
    listeners: [
      {
        started() {
          clock.advance(OWN_MS)
        },
        settled: (_, { overheadMs }) => {
          told.push(overheadMs)
        },
      },
    ],
    options: PRICES,
    channels: [{ upstream, models: MODEL }],
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function call(more: object) {
  told.length = 0
  const response = await gateway.post(PATH_OF.openai, ask('openai', more))
  await response.text()
  await gateway.idle()
  const { stdout } = await gateway.cli(['log', 'list', '--limit', '1', '--json'])
  const [row] = JSON.parse(stdout)
  const logged = JSON.parse(row.other).overhead_ms
  return { headers: response.headers, logged, status: response.status }
}

for (const stream of [false, true]) {
  test(`what the upstream takes is no overhead, ${stream ? 'streamed' : 'whole'}`, async () => {
    const { headers, logged } = await call({ stream })
    expect(headers.get('x-gw-overhead-ms')).toBe(OWN_TEXT)
    expect(headers.get('server-timing')).toBe(`gw;dur=${OWN_TEXT}, upstream;dur=400`)
    expect(logged).toBe(OWN_MS)
    expect(told).toEqual([OWN_MS])
  })
}

test('a failed call tells it too, with every attempt counted as the upstream', async () => {
  const { headers, status } = await call({ user: 'broken' })
  expect(status).toBe(500)
  expect(headers.get('x-gw-overhead-ms')).toBe(OWN_TEXT)
  expect(told).toEqual([OWN_MS])
})

test('a call that is refused at once has no upstream time', async () => {
  const response = await gateway.post(PATH_OF.openai, ask('openai'), { key: 'sk-nobody' })
  expect(response.status).toBe(401)
  expect(response.headers.get('server-timing')).toBe('gw;dur=0, upstream;dur=0')
})
