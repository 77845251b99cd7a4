import { describe, expect, test } from 'bun:test'
import {
  affordableOutput,
  holdFor,
  leastHoldFor,
  outputCredits,
} from '../../server/domain/ledger/hold'
import { longestAnswer, reasonsByName } from '../../server/domain/models/capabilities'
import type { Price } from '../../server/domain/money/price'
import { chargeFor } from '../../server/domain/money/quota'
import { usage } from '../../server/domain/money/usage'

const PLAIN: Price = {
  mode: 'per-token',
  modelRatio: 1,
  completionRatio: 8,
  cacheRatio: 1,
  cacheWriteRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 1,
  modelPrice: -1,
  groupRatio: 1,
}
const PER_CALL: Price = { ...PLAIN, mode: 'per-call', modelRatio: 0, modelPrice: 0.01 }
const estimate = { promptTokens: 200, outputTokens: 1000, preConsumedQuota: 500 }

describe('a hold', () => {
  test('covers the prompt at its price and the answer at the price of answers', () => {
    expect(holdFor(estimate, PLAIN)).toBe(200 + 8 * 1000)
    expect(holdFor(estimate, { ...PLAIN, groupRatio: 0.5 })).toBe(100 + 4 * 1000)
  })

  // Reference vector 21 holds 1,500 here, an eighth of what an answer may cost at ratio 8.
  test('of a limit that the client gave is its full price', () => {
    const gpt4o = { ...PLAIN, modelRatio: 1.25, completionRatio: 4 }
    expect(holdFor(estimate, gpt4o)).toBe(250 + 5000)
  })

  test('is never smaller than PreConsumedQuota', () => {
    expect(holdFor({ ...estimate, promptTokens: 3, outputTokens: 1 }, PLAIN)).toBe(500)
    expect(leastHoldFor({ ...estimate, promptTokens: 3 }, PLAIN)).toBe(500)
  })

  test('begins with the prompt and one token of an answer at the least', () => {
    const none = { ...estimate, preConsumedQuota: 0 }
    expect(leastHoldFor(none, PLAIN)).toBe(208)
    expect(leastHoldFor({ ...none, outputTokens: 0 }, PLAIN)).toBe(200)
  })

  test('is rounded up, so that it covers the bill it was made for', () => {
    for (const modelRatio of [0.0149, 0.333, 1.0001, 7.77]) {
      const price = { ...PLAIN, modelRatio }
      const exact = chargeFor(usage({ promptTokens: 200, completionTokens: 1000 }), price)
      expect(holdFor({ ...estimate, preConsumedQuota: 0 }, price)).toBeGreaterThanOrEqual(exact)
    }
  })

  test('of a fixed price is that price, whatever the length', () => {
    expect(holdFor(estimate, PER_CALL)).toBe(5000)
    expect(leastHoldFor({ ...estimate, promptTokens: 1_000_000 }, PER_CALL)).toBe(5000)
  })

  test('of counts that are no numbers is the smallest one', () => {
    const odd = { promptTokens: Number.NaN, outputTokens: -5, preConsumedQuota: 500 }
    expect(holdFor(odd, PLAIN)).toBe(500)
  })

  test('of an absurd length is more than anyone has, and still a number', () => {
    expect(holdFor({ ...estimate, outputTokens: 1e300 }, PLAIN)).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('of a model with a negative ratio is nothing', () => {
    expect(holdFor(estimate, { ...PLAIN, modelRatio: -3 })).toBe(0)
  })
})

describe('what a hold affords', () => {
  test('is what is left after the prompt, at the price of answers', () => {
    expect(affordableOutput(8_200, 200, PLAIN)).toBe(1000)
    expect(affordableOutput(8_199, 200, PLAIN)).toBe(999)
    expect(affordableOutput(199, 200, PLAIN)).toBe(0)
  })

  test('has no end where answers are free', () => {
    expect(affordableOutput(0, 0, { ...PLAIN, completionRatio: 0 })).toBe(Number.POSITIVE_INFINITY)
    expect(affordableOutput(5000, 10, PER_CALL)).toBe(Number.POSITIVE_INFINITY)
  })

  test('and what it costs fit each other', () => {
    for (const tokens of [1, 7, 4096, 100_000]) {
      const price = { ...PLAIN, modelRatio: 0.0375 }
      expect(affordableOutput(outputCredits(tokens, price), 0, price)).toBeGreaterThanOrEqual(
        tokens,
      )
    }
  })
})

describe('the longest answer of a model', () => {
  test.each([
    ['gpt-4o', 16_384],
    ['openai/gpt-4o-mini', 16_384],
    ['gpt-5.2', 128_000],
    ['gpt-5-chat-latest', 16_384],
    ['o3-mini-high', 100_000],
    ['claude-3-5-haiku-20241022', 8_192],
    ['claude-opus-4-20250514', 32_000],
    ['claude-sonnet-4-5', 64_000],
    ['gemini-2.5-pro', 65_536],
    ['somebody-elses-model', 8_192],
  ])('%s is %d tokens', (model, tokens) => {
    expect(longestAnswer(model, {})).toBe(tokens)
  })

  test('is what the operator says, where one does', () => {
    const own = { 'gpt-4o': 99, default: 77 }
    expect(longestAnswer('gpt-4o', own)).toBe(99)
    expect(longestAnswer('somebody-elses-model', own)).toBe(77)
    expect(longestAnswer('gpt-5', own)).toBe(128_000)
  })
})

test.each([
  ['o3', true],
  ['openai/gpt-5-mini', true],
  ['gpt-5-chat-latest', false],
  ['deepseek-reasoner', true],
  ['deepseek-chat', false],
  ['gemini-2.5-flash', true],
  ['gemini-2.0-flash', false],
  ['gpt-4o', false],
  ['claude-3-7-sonnet-20250219-thinking', true],
])('%s reasons out of sight by its name: %p', (model, reasons) => {
  expect(reasonsByName(model)).toBe(reasons)
})

describe('a price with a step', () => {
  const { mode: _, modelPrice: __, groupRatio: ___, ...rates } = PLAIN
  const stepped = { ...PLAIN, steps: [{ above: 1000, rates: { ...rates, modelRatio: 3 } }] }

  test('is held as a prompt of that length is charged', () => {
    const held = { outputTokens: 100, preConsumedQuota: 0 }
    expect(holdFor({ ...held, promptTokens: 1000 }, stepped)).toBe(1000 + 800)
    expect(holdFor({ ...held, promptTokens: 1001 }, stepped)).toBe(3003 + 2400)
    expect(outputCredits(100, stepped, 1001)).toBe(2400)
    expect(affordableOutput(5403, 1001, stepped)).toBe(100)
  })
})
