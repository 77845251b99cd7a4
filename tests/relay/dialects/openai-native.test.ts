import { describe, expect, test } from 'bun:test'
import { openaiDialect as dialect } from '../../../server/relay/formats/dialects/openai'
import type { JsonObject } from '../../../server/relay/wire/chat'
import { type CallFacts, upstreamCall } from '../protocols/wire'

const MESSAGES = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Hi' },
]

interface Case extends Pick<CallFacts, 'type'> {
  readonly model: string
  readonly body?: JsonObject
}

function prepare({ model, body = {}, type }: Case): JsonObject {
  const call = upstreamCall({ type, call: { upstreamModel: model } })
  const full = { model, messages: MESSAGES, ...body }
  const head = {
    model,
    stream: false,
    maxTokens: undefined,
    fields: new Set(Object.keys(full)),
    mayHoldForeign: false,
  }
  const prepared = dialect.prepareNative(full, call, new Set())
  // The cheap check may be wrong in one direction only.
  if (prepared !== full) expect(dialect.needsPreparing(call, head)).toBe(true)
  return prepared
}

describe('a body that passes through an OpenAI channel', () => {
  test('is the very same object when nothing differs', () => {
    const body = { model: 'gpt-4o', messages: MESSAGES, max_tokens: 5, temperature: 2, top_p: 1 }
    const call = upstreamCall()
    expect(dialect.prepareNative(body, call, new Set())).toBe(body)
    const fields = new Set(Object.keys(body))
    const head = { model: 'gpt-4o', stream: false, maxTokens: 5, fields, mayHoldForeign: false }
    expect(dialect.needsPreparing(call, head)).toBe(false)
  })

  for (const model of ['o1', 'o3-mini', 'o4-mini', 'gpt-5', 'gpt-5-mini']) {
    test(`has its limit renamed for ${model}`, () => {
      const body = prepare({ model, body: { max_tokens: 5 } })
      expect(body.max_completion_tokens).toBe(5)
      expect('max_tokens' in body).toBe(false)
    })
  }

  test('keeps the newer limit when both are there', () => {
    const body = prepare({ model: 'o3', body: { max_tokens: 5, max_completion_tokens: 9 } })
    expect(body).toMatchObject({ max_tokens: 5, max_completion_tokens: 9 })
  })

  test('is left alone on types that are not OpenAI, whatever the model is called', () => {
    const body = { max_tokens: 5, temperature: 1 }
    expect(prepare({ model: 'o3-high', body, type: { id: 20 } })).toEqual({
      model: 'o3-high',
      messages: MESSAGES,
      ...body,
    })
  })

  test('loses the temperature and the suffix of an o-series model', () => {
    const body = prepare({ model: 'o3-mini-high', body: { temperature: 0.2 } })
    expect(body).toEqual({
      model: 'o3-mini',
      reasoning_effort: 'high',
      messages: [{ role: 'developer', content: 'Be kind.' }, MESSAGES[1] ?? null],
    })
  })

  test('turns only a leading system message into a developer message', () => {
    const messages = [{ role: 'user', content: 'Hi' }, MESSAGES[0] ?? null]
    expect(prepare({ model: 'o1', body: { messages } }).messages).toEqual(messages)
    expect(prepare({ model: 'o1-mini' }).messages).toEqual(MESSAGES)
  })

  test('asks grok-3-mini for the effort in its name', () => {
    const body = prepare({
      model: 'grok-3-mini-beta-low',
      body: { max_tokens: 5 },
      type: { id: 48 },
    })
    expect(body).toMatchObject({
      model: 'grok-3-mini-beta',
      reasoning_effort: 'low',
      max_completion_tokens: 5,
    })
    expect(prepare({ model: 'grok-4-low', type: { id: 48 } }).model).toBe('grok-4-low')
  })

  test('has top_p capped where the vendor refuses 1', () => {
    const topP = (id: number) => prepare({ model: 'm', body: { top_p: 1 }, type: { id } }).top_p
    expect([17, 26, 27, 1].map(topP)).toEqual([0.999, 0.99, 0.99, 1])
  })

  test('is not touched for other operations', () => {
    const call = upstreamCall({ call: { upstreamModel: 'o3-high', operation: 'embeddings' } })
    const body = { model: 'o3-high', max_tokens: 1 }
    expect(dialect.prepareNative(body, call, new Set())).toBe(body)
  })
})
