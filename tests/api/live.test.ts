/** What a gateway relays now, and ending one of its calls. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ReadEvent, readEvents } from '../../server/domain/api-calls/read-events'
import type { LiveJson } from '../../server/domain/endpoints/live'
import { ask, MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import {
  frames,
  gate,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { waitUntil } from '../support/wait-until'

let gateway: Gateway
let upstream: Upstream
let root: ApiCaller
let admin: ApiCaller
let user: ApiCaller
let reply: Reply

beforeAll(async () => {
  upstream = await startUpstream(() => reply)
  gateway = await startGateway({
    env: NO_LIMITS,
    options: PRICES,
    channels: [{ upstream, models: MODEL, name: 'main' }],
  })
  const api = apiClient(gateway)
  root = await api.as('root')
  admin = await api.as('admin')
  user = await api.as('user')
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const live = async (): Promise<LiveJson> => (await admin.get('/api/live/')).body.data

/** A stream of which half has come. */
async function begunStream() {
  const held = gate()
  const [first = '', second = '', ...rest] = frames(recorded('openai').sse)
  reply = sse([first, second, held, ...rest])
  const response = await gateway.post(PATH_OF.openai, ask('openai', { stream: true }))
  return { held, response }
}

test('a gateway at rest says the same all the time', async () => {
  const first = await live()
  expect(first).toMatchObject({ in_flight: 0, processes: 1, calls: [], until: 0, channels: [] })
  expect(await live()).toEqual(first)
})

test('a call is told of while it runs, and counted when it is over', async () => {
  const { held, response } = await begunStream()
  const { in_flight, calls, channels } = await live()
  expect(in_flight).toBe(1)
  expect(calls).toEqual([
    expect.objectContaining({ model: MODEL, channel_name: 'main', state: 'answering', tries: 1 }),
  ])
  expect(calls[0]?.id).toBe(response.headers.get('x-oneapi-request-id') ?? '')
  expect(channels[0]).toMatchObject({ name: 'main', in_flight: 1, attempts: 1, failed: 0 })
  held.open()
  await response.text()
  await gateway.idle()
  await waitUntil('the second is over', async () => (await live()).per_minute.calls === 1)
  const after = await live()
  expect(after.ended).toBe(1)
  expect(after.per_minute).toMatchObject({ failed: 0, tokens: 21, quota: RECORDED_CHARGE })
  expect(after.seconds.quota.reduce((sum, count) => sum + count, 0)).toBe(RECORDED_CHARGE)
  expect(after.users[0]).toMatchObject({ calls: 1, quota: RECORDED_CHARGE })
  expect(after.tokens[0]).toMatchObject({ calls: 1, quota: RECORDED_CHARGE })
})

test('a channel that fails says why, in the words of its upstream', async () => {
  reply = json({ error: { message: 'out of order' } }, { status: 500 })
  await (await gateway.post(PATH_OF.openai, ask('openai'))).text()
  const [channel] = (await live()).channels
  expect(channel?.failed).toBeGreaterThan(0)
  expect(channel?.last_failure).toMatchObject({
    model: MODEL,
    status: 500,
    message: 'out of order',
  })
})

test('an ended call stops, is paid for as far as it came, and is in the audit log', async () => {
  const { held, response } = await begunStream()
  const [call] = (await live()).calls
  expect((await user.post(`/api/live/${call?.id}/end`)).body.success).toBe(false)
  expect((await admin.post('/api/live/nothing/end')).body).toMatchObject({ code: 'call.not_found' })
  expect((await admin.post(`/api/live/${call?.id}/end`)).body.success).toBe(true)
  expect(await response.text()).toContain('An administrator has ended this call')
  held.open()
  await gateway.idle()
  expect((await live()).in_flight).toBe(0)
  const { data } = (await root.get('/api/audit/?action=call&page_size=10')).body
  expect(data.items[0]).toMatchObject({ action: 'call.end', target: `call:${call?.id}` })
  expect(await gateway.services.ledger.verify()).toEqual([])
})

test('an admin ends no call of root, and sees none of it as a user', async () => {
  expect((await user.get('/api/live/')).body.success).toBe(false)
  reply = sse([gate()])
  const made = await root.post('/api/token/', { name: 'own', unlimited_quota: true })
  const [{ key }] = made.body.data
  const leaving = new AbortController()
  const response = gateway
    .post(PATH_OF.openai, ask('openai'), { key, signal: leaving.signal })
    .catch(() => undefined)
  await waitUntil('the call runs', async () => (await live()).in_flight === 1)
  const [call] = (await live()).calls
  expect((await admin.post(`/api/live/${call?.id}/end`)).body).toMatchObject({
    code: 'user.outranked',
  })
  leaving.abort()
  await response
  await gateway.idle()
})

test('a stream that follows it is sent it at once, and again when something is new', async () => {
  const leaving = new AbortController()
  const query = new URLSearchParams({ calls: '/api/live/', follow: 'true' })
  const response = await fetch(`${gateway.url}/api/stream?${query}`, {
    headers: { cookie: admin.cookie, 'new-api-user': String(admin.id) },
    signal: leaving.signal,
  })
  const bodies: ReadEvent['body'][] = []
  const read = (async () => {
    for await (const { call, body } of readEvents(response)) if (call === 0) bodies.push(body)
  })().catch(() => {})
  await waitUntil('the first is sent', () => bodies.length > 0)
  const { held, response: stream } = await begunStream()
  await waitUntil('the call is sent', () => JSON.stringify(bodies.at(-1)).includes('"in_flight":1'))
  held.open()
  await stream.text()
  await waitUntil('its end is sent', () => JSON.stringify(bodies.at(-1)).includes('"in_flight":0'))
  leaving.abort()
  await read
})
