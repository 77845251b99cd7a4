/** What the console can try beside chats, with a session in place of a token. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { PLAYGROUND_ROUTES } from '../../server/domain/calls/playground'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, type Script, startUpstream, type Upstream } from '../support/upstream'

const PASSWORD = 'correct horse battery'
const MODELS = ['gpt-4o', 'gpt-image-1.5', 'tts-1', 'whisper-1', 'rerank-v3.5']
const USAGE = { input_tokens: 10, output_tokens: 20, total_tokens: 30 }

const provider: Script = ({ path }) => {
  if (path === '/v1/responses') return json(JSON.parse(fixture('responses/chat-text.json')))
  if (path === '/v1/images/generations') return json({ data: [{ b64_json: 'AAAA' }], usage: USAGE })
  if (path === '/v1/audio/speech') return { body: Uint8Array.of(1, 2, 3) }
  if (path === '/v1/audio/transcriptions') return json({ text: 'Hi.' })
  if (path === '/v1/rerank') return json({ results: [{ index: 0, relevance_score: 0.5 }] })
  return json(JSON.parse(fixture('openai/chat-text.json')))
}

let upstream: Upstream
let gateway: Gateway
let ann: ApiCaller
let cookie = ''

beforeAll(async () => {
  upstream = await startUpstream(provider)
  gateway = await startGateway({
    env: NO_LIMITS,
    users: [{ username: 'ann', password: PASSWORD }],
    channels: [
      { upstream, models: MODELS },
      { upstream, models: MODELS, group: 'vip', key: 'vip-key' },
    ],
    options: { SelfUseModeEnabled: true, GroupRatio: { default: 1, vip: 2 }, RetryTimes: 0 },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})
beforeEach(async () => {
  ann = await apiClient(gateway).login('ann', PASSWORD)
  cookie = ann.cookie ?? ''
})

function talk(): FormData {
  const form = new FormData()
  form.append('model', 'whisper-1')
  form.append('file', new File(['RIFF....WAVEfmt '], 'talk.wav'))
  return form
}

const BODIES: Readonly<Record<keyof typeof PLAYGROUND_ROUTES, object>> = {
  chat: { model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] },
  responses: { model: 'gpt-4o', input: 'hi', store: false },
  image: { model: 'gpt-image-1.5', prompt: 'a cat' },
  speech: { model: 'tts-1', input: 'hi', voice: 'alloy' },
  transcription: talk(),
  rerank: { model: 'rerank-v3.5', query: 'q', documents: ['a'] },
}

function ask(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const isForm = body instanceof FormData
  return fetch(gateway.url + path, {
    method: 'POST',
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
}

const signedIn = () => ({ cookie, 'new-api-user': String(gateway.userIds[0]) })

describe.each(Object.entries(PLAYGROUND_ROUTES))('%s', (mode, { path, programPath }) => {
  const body = BODIES[mode as keyof typeof PLAYGROUND_ROUTES]

  test('is answered to a session, and stands in the log', async () => {
    const answer = await ask(path, body, signedIn())
    expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 200 })
    expect(upstream.last().path).toBe(programPath)
    await gateway.idle()
    const { items } = await gateway.services.logs.list({ type: 2 })
    expect(items[0]).toMatchObject({ token_name: 'playground-default', username: 'ann' })
  })

  test('goes to the group that is named', async () => {
    const isForm = body instanceof FormData
    const named = isForm ? body : { ...body, group: 'vip' }
    const answer = await ask(`${path}${isForm ? '?group=vip' : ''}`, named, signedIn())
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
    expect(upstream.last().headers.authorization).toBe('Bearer vip-key')
    expect(upstream.last().bodyText).not.toContain('vip')
  })

  test('needs a session', async () => {
    const asked = upstream.requests.length
    expect((await ask(path, body)).status).toBe(401)
    const key = { authorization: `Bearer ${gateway.keys[0]}` }
    expect((await ask(path, body, key)).status).toBe(401)
    expect(upstream.requests).toHaveLength(asked)
  })
})
