/** A stored call priced again from its log row: the same credits as when it was charged. */
import { describe, expect, test } from 'bun:test'
import { type CallRecord, countedTokens, recordJson } from '../../server/domain/logs/call-record'
import { detailsOf } from '../../server/domain/logs/details'
import type { Price, Rates } from '../../server/domain/money/price'
import { chargeFor, explainCharge } from '../../server/domain/money/quota'
import { type Usage, usage } from '../../server/domain/money/usage'
import { UNIT_NAMES, type UnitName } from '../../server/domain/units'

const RATES: Rates = {
  modelRatio: 1.5,
  completionRatio: 5,
  cacheRatio: 0.1,
  cacheWriteRatio: 1.25,
  audioRatio: 20,
  audioCompletionRatio: 2,
}

const PRICE: Price = { ...RATES, mode: 'per-token', modelPrice: -1, groupRatio: 0.8 }

const RECORD: CallRecord = {
  usage: usage({}),
  price: PRICE,
  isPromptFresh: false,
  firstByteMs: 120,
  upstreamModel: undefined,
  fallbackOf: undefined,
  countedBy: undefined,
  cut: undefined,
  error: undefined,
  outputLimit: undefined,
  isLimitIgnored: false,
  untranslated: [],
  reasoningEffort: undefined,
  tried: [1],
  upstreamId: undefined,
}

function again(record: CallRecord) {
  const { bill } = detailsOf({ ...countedTokens(record), other: recordJson(record) })
  if (bill === undefined) throw new Error('the row has no bill')
  return bill
}

/** Rows as the release before units wrote them, and what they were charged. */
const OLD_ROWS: readonly (readonly [string, number, readonly [number, number], object])[] = [
  ['plain', 3750, [1000, 500], { model_ratio: 1.25, completion_ratio: 4, cache_ratio: 0.5 }],
  [
    'with cached text inside the prompt',
    3250,
    [1000, 500],
    { model_ratio: 1.25, completion_ratio: 4, cache_ratio: 0.5, cache_tokens: 800 },
  ],
  [
    'of Claude, with caches of two lifetimes beside the prompt',
    5250,
    [100, 300],
    {
      claude: true,
      model_ratio: 1.5,
      completion_ratio: 5,
      cache_tokens: 2000,
      cache_ratio: 0.1,
      cache_creation_tokens: 1000,
      cache_creation_ratio: 1.25,
      cache_creation_tokens_1h: 600,
      cache_creation_ratio_1h: 2,
    },
  ],
  [
    'with searches',
    20_250,
    [2000, 300],
    {
      model_ratio: 1.5,
      completion_ratio: 5,
      cache_ratio: 0.1,
      web_search_requests: 3,
      web_search_price: 0.01,
    },
  ],
  [
    'with sound',
    40_375,
    [300, 350],
    {
      model_ratio: 1.25,
      completion_ratio: 4,
      cache_ratio: 1,
      audio: true,
      audio_input: 200,
      audio_output: 300,
      audio_ratio: 40,
      audio_completion_ratio: 2,
    },
  ],
  ['at a fixed price', 20_000, [12, 9], { model_price: 0.04, model_ratio: 0, completion_ratio: 0 }],
]

describe('rows of the release before', () => {
  for (const [name, credits, [prompt_tokens, completion_tokens], stored] of OLD_ROWS) {
    test(`a row ${name} is worth what it was charged`, () => {
      const other = { model_price: -1, group_ratio: 1, cache_tokens: 0, frt: -1000, ...stored }
      const row = { prompt_tokens, completion_tokens, other: JSON.stringify(other) }
      const { bill } = detailsOf(row)
      expect(bill && chargeFor(bill.usage, bill.price)).toBe(credits)
    })
  }

  test('sound that Claude was told beside its text stays beside it', () => {
    const other = { claude: true, group_ratio: 1, audio_input: 50, audio_ratio: 20 }
    const { bill } = detailsOf({
      prompt_tokens: 100,
      completion_tokens: 0,
      other: JSON.stringify(other),
    })
    expect(bill?.usage).toMatchObject({ promptTokens: 100, audioPromptTokens: 50 })
  })
})

