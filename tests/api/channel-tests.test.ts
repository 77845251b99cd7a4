/** A channel is tested by the kind of question that its model is for. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { json, type Script, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

const CHAT = { choices: [{ index: 0, message: { role: 'assistant', content: 'hi' } }] }

/** Answers each address as a provider does, and refuses a chat with what does not chat. */
const provider: Script = ({ path, bodyText, json: asked }) => {
  if (path === '/v1/audio/transcriptions') {
    const isWhole = bodyText.includes('silence.wav') && bodyText.includes('WAVEfmt')
    return isWhole ? json({ text: '' }) : json({ error: 'no file' }, { status: 400 })
  }
  const { model } = asked as { readonly model: string }
  if (path === '/v1/embeddings') return json({ data: [{ embedding: [0.1] }] })
  if (path === '/v1/moderations') return json({ results: [{ flagged: false }] })
  if (path === '/v1/completions') return json({ choices: [{ text: 'hi' }] })
  if (path === '/v1/audio/speech') return { body: Uint8Array.of(255, 243, 0) }
  if (path === '/v1/images/generations') return json({ data: [{ b64_json: 'AAAA' }] })
  if (path === '/v1/rerank') return json({ results: [{ index: 0, relevance_score: 0.5 }] })
  if (model === 'gpt-4o') return json(CHAT)
  return json({ error: { message: 'This is not a chat model' } }, { status: 404 })
}

let gateway: Gateway
let upstream: Upstream
let api: ApiClient
let root: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(provider)
  gateway = await startGateway({
    env: NO_LIMITS,
    channels: [
      { name: 'mixed', upstream, models: 'sora-2,gpt-4o' },
      { name: 'films', upstream, models: 'sora-2' },
      { name: 'broken', upstream, models: 'gpt-5' },
      { name: 'palm', type: 11, models: 'm' },
    ],
  })
  api = apiClient(gateway)
  root = await api.as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

test.each([
  ['gpt-4o', '/v1/chat/completions', 'chat'],
  ['text-embedding-3-small', '/v1/embeddings', 'embeddings'],
  ['omni-moderation-latest', '/v1/moderations', 'moderations'],
  ['gpt-3.5-turbo-instruct', '/v1/completions', 'completions'],
  ['tts-1', '/v1/audio/speech', 'speech'],
  ['whisper-1', '/v1/audio/transcriptions', 'transcription'],
  ['dall-e-3', '/v1/images/generations', 'images'],
  ['rerank-v3.5', '/v1/rerank', 'rerank'],
])('%s is asked at %s', async (model, path, operation) => {
  const { body } = await root.post(`/api/channel/test/${gateway.channelIds[0]}?model=${model}`)
  expect(body.success).toBe(true)
  expect(body.data.operation).toBe(operation)
  expect(upstream.last().path).toBe(path)
})

test.each(['sora-2', 'text-davinci-edit-001'])(
  '%s is not asked anything, which is no failure of the channel',
  async (model) => {
    const [id] = gateway.channelIds
    await root.post(`/api/channel/test/${id}?model=gpt-4o`)
    const before = (await root.get(`/api/channel/${id}`)).body.data
    const asked = upstream.requests.length
    const { body } = await root.post(`/api/channel/test/${id}?model=${model}`)
    expect(body).toMatchObject({ success: false, code: 'channel.model_untestable' })
    expect(body.message).toContain(model)
    expect(upstream.requests).toHaveLength(asked)
    const after = (await root.get(`/api/channel/${id}`)).body.data
    expect(after.response_time).toBe(before.response_time)
  },
)

test('a failed test leaves no response time', async () => {
  const id = gateway.channelIds[2]
  const { body } = await root.post(`/api/channel/test/${id}`)
  expect(body.success).toBe(false)
  const row = (await root.get(`/api/channel/${id}`)).body.data
  expect(row.response_time).toBe(0)
  expect(row.test_time).toBeGreaterThan(0)
})

test('a test of all asks what can be asked, and tells which failed', async () => {
  expect((await root.post('/api/channel/test')).body.success).toBe(true)
  const state = async () => (await root.get('/api/channel/test/state')).body.data
  await waitUntil('the test has ended', async () => !(await state()).running)
  const end: ApiBody = await state()
  expect(end).toMatchObject({ running: false, done: 4, total: 4, tested: 2, failed: 1, skipped: 2 })
  expect(end.failures).toMatchObject([{ name: 'broken', model: 'gpt-5' }])
  expect(end.failures[0].message).toContain('This is not a chat model')
  expect((await (await api.as('user')).get('/api/channel/test/state')).body.code).toBe(
    'permission.denied',
  )
})

test('the command line tells which failed, in text and in JSON, and by its exit code', async () => {
  const text = await gateway.cli(['channel', 'test-all'])
  expect(text.code).toBe(1)
  expect(text.stdout).toContain('2 tested, 1 failed, 2 cannot be tested yet')
  expect(text.stdout).toMatch(/channel \d+ broken, gpt-5: .*This is not a chat model/)
  const told = JSON.parse((await gateway.cli(['channel', 'test-all', '--json'])).stdout)
  expect(told).toMatchObject({ tested: 2, failed: 1, skipped: 2 })
  expect(Object.keys(told.failures[0]).sort()).toEqual(['id', 'message', 'model', 'name'])
})

