/** Translated calls of one conversation tell the vendor so, where its prompt cache asks for it. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ForwardProxy, startForwardProxy } from '../contracts/forward-proxy'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

const MODEL = 'gpt-4o'
const IMITATED = 'imitated'
const MISTRAL = 'mistral-large-latest'
const CLAUDE = 'claude-opus-4-5'
const GROK = 'grok-4.5'
const FALSE_GROK = 'grok-4.3'
const DEPLOYED = 'gpt-4.1'
const DATED = 'gpt-4.1-mini'

let upstream: Upstream
let proxy: ForwardProxy
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(({ path }) =>
    json(fixture(path.includes('messages') ? 'anthropic/chat-text.json' : 'openai/chat-text.json')),
  )
  proxy = await startForwardProxy(upstream.port)
  const setting = JSON.stringify({ proxy: `http://127.0.0.1:${proxy.port}` })
  gateway = await startGateway({
    options: { SelfUseModeEnabled: true, RetryTimes: 0 },
    users: [
      { username: 'one', quota: 1_000_000 },
      { username: 'other', quota: 1_000_000 },
    ],
    tokens: [{}, { username: 'other' }, {}],
    channels: [
      { type: 1, models: MODEL, base_url: 'http://api.openai.com', setting },
      { type: 42, models: MISTRAL, base_url: 'http://api.mistral.ai', setting },
      { type: 1, models: IMITATED, upstream },
      { type: 14, models: CLAUDE, upstream },
      { type: 48, models: GROK, base_url: 'http://api.x.ai', setting },
      { type: 48, models: FALSE_GROK, upstream },
      { type: 3, models: DEPLOYED, other: 'v1', upstream },
      { type: 3, models: DATED, upstream },
    ],
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await upstream.stop()
})

interface Asked {
  readonly model?: string
  readonly session?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string | undefined
  readonly more?: object
}

type Sent = Readonly<Record<string, unknown>>

/** What a client of Claude's makes the upstream see. */
async function claude({ model = MODEL, session, more, ...options }: Asked): Promise<Sent> {
  const metadata = session === undefined ? {} : { metadata: { user_id: session } }
  const messages = [{ role: 'user', content: 'Hi' }]
  const body = { model, max_tokens: 9, messages, ...metadata, ...more }
  const { key = gateway.keys[0] ?? '', headers = {} } = options
  await gateway.post('/v1/messages', body, { key, headers })
  return upstream.last().json as Sent
}

const keyOf = async (asked: Asked) => (await claude(asked)).prompt_cache_key

