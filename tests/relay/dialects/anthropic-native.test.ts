import { describe, expect, test } from 'bun:test'
import { anthropicDialect } from '../../../server/relay/formats/dialects/anthropic'
import type { UpstreamCall } from '../../../server/relay/formats/dialects/dialect'
import type { JsonObject } from '../../../server/relay/wire/chat'
import { type CallFacts, upstreamCall } from '../protocols/wire'

const ROW: CallFacts['type'] = {
  id: 14,
  name: 'Anthropic',
  dialect: 'anthropic',
  auth: 'x-api-key',
  baseUrl: 'https://api.anthropic.com',
}

const MESSAGES = [{ role: 'user', content: 'Hi' }]

function claudeCall(model: string, facts: CallFacts = {}): UpstreamCall {
  const call = { requestedModel: model, upstreamModel: model, ...facts.call }
  return upstreamCall({ ...facts, type: { ...ROW, ...facts.type }, call })
}

function prepare(body: JsonObject, call: UpstreamCall): JsonObject {
  const full = { messages: MESSAGES, ...body }
  const maxTokens = typeof body.max_tokens === 'number' ? body.max_tokens : undefined
  const fields = new Set(Object.keys(full))
  const head = {
    model: call.requestedModel,
    stream: false,
    maxTokens,
    fields,
    mayHoldForeign: false,
  }
  const prepared = anthropicDialect.prepareNative(full, call, new Set())
  // The cheap check may be wrong in one direction only.
  if (prepared !== full) expect(anthropicDialect.needsPreparing(call, head)).toBe(true)
  return prepared
}

describe('where an Anthropic channel is reached', () => {
  test('every model, old or new, through Messages', () => {
    for (const model of ['claude-2.1', 'claude-3-opus', 'claude-sonnet-4-5', 'claude-instant-1']) {
      expect(anthropicDialect.target(claudeCall(model))?.url).toBe(
        'https://api.anthropic.com/v1/messages',
      )
    }
  })

  test('counting has its own address, embeddings have none', () => {
    const at = (operation: UpstreamCall['operation']) =>
      anthropicDialect.target(claudeCall('m', { call: { operation } }))?.url
    expect(at('count_tokens')).toBe('https://api.anthropic.com/v1/messages/count_tokens')
    expect(at('embeddings')).toBeUndefined()
    expect(anthropicDialect.target(claudeCall('m', { type: { baseUrl: '' } }))).toBeUndefined()
    const withoutCounting = { type: { paths: { count_tokens: null } } } as const
    const call = claudeCall('m', { ...withoutCounting, call: { operation: 'count_tokens' } })
    expect(anthropicDialect.target(call)).toBeUndefined()
  })

  test("the client's version and beta travel on, with a default for the version", () => {
    expect(anthropicDialect.target(claudeCall('m'))?.headers).toEqual({
      'anthropic-version': '2023-06-01',
      'x-api-key': 'sk-upstream',
    })
    const clientHeaders = { 'anthropic-version': '2024-01-01', 'anthropic-beta': 'b1' }
    expect(anthropicDialect.target(claudeCall('m', { call: { clientHeaders } }))?.headers).toEqual({
      ...clientHeaders,
      'x-api-key': 'sk-upstream',
    })
  })

  test("the operator's headers replace the client's, those of the model come last", () => {
    const call = claudeCall('claude-sonnet-4-5', {
      call: { clientHeaders: { 'anthropic-beta': 'client' } },
      settings: {
        claudeHeaders: { 'Anthropic-Beta': ['a', 'b'], 'x-extra': ['1'] },
        claudeModelHeaders: { 'claude-sonnet-4-5': { 'anthropic-beta': ['c', 'd'] } },
      },
    })
    expect(anthropicDialect.target(call)?.headers).toMatchObject({
      'anthropic-beta': 'c,d',
      'x-extra': '1',
    })
  })
})

