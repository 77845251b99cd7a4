import { describe, expect, test } from 'bun:test'
import { CREDITS_PER_USD, chargeFor } from '../../../server/domain/money/quota'
import { usage } from '../../../server/domain/money/usage'
import { CATALOGUE } from '../../../server/domain/prices/catalogue'
import { FAMILY_MODEL_RATIO } from '../../../server/domain/prices/family'
import {
  DEFAULT_PRICE_TABLES,
  type PriceTables,
  priceFor,
} from '../../../server/domain/prices/lookup'

function priceOf(model: string, changed: Partial<PriceTables> = {}) {
  const tables = { ...DEFAULT_PRICE_TABLES, ...changed }
  return priceFor({ model, groupRatio: 1, tables, selfUse: false, acceptsUnset: false })
}

/** Dollars per million prompt and completion tokens. */
function usdPerMillion(model: string) {
  const price = priceOf(model)
  if (price?.mode !== 'per-token') return undefined
  const input = price.modelRatio * 2
  return [input, input * price.completionRatio].map((usd) => Number(usd.toPrecision(6)))
}

describe('a model without a price', () => {
  const unset = { model: 'unheard-of', groupRatio: 1, tables: DEFAULT_PRICE_TABLES }

  test('has no price', () => {
    expect(priceFor({ ...unset, selfUse: false, acceptsUnset: false })).toBeUndefined()
  })

  test('costs the dear fallback in self-use mode or with the user’s consent', () => {
    expect(priceFor({ ...unset, selfUse: true, acceptsUnset: false })?.modelRatio).toBe(37.5)
    expect(priceFor({ ...unset, selfUse: false, acceptsUnset: true })?.modelRatio).toBe(37.5)
  })

  test('is not found among the properties every object has', () => {
    expect(priceOf('constructor')).toBeUndefined()
    expect(priceOf('__proto__')).toBeUndefined()
  })
})

describe('which row wins', () => {
  test('a fixed price wins over a ratio', () => {
    const price = priceOf('gpt-4o', { modelPrice: { 'gpt-4o': 0.02 } })
    expect(price).toMatchObject({ mode: 'per-call', modelPrice: 0.02, modelRatio: 0 })
  })

  test('a ratio of 0 is a price, not a gap', () => {
    expect(priceOf('glm-4-flash')?.modelRatio).toBe(0)
  })

  test('custom GPTs are priced by their family in both tables', () => {
    expect(priceOf('gpt-4-gizmo-g-123')).toMatchObject({ mode: 'per-call', modelPrice: 0.1 })
    expect(priceOf('gpt-4o-gizmo-g-123')).toMatchObject({ modelRatio: 2.5, completionRatio: 3 })
  })

  test('a thinking variant costs what its base does, unless it has its own row', () => {
    expect(usdPerMillion('claude-sonnet-4-5-thinking')).toEqual([3, 15])
    const own = priceOf('gpt-4o-thinking', { modelRatio: { 'gpt-4o': 1, 'gpt-4o-thinking': 9 } })
    expect(own?.modelRatio).toBe(9)
  })

  test('a dated snapshot costs what its base does, unless it has its own row', () => {
    expect(usdPerMillion('claude-sonnet-4-5-20250929')).toEqual([3, 15])
    expect(usdPerMillion('claude-haiku-4-5-20251001-thinking')).toEqual([1, 5])
    expect(usdPerMillion('gpt-4o-2024-05-13')).toEqual([5, 15])
  })

  test('a suffix that is no date is another model', () => {
    expect(priceOf('gpt-4o-99999999')).toBeUndefined()
  })
})

describe('completion ratios', () => {
  const operator = { completionRatio: { 'gpt-4o': 99, 'gpt-4': 99, 'my/gpt-4o': 7, 'gpt-5': 3 } }

  test('a locked family ignores the operator’s table', () => {
    expect(priceOf('gpt-4o', operator)?.completionRatio).toBe(4)
  })

  test('an open family follows it', () => {
    expect(priceOf('gpt-4', operator)?.completionRatio).toBe(99)
  })

  test('a name with a slash is priced by the operator before any rule', () => {
    const price = priceOf('my/gpt-4o', { ...operator, modelRatio: { 'my/gpt-4o': 1 } })
    expect(price?.completionRatio).toBe(7)
  })

  test('the operator may change a catalogue model', () => {
    expect(priceOf('gpt-5', operator)?.completionRatio).toBe(3)
  })

  test('an imported table without newer models still sells them at their real price', () => {
    const imported = { completionRatio: { 'gpt-4-all': 2 } }
    expect(priceOf('gpt-5', imported)?.completionRatio).toBe(8)
  })

  test.each([
    ['gpt-4-turbo-2024-04-09', 3],
    ['gpt-4-0613', 2],
    ['gpt-4-all', 2],
    ['gpt-4o-all', 1],
    ['o1-preview', 4],
    ['chatgpt-4o-latest', 3],
    ['claude-2.1', 3],
    ['claude-3-opus-20240229', 5],
    ['gpt-3.5-turbo-0125', 3],
    ['gpt-3.5-turbo-1106', 2],
    ['gemini-2.5-pro-preview-03-25', 8],
    ['command-r-plus', 5],
    ['command-r-08-2024', 4],
    ['ERNIE-Speed-8K', 2],
    ['glm-4', 1],
  ])('%s writes at %d times its reading price', (model, ratio) => {
    expect(priceOf(model)?.completionRatio).toBe(ratio)
  })
})

