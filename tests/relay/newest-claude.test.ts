/** The newest Claude models refuse what OpenAI clients send as a matter of course. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'

let upstream: Upstream
let gateway: Gateway

const MODELS = [
  'claude-opus-5-5',
  'claude-haiku-5-5',
  'claude-opus-4-7',
  'claude-sonnet-4-5',
  'claude-3-5-sonnet-20241022',
  'claude-opus-5-5-thinking',
]

beforeAll(async () => {
  upstream = await startUpstream(json(fixture('anthropic/chat-text.json')))
  gateway = await startGateway({
    channels: [{ type: 14, models: MODELS.join(','), upstream }],
    options: {
      'claude.thinking_adapter_enabled': true,
      ModelRatio: Object.fromEntries(MODELS.map((model) => [model, 1])),
    },
  })
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

async function sent(model: string, fields: object) {
  const messages = [{ role: 'user', content: 'Hi' }]
  const response = await gateway.post('/v1/chat/completions', { model, messages, ...fields })
  expect(response.status).toBe(200)
  const losses = response.headers.get('x-gw-untranslated')?.split(', ') ?? []
  return { body: upstream.last().json as Record<string, unknown>, losses: losses.toSorted() }
}

const TOOL = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } }

describe('an OpenAI client of claude-opus-5-5', () => {
  test('has its sampling left out, and is told so', async () => {
    const { body, losses } = await sent('claude-opus-5-5', { temperature: 0, top_p: 0.5, top_k: 3 })
    for (const field of ['temperature', 'top_p', 'top_k']) expect(body).not.toHaveProperty(field)
    expect(losses).toEqual(['temperature', 'top_k', 'top_p'])
  })

  test('is asked to think by effort', async () => {
    const { body, losses } = await sent('claude-opus-5-5', { reasoning_effort: 'high' })
    expect(body).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    })
    expect(losses).toEqual([])
  })

  test('has a budget for thinking told as an effort', async () => {
    const thinking = { type: 'enabled', budget_tokens: 8000 }
    const { body, losses } = await sent('claude-opus-5-5', { thinking })
    expect(body).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'medium' },
    })
    expect(losses).toEqual(['thinking.budget_tokens'])
  })

  test('cannot switch thinking off, but has little of it', async () => {
    const { body, losses } = await sent('claude-opus-5-5', { reasoning_effort: 'none' })
    expect(body).not.toHaveProperty('thinking')
    expect(body).toMatchObject({ output_config: { effort: 'low' } })
    expect(losses).toEqual(['thinking.disabled'])
  })

  test('leaves the choice of a tool to the model', async () => {
    for (const tool_choice of ['required', { type: 'function', function: { name: 'f' } }]) {
      const { body, losses } = await sent('claude-opus-5-5', { tools: [TOOL], tool_choice })
      expect(body.tool_choice).toEqual({ type: 'auto' })
      expect(losses).toEqual(['tool_choice'])
    }
  })

  test('has an answer that it began followed by a turn of its own', async () => {
    const messages = [
      { role: 'user', content: 'Count.' },
      { role: 'assistant', content: 'One, two,' },
    ]
    const { body, losses } = await sent('claude-opus-5-5', { messages })
    const turns = body.messages as { role: string }[]
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(losses).toEqual(['assistant_prefill'])
  })

  test('thinks adaptively when the name asks for thinking', async () => {
    const { body } = await sent('claude-opus-5-5-thinking', { temperature: 0.3 })
    expect(body).toMatchObject({ model: 'claude-opus-5-5', thinking: { type: 'adaptive' } })
    expect(body).not.toHaveProperty('temperature')
  })
})

describe('other Claude models', () => {
  test('keep a forced tool and disabled thinking where they take them', async () => {
    const forced = await sent('claude-haiku-5-5', { tools: [TOOL], tool_choice: 'required' })
    expect(forced.body.tool_choice).toEqual({ type: 'any' })
    const silent = await sent('claude-opus-4-7', { reasoning_effort: 'none' })
    expect(silent.body.thinking).toEqual({ type: 'disabled' })
    expect(silent.losses).toEqual([])
  })

  test('keep sampling, budgets and a begun answer where they take them', async () => {
    const sampled = await sent('claude-sonnet-4-5', { temperature: 0.3 })
    expect(sampled.body.temperature).toBe(0.3)
    const thinking = await sent('claude-sonnet-4-5', { reasoning_effort: 'low' })
    expect(thinking.body.thinking).toMatchObject({ type: 'enabled' })
    const messages = [
      { role: 'user', content: 'Count.' },
      { role: 'assistant', content: 'One,' },
    ]
    const begun = await sent('claude-sonnet-4-5', { messages })
    expect(begun.body.messages).toHaveLength(2)
    expect(begun.losses).toEqual([])
  })

  test('are not asked for strict tools or thinking before they had them', async () => {
    const strict = { ...TOOL, function: { ...TOOL.function, strict: true } }
    const { body, losses } = await sent('claude-3-5-sonnet-20241022', {
      tools: [strict],
      reasoning_effort: 'high',
    })
    expect(JSON.stringify(body.tools)).not.toContain('strict')
    expect(body).not.toHaveProperty('thinking')
    expect(losses).toEqual(['thinking', 'tools.strict'])
  })

  test('are asked for no more than they can write', async () => {
    const { body, losses } = await sent('claude-3-5-sonnet-20241022', { max_tokens: 32_000 })
    expect(body.max_tokens).toBe(8192)
    expect(losses).toEqual(['max_tokens:8192'])
  })
})

test('a Claude client that asks by name for thinking gets the kind its model takes', async () => {
  const answer = await gateway.post('/v1/messages', {
    model: 'claude-opus-5-5-thinking',
    max_tokens: 2000,
    messages: [{ role: 'user', content: 'Hi' }],
  })
  expect(answer.status).toBe(200)
  expect(upstream.last().json).toMatchObject({
    model: 'claude-opus-5-5',
    max_tokens: 2000,
    thinking: { type: 'adaptive' },
  })
})
