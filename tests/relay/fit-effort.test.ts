/** How hard a model shall think is said in a word that it knows. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

/** For each model what it is asked for at "max", "xhigh" and "minimal", and for no thinking. */
const WORDS = {
  o3: ['high', 'high', 'low', 'low'],
  'gpt-5': ['high', 'high', 'minimal', 'minimal'],
  'gpt-5-mini': ['high', 'high', 'minimal', 'minimal'],
  'gpt-5-codex': ['high', 'high', 'low', 'low'],
  'gpt-5-pro': ['high', 'high', 'high', 'high'],
  'gpt-5.1': ['high', 'high', 'low', 'none'],
  'gpt-5.1-codex-max': ['xhigh', 'xhigh', 'low', 'low'],
  'gpt-5.2': ['xhigh', 'xhigh', 'low', 'none'],
  'gpt-5.2-pro': ['xhigh', 'xhigh', 'medium', 'medium'],
  'gpt-5.6': ['max', 'xhigh', 'low', 'none'],
  'gpt-6-sol': ['max', 'xhigh', 'low', 'none'],
} as const
const MODELS = Object.keys(WORDS)

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 1, models: MODELS.join(','), upstream },
      { type: 48, models: 'grok-4.3,grok-4.20-non-reasoning', upstream },
    ],
    options: { SelfUseModeEnabled: 'true' },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

/** Some of the models are served by Responses alone, whoever asks. */
async function sent(path: string, body: object) {
  upstream.script((request) => {
    const api = request.path.includes('responses') ? 'responses' : 'openai'
    return json(JSON.parse(fixture(`${api}/chat-text.json`)))
  })
  const response = await gateway.post(path, body)
  expect(response.status).toBe(200)
  const losses = response.headers.get('x-gw-untranslated')?.split(', ') ?? []
  return { body: upstream.last().json as Record<string, unknown>, losses }
}

function effortIn(body: Record<string, unknown>): unknown {
  return body.reasoning_effort ?? Object(body.reasoning).effort
}

describe.each(Object.entries(WORDS))('%s', (model, [max, xhigh, minimal, none]) => {
  const steps = { max, xhigh, minimal }

  test('is told the effort of a Claude client in a word that it knows', async () => {
    const messages = [{ role: 'user', content: 'think' }]
    for (const [effort, word] of Object.entries({ max, xhigh })) {
      const asked = { model, max_tokens: 99, messages, output_config: { effort } }
      const { body, losses } = await sent('/v1/messages', asked)
      expect(effortIn(body)).toBe(word)
      expect(losses).toEqual(word === effort ? [] : [`effort:${word}`])
    }
  })

  test('thinks as little as it can for who asks for no thinking', async () => {
    const messages = [{ role: 'user', content: 'answer' }]
    const thinking = { type: 'disabled' }
    const asked = { model, max_tokens: 99, messages, thinking }
    const { body, losses } = await sent('/v1/messages', asked)
    expect(effortIn(body)).toBe(none)
    expect(losses).toEqual(none === 'none' ? [] : ['thinking.disabled'])
  })

  test('is told the effort of its own clients so, too', async () => {
    for (const [effort, word] of Object.entries(steps)) {
      const messages = [{ role: 'user', content: 'think' }]
      const chat = { model, messages, reasoning_effort: effort }
      const talked = await sent('/v1/chat/completions', chat)
      expect(effortIn(talked.body)).toBe(word)
      const asked = { model, input: 'think', store: false, reasoning: { effort, summary: 'auto' } }
      const answered = await sent('/v1/responses', asked)
      expect(answered.body.reasoning).toEqual({ effort: word, summary: 'auto' })
      for (const { losses } of [talked, answered]) {
        expect(losses).toEqual(word === effort ? [] : [`effort:${word}`])
      }
    }
  })
})

test('Grok gets no stop sequences and no penalties while it reasons', async () => {
  const messages = [{ role: 'user', content: 'think' }]
  const asked = (model: string) => ({ model, max_tokens: 99, messages, stop_sequences: ['END'] })
  const silent = await sent('/v1/messages', asked('grok-4.3'))
  expect(silent.body).not.toHaveProperty('stop')
  expect(silent.losses).toEqual(['stop'])
  const plain = await sent('/v1/messages', asked('grok-4.20-non-reasoning'))
  expect(plain.body.stop).toEqual(['END'])
  const generationConfig = { presencePenalty: 0.5 }
  const contents = [{ role: 'user', parts: [{ text: 'think' }] }]
  const path = '/v1beta/models/grok-4.3:generateContent'
  const { losses } = await sent(path, { contents, generationConfig })
  expect(losses).toEqual(['presence_penalty'])
})