describe('a body that passes through an Anthropic channel', () => {
  test('is the very same object when nothing differs', () => {
    const body = { model: 'claude-sonnet-4-5', messages: MESSAGES, max_tokens: 5, temperature: 0.5 }
    const call = claudeCall('claude-sonnet-4-5')
    expect(anthropicDialect.prepareNative(body, call, new Set())).toBe(body)
    const fields = new Set(Object.keys(body))
    const head = {
      model: 'claude-sonnet-4-5',
      stream: false,
      maxTokens: 5,
      fields,
      mayHoldForeign: false,
    }
    expect(anthropicDialect.needsPreparing(call, head)).toBe(false)
  })

  test('gets the limit that is set for the model, else the general one, else 8192', () => {
    const limit = (claudeDefaultMaxTokens: Record<string, number>) =>
      prepare({}, claudeCall('claude-sonnet-4-5', { settings: { claudeDefaultMaxTokens } }))
        .max_tokens
    expect(limit({ 'claude-sonnet-4-5': 100, default: 200 })).toBe(100)
    expect(limit({ default: 200 })).toBe(200)
    expect(limit({})).toBe(8192)
  })

  test('asks for thinking when the model name ends so, and loses its sampling', () => {
    const body = {
      model: 'claude-sonnet-4-5-thinking',
      max_tokens: 4000,
      temperature: 0.2,
      top_p: 0.5,
      top_k: 3,
    }
    expect(prepare(body, claudeCall('claude-sonnet-4-5-thinking'))).toEqual({
      model: 'claude-sonnet-4-5',
      messages: MESSAGES,
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 3200 },
    })
  })

  test('asks for thinking when only the name before mapping ended so', () => {
    const call = claudeCall('claude-sonnet-4-5-thinking', {
      call: { upstreamModel: 'claude-sonnet-4-5-20250929' },
    })
    expect(prepare({ max_tokens: 4000 }, call)).toMatchObject({
      model: 'claude-sonnet-4-5-20250929',
      thinking: { type: 'enabled' },
    })
  })

  const limits: readonly (readonly [
    asked: number,
    limit: number,
    share: number,
    budget: number,
  ])[] = [
    [10, 1280, 0.8, 1024],
    [1280, 1280, 1, 1279],
    [2000, 2000, 0.1, 1024],
    [4000, 4000, 0.8, 3200],
    [1999, 1999, 0.8, 1599],
  ]
  for (const [asked, limit, share, budget] of limits) {
    test(`with a limit of ${asked} and a share of ${share} may think ${budget} of ${limit}`, () => {
      const settings = { claudeThinkingBudgetShare: share }
      const call = claudeCall('claude-sonnet-4-5-thinking', { settings })
      expect(prepare({ max_tokens: asked }, call)).toMatchObject({
        max_tokens: limit,
        thinking: { budget_tokens: budget },
      })
    })
  }

  test("keeps the client's own thinking beside the suffix", () => {
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    const body = prepare({ max_tokens: 4000, thinking }, claudeCall('claude-sonnet-4-5-thinking'))
    expect(body).toMatchObject({ model: 'claude-sonnet-4-5', max_tokens: 4000, thinking })
  })

  test('keeps the suffix when the adapter is switched off', () => {
    const settings = { claudeThinkingAdapterEnabled: false }
    const body = { model: 'claude-sonnet-4-5-thinking', max_tokens: 10 }
    const prepared = prepare(body, claudeCall('claude-sonnet-4-5-thinking', { settings }))
    expect(prepared).toEqual({ ...body, messages: MESSAGES })
  })

  test('for counting loses the suffix and gains nothing', () => {
    const call = claudeCall('claude-sonnet-4-5-thinking', { call: { operation: 'count_tokens' } })
    expect(prepare({ model: 'claude-sonnet-4-5-thinking' }, call)).toEqual({
      model: 'claude-sonnet-4-5',
      messages: MESSAGES,
    })
  })
})