const DRAFT = { type: 1, key: 'sk-typed', base_url: '' }

test('a channel is asked before it is saved, and nothing is stored', async () => {
  const count = async () => (await root.get('/api/channel/?p=0&page_size=1')).body.total
  const before = await count()
  const draft = { ...DRAFT, base_url: `${upstream.url}/`, model: 'gpt-4o' }
  const { body } = await root.post('/api/channel/test_draft', draft)
  expect(body).toMatchObject({ success: true, data: { model: 'gpt-4o', operation: 'chat' } })
  expect(body.data.time).toBeGreaterThanOrEqual(0)
  expect(upstream.last().headers.authorization).toBe('Bearer sk-typed')
  expect(await count()).toBe(before)
})

test('a channel that is not saved is asked for a model of its type if none is named', async () => {
  const draft = { ...DRAFT, base_url: upstream.url }
  const { body } = await root.post('/api/channel/test_draft', draft)
  const { model } = upstream.last().json as { readonly model: string }
  expect(model).not.toBe('')
  expect(upstream.last().path).toBe('/v1/chat/completions')
  // The provider knows one model only; what it says of others is told.
  expect(body).toMatchObject({ success: false, code: 'upstream.refused' })
  expect(body.message).toContain('This is not a chat model')
})

test.each([
  [{ key: ' ' }, 'channel.key_empty'],
  [{ type: 999 }, 'channel.type_unknown'],
  [{ type: 8 }, 'channel.base_url_missing'],
  [{ base_url: 'gopher://x' }, 'channel.base_url_invalid'],
  [{ model: 'sora-2' }, 'channel.model_untestable'],
])('a channel of %p is refused before anybody is asked', async (odd, code) => {
  const before = upstream.requests.length
  const { body } = await root.post('/api/channel/test_draft', { ...DRAFT, ...odd })
  expect(body).toMatchObject({ success: false, code })
  expect(upstream.requests).toHaveLength(before)
})

test('only root tests a channel at a private address before it is saved', async () => {
  const before = upstream.requests.length
  const draft = { ...DRAFT, base_url: upstream.url }
  const admin = await (await api.as('admin')).post('/api/channel/test_draft', draft)
  expect(admin.body).toMatchObject({ success: false, code: 'channel.address_refused' })
  const user = await (await api.as('user')).post('/api/channel/test_draft', draft)
  expect(user.body.success).toBe(false)
  expect(upstream.requests).toHaveLength(before)
})

test('a channel that is being changed is asked with its own key, and stays as it is', async () => {
  const { body: all } = await root.get('/api/channel/?p=0&page_size=1&id_sort=true')
  const [stored]: ApiBody[] = all.data
  const form = { id: stored.id, type: 1, base_url: `${upstream.url}/v9`, model: 'gpt-4o' }
  await root.post('/api/channel/test_draft', form)
  expect(upstream.last().path).toStartWith('/v9/')
  const own = upstream.last().headers.authorization
  await root.post('/api/channel/test_draft', { ...form, key: 'sk-typed' })
  expect(upstream.last().headers.authorization).toBe('Bearer sk-typed')
  expect(own).not.toBe('Bearer sk-typed')
  const after = (await root.get(`/api/channel/${stored.id}`)).body.data
  expect(after).toMatchObject({ base_url: stored.base_url, test_time: stored.test_time })
})

test('a stored key is not tried at an address that an admin chooses', async () => {
  const { body: all } = await root.get('/api/channel/?p=0&page_size=1&id_sort=true')
  const before = upstream.requests.length
  const form = { id: all.data[0].id, type: 1, base_url: 'https://elsewhere.example' }
  const admin = await api.as('admin')
  const { body } = await admin.post('/api/channel/test_draft', form)
  expect(body).toMatchObject({ success: false, code: 'channel.key_empty' })
  expect(upstream.requests).toHaveLength(before)
  const gone = await admin.post('/api/channel/test_draft', { ...form, id: 99_999 })
  expect(gone.body.code).toBe('channel.not_found')
})

test('each of several stored keys is tried where the form says, not where they are', async () => {
  const place = { type: 1, base_url: upstream.url, models: 'gpt-4o' }
  const made = await root.post('/api/channel/', {
    ...place,
    name: 'two keys',
    key: 'sk-one\nsk-two',
    key_mode: 'random',
  })
  const [{ id }] = made.body.data
  const form = { ...place, id, base_url: `${upstream.url}/v9`, model: 'gpt-4o' }
  await root.post('/api/channel/test_draft', form)
  expect(upstream.last().path).toStartWith('/v9/')
  expect(upstream.last().headers.authorization).toBe('Bearer sk-one')
})
