import { describe, expect, test } from 'bun:test'
import { capabilitiesOf, refusedAbove } from '../../../server/domain/models/capabilities'

/** Anthropic's table of November 2026, as its AI SDK provider and its migration guides tell it. */
const CLAUDE: readonly (readonly [model: string, facts: object])[] = [
  ['claude-3-haiku-20240307', { sampling: true, prefill: true, jsonSchema: false }],
  ['claude-3-7-sonnet-latest', { sampling: true, strictTools: false, forcedTool: true }],
  ['claude-opus-4-20250514', { jsonSchema: false, longestOutput: 32_000 }],
  ['claude-opus-4-1-20250805', { jsonSchema: true, longestOutput: 32_000, prefill: true }],
  ['claude-sonnet-4-5', { sampling: true, prefill: true, forcedTool: true, jsonSchema: true }],
  ['claude-4-opus', { jsonSchema: false, longestOutput: 32_000 }],
  ['anthropic/claude-opus-4.6', { sampling: true, prefill: false, longestOutput: 128_000 }],
  ['claude-opus-4-7', { sampling: false, prefill: false, forcedTool: true }],
  ['claude-opus-4-8', { sampling: false, forcedTool: true }],
  ['claude-sonnet-5', { sampling: false, forcedTool: true }],
  ['claude-opus-5-20260201', { sampling: false, forcedTool: true }],
  ['claude-fable-5', { sampling: false, forcedTool: true }],
  ['claude-fable-5-1', { sampling: false, forcedTool: false }],
  ['claude-haiku-5-5', { sampling: false, forcedTool: true }],
  ['claude-sonnet-5-5', { sampling: false, forcedTool: false }],
  ['us.anthropic.claude-opus-5-5', { sampling: false, forcedTool: false, prefill: false }],
]

const THINKING: readonly (readonly [model: string, kinds: readonly string[]])[] = [
  ['claude-3-5-sonnet-20241022', []],
  ['claude-3-7-sonnet-20250219', ['budget', 'off']],
  ['claude-sonnet-4-20250514', ['budget', 'off']],
  ['claude-haiku-4-5-20251001', ['budget', 'off']],
  ['claude-sonnet-4-6', ['adaptive', 'budget', 'effort', 'off']],
  ['claude-opus-4-7', ['adaptive', 'effort', 'off']],
  ['claude-opus-5', ['adaptive', 'effort', 'off']],
  ['claude-haiku-5-5', ['adaptive', 'effort', 'off']],
  ['claude-opus-5-5', ['adaptive', 'effort']],
  ['claude-fable-5', ['adaptive', 'effort']],
  ['gpt-4o', []],
  ['o3-mini', ['effort']],
  ['gemini-2.5-flash', ['adaptive', 'budget', 'off']],
  ['gemini-3-pro', ['adaptive', 'effort']],
  ['gemini-2.0-flash', []],
]

describe('what a model accepts', () => {
  test.each(CLAUDE)('%s is like its maker says', (model, facts) => {
    expect(capabilitiesOf(model)).toMatchObject(facts)
  })

  test.each(THINKING)('%s may be told to think by %j', (model, kinds) => {
    const told: readonly string[] = [...(capabilitiesOf(model).thinking ?? [])]
    expect(told.toSorted()).toEqual([...kinds])
  })

  test('is everything, where nobody knows', () => {
    const facts = capabilitiesOf('somebody-elses-model')
    expect(facts).toMatchObject({ sampling: true, forcedTool: true, prefill: true })
    expect(facts.thinking).toBeUndefined()
    expect(facts.longestOutput).toBeUndefined()
  })

  test('is what the newest accept, for a Claude that is newer than the table', () => {
    expect(capabilitiesOf('claude-opus-7')).toEqual(capabilitiesOf('claude-opus-5-5'))
  })
})

describe('a length that is refused', () => {
  test('is what lies above the documented one', () => {
    expect(refusedAbove('gpt-4o', {})).toBe(16_384)
    expect(refusedAbove('claude-3-5-sonnet-20241022', {})).toBe(8_192)
  })

  test('is not guessed for models that many vendors serve', () => {
    expect(refusedAbove('deepseek-chat', {})).toBeUndefined()
    expect(refusedAbove('somebody-elses-model', { default: 10 })).toBeUndefined()
  })

  test('is what the operator says, where one does', () => {
    expect(refusedAbove('gpt-4o', { 'gpt-4o': 20_000 })).toBe(20_000)
  })
})
