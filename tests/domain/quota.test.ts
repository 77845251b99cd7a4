/**
 * The bill of a call. The numbered cases are the reference's test vectors with group ratio 1
 * and default tables; where the reference is wrong the right value stands, and why.
 */
import { describe, expect, test } from 'bun:test'
import { holdFor } from '../../server/domain/ledger/hold'
import type { Price } from '../../server/domain/money/price'
import {
  chargeFor,
  explainCharge,
  formatQuota,
  imageCharge,
  recordingTokens,
  speechCharacters,
  taskCharge,
} from '../../server/domain/money/quota'
import { type Usage, usage } from '../../server/domain/money/usage'
import { DEFAULT_PRICE_TABLES, priceFor } from '../../server/domain/prices/lookup'

function priceOf(model: string, groupRatio = 1, selfUse = false): Price {
  const tables = DEFAULT_PRICE_TABLES
  const price = priceFor({ model, groupRatio, tables, selfUse, acceptsUnset: false })
  if (!price) throw new Error(`${model} has no price`)
  return price
}

function cost(model: string, used: Partial<Usage>, groupRatio = 1): number {
  return chargeFor(usage(used), priceOf(model, groupRatio))
}

const PLAIN: Price = {
  mode: 'per-token',
  modelRatio: 1,
  completionRatio: 1,
  cacheRatio: 1,
  cacheWriteRatio: 1.25,
  audioRatio: 20,
  audioCompletionRatio: 2,
  modelPrice: -1,
  groupRatio: 1,
}

describe('reference vectors, text', () => {
  test('1: prompt and completion', () => {
    expect(cost('gpt-4o', { promptTokens: 1000, completionTokens: 500 })).toBe(3750)
  })

  test('2: cached text costs half', () => {
    const used = { promptTokens: 200, cacheReadTokens: 800, completionTokens: 500 }
    expect(cost('gpt-4o', used)).toBe(3250)
  })

  test.each([
    [1, 0],
    [6, 0],
    [7, 1],
  ])('3: %d prompt tokens of gpt-4o-mini cost %d: below one half is nothing', (tokens, owed) => {
    expect(cost('gpt-4o-mini', { promptTokens: tokens })).toBe(owed)
  })

  test('4: a call without any tokens is free', () => {
    expect(cost('gpt-4o', {})).toBe(0)
  })

  test('5: a model with ratio 0 is free', () => {
    expect(cost('glm-4-flash', { promptTokens: 100, completionTokens: 100 })).toBe(0)
  })

  test('6: a half rounds away from zero', () => {
    const used = { promptTokens: 1000, cacheReadTokens: 2000, completionTokens: 1000 }
    expect(cost('deepseek-reasoner', used)).toBe(1513)
  })

  // The reference truncates this to 4882 on /v1/messages only; the same work costs the same
  // here whatever the client speaks.
  test('7: group ratio, rounded on every path', () => {
    const used = { promptTokens: 1234, completionTokens: 567 }
    expect(cost('claude-3-5-sonnet-20240620', used, 0.8)).toBe(4883)
  })

  // 9 is the same usage through chat/completions, where the reference subtracts cached tokens
  // from a prompt count that never held them and charges 1.
  test('8 and 9: cache reads and writes are priced beside the prompt', () => {
    const used = {
      promptTokens: 100,
      cacheReadTokens: 2000,
      cacheWriteTokens: 1000,
      completionTokens: 300,
    }
    expect(cost('claude-3-7-sonnet-20250219', used)).toBe(4575)
  })

  test('17: embeddings', () => {
    expect(cost('text-embedding-3-small', { promptTokens: 1234 })).toBe(12)
  })

  test('18: a completion ratio of four thirds', () => {
    expect(cost('gpt-3.5-turbo-0613', { promptTokens: 100, completionTokens: 100 })).toBe(175)
  })

  // The reference truncates 2.5 to 2 on /v1/messages.
  test('19: two and a half credits are three on every path', () => {
    expect(cost('claude-3-5-haiku-20241022', { promptTokens: 5 })).toBe(3)
  })

  test('20: a ratio with sixteen digits', () => {
    expect(cost('ERNIE-4.0-8K', { promptTokens: 1000, completionTokens: 1000 })).toBe(16438)
  })

  // The reference's row is 0 through an integer division, which gives the model away.
  test('24: the large sonar model costs what was meant', () => {
    const used = { promptTokens: 100, completionTokens: 100 }
    expect(cost('llama-3-sonar-large-32k-chat', used)).toBe(100)
  })

  test('25: an unpriced model in self-use mode', () => {
    const price = priceOf('nobody-knows-this', 1, true)
    expect(chargeFor(usage({ promptTokens: 100, completionTokens: 100 }), price)).toBe(7500)
  })
})