describe('every unit', () => {
  /** More of completion than of reasoning, which is a part of it. */
  const FULL = Object.fromEntries(UNIT_NAMES.map((name, at) => [name, 1000 + at * 7])) as Record<
    UnitName,
    number
  >

  for (const isPromptFresh of [false, true]) {
    test(`comes back out of a row, the prompt counted ${isPromptFresh ? 'fresh' : 'whole'}`, () => {
      const used = usage({ ...FULL, reasoningTokens: 5 })
      const bill = again({ ...RECORD, usage: used, isPromptFresh })
      expect(bill.usage).toEqual(used)
      expect(chargeFor(bill.usage, bill.price)).toBe(chargeFor(used, PRICE))
    })
  }

  test.each([...UNIT_NAMES])('%s alone is charged the same again, at whatever price', (name) => {
    const part = name === 'reasoningTokens' ? { completionTokens: 9 } : {}
    const used = usage({ ...part, [name]: 9 })
    const prices: readonly Price[] = [
      PRICE,
      { ...PRICE, imageRatio: 2.5 },
      { ...PRICE, usd: { [name]: 12.5 } },
      {
        ...PRICE,
        tiers: { batch: 0.5 },
        steps: [{ above: 8, rates: { ...RATES, modelRatio: 3 } }],
      },
      { ...PRICE, mode: 'per-call', modelPrice: 0.04 },
    ]
    for (const price of prices) {
      const batch = { ...used, tier: 'batch' }
      for (const one of [used, batch]) {
        const bill = again({ ...RECORD, usage: one, price })
        expect(chargeFor(bill.usage, bill.price)).toBe(chargeFor(one, price))
      }
    }
  })

  test('is charged something, unless its row says why not', () => {
    const free = UNIT_NAMES.filter((name) => chargeFor(usage({ [name]: 100_000 }), PRICE) <= 1)
    expect(free).toEqual(['reasoningTokens', 'webFetches', 'calls'])
  })
})

describe('what no unit stands for', () => {
  const unknown = { num_sources_used: 4 }

  test('stays in the row, and costs nothing', () => {
    const used: Usage = usage({ promptTokens: 10, unknown })
    const record = { ...RECORD, usage: used }
    expect(again(record).usage.unknown).toEqual(unknown)
    expect(chargeFor(used, PRICE)).toBe(chargeFor(usage({ promptTokens: 10 }), PRICE))
    const row = { ...countedTokens(record), other: recordJson(record) }
    expect(detailsOf(row).unknownUsage).toEqual(unknown)
  })
})

describe('prices that depend on the call', () => {
  const LONG: Price = {
    ...PRICE,
    groupRatio: 1,
    steps: [{ above: 200_000, rates: { ...RATES, modelRatio: 3, completionRatio: 3.75 } }],
    tiers: { batch: 0.5, fast: 6, 'geo-us': 1.1 },
  }

  test('a prompt up to the bound costs the base, one token more the step, all of it', () => {
    expect(chargeFor(usage({ promptTokens: 200_000 }), LONG)).toBe(300_000)
    expect(chargeFor(usage({ promptTokens: 200_001 }), LONG)).toBe(600_003)
  })

  test('cached text counts towards the bound', () => {
    const used = usage({ promptTokens: 1, cacheReadTokens: 200_000 })
    expect(chargeFor(used, LONG)).toBe(60_003)
  })

  test('the tier that was served multiplies the bill, each part of it', () => {
    const used = usage({ promptTokens: 1000 })
    expect(chargeFor({ ...used, tier: 'batch' }, LONG)).toBe(750)
    expect(chargeFor({ ...used, tier: 'fast+geo-us' }, LONG)).toBe(9900)
    expect(chargeFor({ ...used, tier: 'constructor' }, LONG)).toBe(1500)
  })

  test('the bill worked out step by step has the rates that were in force', () => {
    const bill = explainCharge(usage({ promptTokens: 300_000, completionTokens: 100 }), LONG)
    expect(bill.rows.map(({ ratio }) => ratio)).toEqual(['3', '11.25'])
    expect(bill.total).toBe(901_125)
  })
})
