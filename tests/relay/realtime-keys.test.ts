/** Keys for browsers, which live for minutes; and the two generations of realtime sockets. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import OpenAI from 'openai'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { realtimeUpstream } from '../support/realtime-upstream'
import { PLENTY } from '../support/seed'
import { waitUntil, within } from '../support/wait-until'
import { expectRefusal, told } from './black-box'
import { answering, MODEL, PRICES, SCRIBE } from './realtime-client'

const PATH = '/v1/realtime/client_secrets'
const clock = manualClock()
const upstream = answering()
let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway({
    clock,
    users: [{ username: 'anna', quota: PLENTY }],
    tokens: [
      { name: 'a', unlimited_quota: true },
      { name: 'limited', unlimited_quota: true, model_limits: SCRIBE },
      { name: 'off', unlimited_quota: true },
    ],
    channels: [{ upstream, models: [MODEL, SCRIBE] }],
    options: PRICES,
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

async function secretFor(body: object = {}, key?: string): Promise<Record<string, string>> {
  const answer = await gateway.post(PATH, body, key === undefined ? {} : { key })
  expect(answer.status).toBe(200)
  return await answer.json()
}

/** How a socket with this key ends: open, or refused. */
async function openWith(key: string, path = `/v1/realtime?model=${MODEL}`) {
  const url = gateway.url.replace('http', 'ws') + path
  const socket = new WebSocket(url, ['realtime', `openai-insecure-api-key.${key}`])
  const events: Record<string, unknown>[] = []
  socket.onmessage = ({ data }) => void events.push(JSON.parse(String(data)))
  const outcome = await within(
    'end of opening',
    new Promise<'open' | 'refused'>((resolve) => {
      socket.onopen = () => resolve('open')
      socket.onclose = () => resolve('refused')
    }),
  )
  return { socket, events, outcome }
}

const heardAfter = async (count: number) => {
  await waitUntil('it is heard', () => upstream.heard.length > count)
  return JSON.parse(String(upstream.heard[count]))
}