describe('reference vectors, other calls', () => {
  const dalle = {
    model: 'dall-e-3',
    modelPrice: 0.04,
    modelRatio: 0,
    groupRatio: 1,
    size: '1024x1024',
    quality: 'standard',
    n: 1,
  }

  test('10: two large images in high quality', () => {
    expect(imageCharge({ ...dalle, quality: 'hd', size: '1792x1024', n: 2 })).toBe(120_000)
  })

  test('11: one image, in high quality, in a cheaper group', () => {
    expect(imageCharge(dalle)).toBe(20_000)
    expect(imageCharge({ ...dalle, quality: 'hd' })).toBe(40_000)
    expect(imageCharge({ ...dalle, groupRatio: 0.5 })).toBe(10_000)
  })

  test('an image model with only a ratio is not billed by counting images as tokens', () => {
    const order = { ...dalle, model: 'dall-e-2', modelPrice: undefined, modelRatio: 8 }
    expect(imageCharge({ ...order, size: '512x512' })).toBe(4500)
  })

  test('an unknown size costs what the plain one does', () => {
    expect(imageCharge({ ...dalle, size: 'constructor' })).toBe(20_000)
  })

  test('a number of images that is none costs nothing', () => {
    expect([0, -1, Number.NaN].map((n) => imageCharge({ ...dalle, n }))).toEqual([0, 0, 0])
  })

  test('12: speech by characters', () => {
    const text = '字'.repeat(100)
    expect(cost('tts-1', { promptTokens: speechCharacters(text) })).toBe(750)
    expect(cost('tts-1-hd', { promptTokens: speechCharacters(text) })).toBe(1500)
  })

  test('13: a recording by begun seconds', () => {
    expect(recordingTokens(61.2)).toBe(1033)
    expect(cost('whisper-1', { promptTokens: recordingTokens(61.2) })).toBe(15_495)
  })

  test('a recording of unknown length counts nothing', () => {
    expect([0, -3, Number.NaN, Number.POSITIVE_INFINITY].map(recordingTokens)).toEqual([0, 0, 0, 0])
  })

  const spoken = {
    promptTokens: 100,
    completionTokens: 50,
    audioPromptTokens: 200,
    audioCompletionTokens: 300,
  }

  test('14: audio chat', () => {
    expect(cost('gpt-4o-audio-preview', spoken)).toBe(40_375)
  })

  test('15: realtime', () => {
    expect(cost('gpt-4o-realtime-preview-2024-12-17', spoken)).toBe(16_750)
  })

  test('16: a custom GPT has the fixed price of its family', () => {
    expect(cost('gpt-4-gizmo-abc', { promptTokens: 9 })).toBe(50_000)
    expect(cost('gpt-4-gizmo-abc', { promptTokens: 9 }, 0.5)).toBe(25_000)
  })

  test.each([
    ['mj_imagine', 50_000],
    ['mj_upscale', 25_000],
    ['swap_face', 25_000],
    ['suno_music', 50_000],
    ['suno_lyrics', 5000],
  ])('23: one job of %s costs %d', (action, owed) => {
    expect(taskCharge(priceOf(action).modelPrice, 1)).toBe(owed)
  })
})

