/**
 * An override is written for chat completions; a model that its vendor serves by Responses alone
 * gets it there, in that API's words, and what has none there is named.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { openaiApis } from '../support/stand-ins/openai-apis'
import { startUpstream, type Upstream } from '../support/upstream'

const CODEX = 'gpt-5-codex'
const HELLO = { max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] }
const OVERRIDE = {
  max_tokens: 900,
  reasoning_effort: 'high',
  verbosity: 'low',
  service_tier: 'flex',
  seed: 7,
  stop: ['END'],
}

let upstream: Upstream
let gateway: Gateway
beforeAll(async () => {
  upstream = await startUpstream(openaiApis().reply)
  const param_override = JSON.stringify(OVERRIDE)
  const strict = JSON.stringify({ fidelity: 'strict' })
  gateway = await startGateway({
    channels: [
      { type: 1, models: `${CODEX},gpt-5.4`, upstream, param_override },
      { type: 1, models: 'gpt-5-pro', upstream, param_override, setting: strict },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

test.each([
  ['/v1/chat/completions', HELLO],
  ['/v1/messages', HELLO],
  ['/v1/responses', { input: 'Hi', max_output_tokens: 50, reasoning: { summary: 'auto' } }],
])('a client of %s reaches Responses, with the override in its words', async (path, body) => {
  const response = await gateway.post(path, { model: CODEX, ...body })
  expect(response.status).toBe(200)
  const { path: asked, json } = upstream.last()
  expect(asked).toBe('/v1/responses')
  expect(json).toMatchObject({
    model: CODEX,
    max_output_tokens: 900,
    reasoning: { effort: 'high' },
    text: { verbosity: 'low' },
    service_tier: 'flex',
  })
  for (const name of ['max_tokens', 'reasoning_effort', 'verbosity', 'seed', 'stop']) {
    expect(json).not.toHaveProperty(name)
  }
  const losses = response.headers.get('x-gw-untranslated') ?? ''
  expect(losses).toContain('param_override.seed')
  expect(losses).toContain('param_override.stop')
})

test('what has no place there is refused where nothing may be left out', async () => {
  const response = await gateway.post('/v1/chat/completions', { model: 'gpt-5-pro', ...HELLO })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('param_override.seed')
})

test('a model that chat completions serve keeps to them, override and all', async () => {
  const response = await gateway.post('/v1/messages', { model: 'gpt-5.4', ...HELLO })
  expect(response.status).toBe(200)
  expect(upstream.last().path).toBe('/v1/chat/completions')
  expect(upstream.last().json).toMatchObject(OVERRIDE)
})