describe('the catalogue', () => {
  test.each([
    ['gpt-5', [1.25, 10]],
    ['gpt-5-mini', [0.25, 2]],
    ['gpt-4.1', [2, 8]],
    ['o3', [2, 8]],
    ['o4-mini', [1.1, 4.4]],
    ['claude-sonnet-4-5', [3, 15]],
    ['claude-opus-4-1-20250805', [15, 75]],
    ['gemini-2.5-pro', [1.25, 10]],
    ['gemini-2.5-flash', [0.3, 2.5]],
    ['grok-4', [3, 15]],
    ['mistral-medium-2508', [0.4, 2]],
    ['gpt-4o-mini-tts', [0.6, 12]],
  ])('%s costs %p dollars per million tokens', (model, usd) => {
    expect(usdPerMillion(model)).toEqual(usd)
  })

  test('never changes the price of a model the family knows', () => {
    for (const [model, ratio] of Object.entries(FAMILY_MODEL_RATIO)) {
      expect(CATALOGUE[model]?.ratio).toBeUndefined()
      expect(DEFAULT_PRICE_TABLES.modelRatio[model]).toBe(ratio)
    }
  })

  test('has only finite, positive numbers', () => {
    const numbers = Object.values(CATALOGUE).flatMap((row) => Object.values(row))
    expect(numbers.filter((value) => !(value > 0 && Number.isFinite(value)))).toEqual([])
  })

  test('cached text never costs more than fresh text', () => {
    const dear = Object.entries(CATALOGUE).filter(([, row]) => (row.cacheRead ?? 0) > 1)
    expect(dear).toEqual([])
  })

  test('cache prices: the table, the catalogue, else full price to read and 1.25 to write', () => {
    expect(priceOf('gpt-5')).toMatchObject({ cacheRatio: 0.1, cacheWriteRatio: 1.25 })
    expect(priceOf('gpt-4o')).toMatchObject({ cacheRatio: 0.5, cacheWriteRatio: 1.25 })
    expect(priceOf('yi-large')).toMatchObject({ cacheRatio: 1, cacheWriteRatio: 1.25 })
  })

  test('audio prices of newer models are their own', () => {
    expect(priceOf('gpt-audio')).toMatchObject({ audioRatio: 12.8, audioCompletionRatio: 2 })
    expect(priceOf('gpt-4o-realtime-preview')).toMatchObject({ audioRatio: 20 })
  })
})

const NO_MORE = {
  cacheWriteRatio: {},
  audioRatio: {},
  audioCompletionRatio: {},
  imageRatio: {},
  steps: {},
  tiers: {},
}

describe('a cache of Google that is kept for an hour', () => {
  const storage = (model: string, unitPrices = {}) => {
    const more = { ...NO_MORE, unitPrices }
    const tables = { ...DEFAULT_PRICE_TABLES, more }
    const price = priceFor({ model, groupRatio: 1, tables, selfUse: true, acceptsUnset: true })
    if (price === undefined) throw new Error(model)
    return chargeFor(usage({ cacheStorage: 1_000_000 }), price) / CREDITS_PER_USD
  }
  test.each([
    ['gemini-2.5-pro', 4.5],
    ['gemini-3.1-pro-preview', 4.5],
    ['gemini-2.5-flash', 1],
    ['gemini-2.5-flash-lite', 1],
    ['gemini-3.5-flash', 1],
    ['gemini-3.8-flash', 0.5],
    ['google/gemini-2.5-flash', 1],
    ['gemini-3.9-ultra', 4.5],
  ])('costs what %s does: $%p for a million tokens', (model, usd) => {
    expect(storage(model)).toBe(usd)
  })

  test('costs what the operator has set', () => {
    expect(storage('gemini-2.5-flash', { 'gemini-2.5-flash': { cache_storage: 3 } })).toBe(3)
    expect(storage('gemini-2.5-flash', { 'gemini-2.5-flash': { web_search: 10 } })).toBe(1)
  })
})