describe('bad counts and ratios', () => {
  test('negative and missing counts are 0', () => {
    const used = usage({ promptTokens: -1000, completionTokens: Number.NaN, cacheReadTokens: 4 })
    expect(chargeFor(used, PLAIN)).toBe(4)
  })

  test('fractions of a token are dropped', () => {
    expect(chargeFor(usage({ promptTokens: 9.9 }), PLAIN)).toBe(9)
  })

  test('a bill larger than any balance is cut to the largest number that is exact', () => {
    const used = usage({ promptTokens: Number.POSITIVE_INFINITY, completionTokens: 1e308 })
    expect(chargeFor(used, PLAIN)).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('tokens of a class with ratio 0 cost one credit where the model has a price', () => {
    const price = { ...PLAIN, completionRatio: 0 }
    expect(chargeFor(usage({ completionTokens: 50 }), price)).toBe(1)
  })

  test('tokens of a class with ratio 0 are free where the group is', () => {
    const price = { ...PLAIN, completionRatio: 0, groupRatio: 0 }
    expect(chargeFor(usage({ completionTokens: 50 }), price)).toBe(0)
  })

  test('a negative ratio never pays the client', () => {
    const price = { ...PLAIN, modelRatio: -3 }
    expect(chargeFor(usage({ promptTokens: 50 }), price)).toBe(0)
  })

  test('a call at a fixed price that used nothing is free', () => {
    expect(chargeFor(usage({}), priceOf('suno_lyrics'))).toBe(0)
  })

  test('a ratio that is not a number is a bug and stops here', () => {
    const price = { ...PLAIN, modelRatio: Number.NaN }
    expect(() => chargeFor(usage({ promptTokens: 1 }), price)).toThrow('ratios are finite')
  })
})

describe('exactness', () => {
  /** Small linear congruential generator: the same cases in every run. */
  function numbers(seed: number): () => number {
    let state = seed
    return () => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return state / 4_294_967_296
    }
  }

  test('a thousand random bills equal whole-number arithmetic done separately', () => {
    const next = numbers(7)
    for (let round = 0; round < 1000; round++) {
      const tokens = Math.floor(next() * 200_000)
      const written = Math.floor(next() * 20_000)
      // Ratios with at most four decimals, so that units of 1e-12 are whole numbers.
      const [a, b, c] = [1, 2, 3].map(() => Math.floor(next() * 40_000) + 1)
      if (a === undefined || b === undefined || c === undefined) throw new Error('unreachable')
      const price = {
        ...PLAIN,
        modelRatio: a / 1e4,
        completionRatio: b / 1e4,
        groupRatio: c / 1e4,
      }
      const units = BigInt(a) * BigInt(c) * (BigInt(tokens) * 10_000n + BigInt(written) * BigInt(b))
      const expected = Number((units * 2n + 10n ** 12n) / (2n * 10n ** 12n))
      const used = usage({ promptTokens: tokens, completionTokens: written })
      expect(chargeFor(used, price)).toBe(expected)
    }
  })

  test('one tenth is one tenth: ten calls at 0.1 cost what one call at 1 costs', () => {
    expect(chargeFor(usage({ promptTokens: 3 }), { ...PLAIN, modelRatio: 0.1 })).toBe(0)
    expect(chargeFor(usage({ promptTokens: 5 }), { ...PLAIN, modelRatio: 0.1 })).toBe(1)
    expect(chargeFor(usage({ promptTokens: 45 }), { ...PLAIN, modelRatio: 0.7 })).toBe(32)
  })

  test('more tokens never cost less', () => {
    const price = { ...PLAIN, modelRatio: 0.0365, completionRatio: 1.66 }
    let last = 0
    for (let tokens = 0; tokens < 500; tokens++) {
      const owed = chargeFor(usage({ promptTokens: tokens, completionTokens: 3 }), price)
      expect(owed).toBeGreaterThanOrEqual(last)
      last = owed
    }
  })

  test('very small and very large ratios survive', () => {
    const tiny = { ...PLAIN, modelRatio: 1e-7 }
    expect(chargeFor(usage({ promptTokens: 5_000_000 }), tiny)).toBe(1)
    const large = { ...PLAIN, modelRatio: 1e21 }
    expect(chargeFor(usage({ promptTokens: 1 }), large)).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('a bill worked out step by step', () => {
  test('the rows add up to the exact sum, and the rule says what rounding did', () => {
    const used = usage({ promptTokens: 1000, cacheReadTokens: 2000, completionTokens: 1000 })
    expect(explainCharge(used, priceOf('deepseek-reasoner'))).toEqual({
      mode: 'per-token',
      rows: [
        { class: 'prompt', tokens: 1000, ratio: '0.275', per: 1_000_000, credits: '275' },
        { class: 'cache_read', tokens: 2000, ratio: '0.06875', per: 1_000_000, credits: '137.5' },
        { class: 'completion', tokens: 1000, ratio: '1.1', per: 1_000_000, credits: '1100' },
      ],
      exact: '1512.5',
      total: 1513,
      rule: 'rounded',
    })
  })

  test('says when a call cost the least that is charged', () => {
    const bill = explainCharge(usage({ completionTokens: 9 }), { ...PLAIN, completionRatio: 0 })
    expect([bill.exact, bill.total, bill.rule]).toEqual(['0', 1, 'least_one'])
  })

  test('says when nothing was used', () => {
    expect(explainCharge(usage({}), PLAIN).rule).toBe('no_tokens')
  })

  test('a fixed price has no rows', () => {
    const bill = explainCharge(usage({ promptTokens: 1 }), priceOf('suno_lyrics'))
    expect([bill.rows.length, bill.exact, bill.total, bill.rule]).toEqual([
      0,
      '5000',
      5000,
      'exact',
    ])
  })

  test('says when a bill was cut', () => {
    const bill = explainCharge(usage({ promptTokens: 1e300 }), { ...PLAIN, modelRatio: 2 })
    expect(bill.rule).toBe('cut')
  })
})

describe('credits for people', () => {
  test.each([
    [0, '$0.00'],
    [2500, '$0.01'],
    [2499, '$0.00'],
    [-2499, '$0.00'],
    [-750_000, '-$1.50'],
    [50_000_000_000_000, '$100000000.00'],
  ])('%d credits are %s', (quota, text) => {
    expect(formatQuota(quota, 500_000, true)).toBe(text)
  })

  test('credits stay credits without currency, and with a rate that cannot divide', () => {
    expect(formatQuota(123_456, 500_000, false)).toBe('123456')
    expect(formatQuota(123_456, 0, true)).toBe('123456')
  })
})

describe('large and small sums alike', () => {
  /** A ratio of so many thousandths: the sum of a bill is counts times whole thousandths. */
  const priced = (thousandths: number): Price => ({
    ...PLAIN,
    modelRatio: thousandths / 1000,
    completionRatio: 3,
  })

  /** Half away from zero, by whole numbers of any size. */
  function exactly(prompt: number, completion: number, thousandths: number): number {
    const sum = (BigInt(prompt) + 3n * BigInt(completion)) * BigInt(thousandths)
    const rounded = (sum * 2n + 1000n) / 2000n
    const most = BigInt(Number.MAX_SAFE_INTEGER)
    return Number(rounded > most ? most : rounded)
  }

  const counts = [1, 2, 499, 500, 501, 12_345, 2 ** 31 - 1, 2 ** 40 + 1, 2 ** 47 + 3, 2 ** 52 + 1]
  const ratios = [1, 3, 500, 999, 1001, 37_500, 123_457]
  const rows = counts.flatMap((prompt) =>
    ratios.flatMap((thousandths) =>
      [0, 1, 7, prompt].map((completion) => [prompt, completion, thousandths] as const),
    ),
  )

  test('a bill is exact on both sides of what a number holds', () => {
    const billed = rows.map(([promptTokens, completionTokens, thousandths]) =>
      chargeFor(usage({ promptTokens, completionTokens }), priced(thousandths)),
    )
    expect(billed).toEqual(rows.map((row) => exactly(...row)))
  })

  test('a hold covers its bill, and is the least that does', () => {
    for (const [promptTokens, outputTokens, thousandths] of rows) {
      const price = priced(thousandths)
      const held = holdFor({ promptTokens, outputTokens, preConsumedQuota: 0 }, price)
      const sum = (BigInt(promptTokens) + 3n * BigInt(outputTokens)) * BigInt(thousandths)
      const most = BigInt(Number.MAX_SAFE_INTEGER)
      const least = (sum + 999n) / 1000n
      expect(held).toBe(Number(least > most ? most : least))
    }
  })
})