describe('the key of the prompt cache', () => {
  test('is the same for the turns of a session, and another for another one', async () => {
    const first = await keyOf({ session: 'user_1_session_a' })
    expect(first).toMatch(/^gw-[0-9a-f]{40}$/)
    expect(await keyOf({ session: 'user_1_session_a' })).toBe(first)
    expect(await keyOf({ session: 'user_1_session_b' })).not.toBe(first)
  })

  test('is never that of another user', async () => {
    const one = await keyOf({ session: 'same' })
    expect(await keyOf({ session: 'same', key: gateway.keys[1] })).not.toBe(one)
    expect(await keyOf({ session: 'same', key: gateway.keys[2] })).toBe(one)
  })

  test.each(['session_id', 'x-session-id', 'conversation_id', 'x-session-affinity'])(
    'comes from the header %s',
    async (name) => {
      const first = await keyOf({ headers: { [name]: 'abc' } })
      expect(first).toMatch(/^gw-/)
      expect(await keyOf({ headers: { [name]: 'abc' } })).toBe(first)
      expect(await keyOf({ headers: { [name]: 'xyz' } })).not.toBe(first)
    },
  )

  test('comes from how a long conversation begins', async () => {
    const system = 'You are a careful assistant. '.repeat(200)
    const turns = [
      { role: 'user', content: 'Whales?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'More.' },
    ]
    const first = await keyOf({ more: { system, messages: turns.slice(0, 1) } })
    expect(first).toMatch(/^gw-/)
    expect(await keyOf({ more: { system, messages: turns } })).toBe(first)
  })

  test('is none for a few words that nobody named', async () => {
    expect(await claude({})).not.toHaveProperty('prompt_cache_key')
  })

  test('goes to every vendor that documents it, and to nobody who imitates one', async () => {
    expect(await keyOf({ model: MISTRAL, session: 'a' })).toMatch(/^gw-/)
    expect(await claude({ model: IMITATED, session: 'a' })).not.toHaveProperty('prompt_cache_key')
  })

  test('of a client of Responses is carried to a chat API, or named', async () => {
    const ask = (model: string) =>
      gateway.post('/v1/responses', { model, input: 'Hi', store: false, prompt_cache_key: 'own' })
    const carried = await ask(MISTRAL)
    expect(upstream.last().json).toMatchObject({ prompt_cache_key: 'own' })
    expect(carried.headers.get('x-gw-untranslated')).toBeNull()
    const lost = await ask(CLAUDE)
    expect(upstream.last().json).not.toHaveProperty('prompt_cache_key')
    expect(lost.headers.get('x-gw-untranslated')).toBe('prompt_cache_key')
  })

  test('is not put into what passes through', async () => {
    const messages = [{ role: 'user', content: 'Hi' }]
    const body = { model: MODEL, messages }
    await gateway.post('/v1/chat/completions', body, { headers: { session_id: 'abc' } })
    expect(upstream.last().json).toEqual(body)
  })
})

test('Azure takes it where no date stands in the address', async () => {
  expect(await keyOf({ model: DEPLOYED, session: 'a' })).toMatch(/^gw-[0-9a-f]{40}$/)
  expect(upstream.last().path).toStartWith('/openai/v1/chat/completions')
  // Dated versions refuse what came after them.
  expect(await claude({ model: DATED, session: 'a' })).not.toHaveProperty('prompt_cache_key')
  expect(upstream.last().path).toContain('/deployments/')
})

describe('the conversation at xAI', () => {
  const HEADER = 'x-grok-conv-id'
  const messages = [{ role: 'user', content: 'Hi' }]
  const told = () => upstream.last().headers[HEADER]

  test('is told in a header, whoever asks for it', async () => {
    const sent = await claude({ model: GROK, session: 'a' })
    const first = told()
    expect(first).toMatch(/^gw-[0-9a-f]{40}$/)
    expect(sent).not.toHaveProperty('prompt_cache_key')
    await claude({ model: GROK, session: 'b' })
    expect(told()).not.toBe(first)
    await claude({ model: GROK, session: 'a', key: gateway.keys[1] })
    expect(told()).not.toBe(first)
    const body = { model: GROK, messages }
    await gateway.post('/v1/chat/completions', body, { headers: { session_id: 'a' } })
    expect(told()).toBe(first)
    expect(upstream.last().json).toEqual(body)
    await gateway.post('/v1/chat/completions', body, { headers: { [HEADER]: 'a' } })
    expect(told()).toBe(first)
    await gateway.post('/v1/chat/completions', body)
    expect(told()).toBeUndefined()
  })

  test('is the cache key where that is what the API takes', async () => {
    const own = { input: 'Hi', store: false, prompt_cache_key: 'own' }
    await gateway.post('/v1/responses', { model: GROK, ...own })
    expect(upstream.last().path).toBe('/v1/responses')
    expect(upstream.last().json).toMatchObject({ prompt_cache_key: 'own' })
    expect(told()).toBeUndefined()
  })

  test('is told to nobody who imitates it', async () => {
    await claude({ model: FALSE_GROK, session: 'a' })
    expect(told()).toBeUndefined()
  })
})

describe('the user of a translated call', () => {
  test('is called as the vendor wants it, and as imitators know it', async () => {
    const own = await claude({ session: 'somebody' })
    expect(own.safety_identifier).toBe('somebody')
    expect(own).not.toHaveProperty('user')
    const imitated = await claude({ model: IMITATED, session: 'somebody' })
    expect(imitated.user).toBe('somebody')
    expect(imitated).not.toHaveProperty('safety_identifier')
  })
})