describe('a key for a browser', () => {
  test('is made by the official SDK, and opens a socket that is billed to its token', async () => {
    const client = new OpenAI({ apiKey: gateway.keys[0] ?? '', baseURL: `${gateway.url}/v1` })
    const made = await client.realtime.clientSecrets.create({
      session: { type: 'realtime', model: MODEL, instructions: 'Be brief.' },
    })
    expect(made.value).toMatch(/^ek_[\w.-]+$/)
    expect(made.value).not.toContain(gateway.keys[0]?.slice(3, 20) ?? 'sk-')
    expect(made.expires_at).toBe(Math.floor(clock.nowMs() / 1000) + 600)
    expect(made.session).toMatchObject({ type: 'realtime', model: MODEL })
    const heard = upstream.heard.length
    const { socket, events, outcome } = await openWith(made.value, '/v1/realtime')
    expect(outcome).toBe('open')
    const session = { type: 'realtime', instructions: 'Be brief.' }
    expect(await heardAfter(heard)).toEqual({ type: 'session.update', session })
    socket.send(JSON.stringify({ type: 'response.create' }))
    await waitUntil('an answer', () => events.some(({ type }) => type === 'response.done'))
    socket.close()
    await gateway.idle()
    const { items } = await gateway.services.logs.list({ type: 2 })
    expect(items[0]).toMatchObject({ token_name: 'a', model_name: MODEL })
  })

  test('opens nothing but sockets, and no other model than its own', async () => {
    const { value = '' } = await secretFor({ session: { type: 'realtime', model: MODEL } })
    const chat = { model: MODEL, messages: [{ role: 'user', content: 'hi' }] }
    const answer = await told(gateway.post('/v1/chat/completions', chat, { key: value }))
    expectRefusal(answer, 'openai', 401)
    expect((await openWith(value, '/v1/responses')).outcome).toBe('refused')
    expect((await openWith(value, `/v1/realtime?model=${SCRIBE}`)).outcome).toBe('refused')
    expect((await openWith(`${value.slice(0, -3)}AAA`)).outcome).toBe('refused')
    expect((await openWith('ek_')).outcome).toBe('refused')
  })

  test('is over when it says so', async () => {
    const { value = '' } = await secretFor({ expires_after: { anchor: 'created_at', seconds: 10 } })
    clock.advance(9_000)
    const { socket, outcome } = await openWith(value)
    expect(outcome).toBe('open')
    socket.close()
    clock.advance(1_000)
    expect((await openWith(value)).outcome).toBe('refused')
  })

  test('is over with its token', async () => {
    const { value = '' } = await secretFor({}, gateway.keys[2])
    const { socket, outcome } = await openWith(value)
    expect(outcome).toBe('open')
    const closed = new Promise<CloseEvent>((resolve) => {
      socket.onclose = resolve
    })
    await gateway.cli(['token', 'disable', String(gateway.tokenIds[2])])
    expect((await within('closed socket', closed)).code).toBe(1008)
    expect((await openWith(value)).outcome).toBe('refused')
  })

  for (const [name, body, param] of [
    ['a session that is none', { session: 7 }, 'session'],
    ['a session of another kind', { session: { type: 'transcription' } }, 'session.type'],
    ['a session too long for a header', { session: { x: 'x'.repeat(8_000) } }, 'session'],
    ['an unknown anchor', { expires_after: { anchor: 'now' } }, 'expires_after.anchor'],
    ['too short a life', { expires_after: { seconds: 9 } }, 'expires_after.seconds'],
    ['too long a life', { expires_after: { seconds: 7_201 } }, 'expires_after.seconds'],
  ] as const) {
    test(`is refused for ${name}`, async () => {
      const error = expectRefusal(await told(gateway.post(PATH, body)), 'openai', 400)
      expect(error.param).toBe(param)
    })
  }

  test('is refused without a token, and for a model that the token may not use', async () => {
    expectRefusal(await told(gateway.post(PATH, {}, { key: '' })), 'openai', 401)
    const body = { session: { type: 'realtime', model: MODEL } }
    const options = { key: gateway.keys[1] ?? '' }
    expectRefusal(await told(gateway.post(PATH, body, options)), 'openai', 403)
  })
})

const OLDER = 'openai-beta.realtime-v1'

/** Azure's address by what the client speaks and by what the channel's version is. */
describe.each([
  ['2024-12-01-preview', [], `/openai/v1/realtime?model=${MODEL}`],
  [
    '2024-12-01-preview',
    [OLDER],
    `/openai/realtime?api-version=2024-12-01-preview&deployment=${MODEL}`,
  ],
  ['v1', [], `/openai/v1/realtime?model=${MODEL}`],
  ['v1', [OLDER], `/openai/v1/realtime?model=${MODEL}`],
  ['preview', [], `/openai/v1/realtime?model=${MODEL}`],
] as const)('Azure of version %s, asked with %j', (other, protocols, path) => {
  test(`is reached at ${path}`, async () => {
    await using azure = realtimeUpstream()
    await using at = await startGateway({
      channels: [{ type: 3, other, upstream: azure, key: 'azure-key', models: MODEL }],
      options: PRICES,
    })
    const key = `openai-insecure-api-key.${at.keys[0]}`
    const url = `${at.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`
    const socket = new WebSocket(url, ['realtime', key, ...protocols])
    await within('opening', new Promise((resolve) => (socket.onopen = resolve)))
    expect(azure.requests[0]?.url).toBe(path)
    const { headers } = azure.requests[0] ?? { headers: new Headers() }
    expect(headers.get('api-key')).toBe('azure-key')
    expect(headers.get('openai-beta')).toBe(protocols.length === 0 ? null : 'realtime=v1')
    socket.close()
  })
})
