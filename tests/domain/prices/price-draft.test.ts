/** Prices as people type them, and what they come to in rows and in bills. */
import { describe, expect, test } from 'bun:test'
import { OPTIONS } from '../../../server/domain/options'
import { changeOf, draftWorth, ratioOf } from '../../../server/domain/prices/price-change'
import {
  draftOf,
  draftProblems,
  type PriceDraft,
  storedPrice,
} from '../../../server/domain/prices/price-draft'
import {
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceJson,
  type PriceRow,
  removedPrice,
} from '../../../server/domain/prices/price-row'
import { tablesOfRows } from '../../../server/domain/prices/price-tables'
import { priceInTables } from '../../../server/domain/prices/priced-models'
import { unitDollars } from '../../../server/domain/prices/unit-dollars'

/** What the program ships, with what is given over it. */
function rowsWith(given: Readonly<Record<string, PriceJson>>): readonly PriceRow[] {
  const models = new Map<string, Record<string, unknown>>()
  for (const field of PRICE_FIELDS) {
    for (const [model, value] of Object.entries(OPTIONS[FIELD_OPTIONS[field]].default)) {
      models.set(model, { ...models.get(model), [field]: value })
    }
  }
  for (const [model, price] of Object.entries(given)) {
    models.set(model, { ...models.get(model), ...price })
  }
  return [...models].map(([model, price]) => ({ model, price }))
}

/** What units cost once the draft is saved. */
function saved(model: string, rows: readonly PriceRow[], change: PriceJson, above = 0) {
  const stored = rows.find((row) => row.model === model)?.price
  const all = [
    ...rows.filter((row) => row.model !== model),
    { model, price: { ...stored, ...change } },
  ]
  const price = priceInTables(model, tablesOfRows(all))
  return price && unitDollars(price, above)
}

function edited(model: string, change: (draft: PriceDraft) => Partial<PriceDraft>, given = {}) {
  const rows = rowsWith(given)
  const stored = storedPrice(model, rows)
  const draft = draftOf(stored)
  const price = changeOf({ ...draft, ...change(draft) }, stored)
  return { price, worth: (above?: number) => saved(model, rows, price, above) }
}

describe('a draft', () => {
  test('has in dollars what is set, and blank what follows a rule', () => {
    const stored = storedPrice('gpt-4o', rowsWith({}))
    expect(draftOf(stored)).toEqual({
      mode: 'token',
      call: '',
      prices: { prompt: '2.5', cache_read: '1.25' },
      steps: [],
      tiers: [],
    })
    expect(draftWorth(draftOf(stored), stored).base).toMatchObject({
      completion: 10,
      web_search: 10,
    })
  })

  test('that nobody touched changes nothing, of no shipped model', () => {
    const rows = rowsWith({})
    for (const { model } of rows) {
      const stored = storedPrice(model, rows)
      expect([model, changeOf(draftOf(stored), stored)]).toEqual([model, {}])
    }
  })

  test('with one character retyped changes nothing that is charged', () => {
    const rows = rowsWith({})
    for (const { model } of rows.filter((_, at) => at % 7 === 0)) {
      const stored = storedPrice(model, rows)
      const draft = draftOf(stored)
      const { prompt = '' } = draft.prices
      const prices = { ...draft.prices, prompt: `${prompt} ` }
      const change = draft.mode === 'call' ? {} : changeOf({ ...draft, prices }, stored)
      expect([model, saved(model, rows, change)]).toEqual([model, saved(model, rows, {})])
    }
  })
})

describe('dollars become', () => {
  test('ratios where ratios say them', () => {
    const { price } = edited('house', () => ({
      prices: { prompt: '3', completion: '15', cache_read: '0.3', cache_write: '3.75' },
    }))
    expect(price).toEqual({
      model_ratio: 1.5,
      completion_ratio: 5,
      cache_ratio: 0.1,
      ...(price.create_cache_ratio !== undefined && { create_cache_ratio: 1.25 }),
    })
  })

  test('a price in dollars where the family has a fixed ratio', () => {
    const { price, worth } = edited('gpt-4o-mini-2024-07-18', ({ prices }) => ({
      prices: { ...prices, completion: '0.7' },
    }))
    expect(price.unit_prices).toEqual({ completion: 0.7 })
    expect(worth()).toMatchObject({ completion: 0.7 })
  })

  test('a price in dollars beside an input that is free', () => {
    const { worth } = edited('house', () => ({ prices: { prompt: '0', completion: '1' } }))
    expect(worth()).toMatchObject({ prompt: 0, completion: 1 })
  })

  test('shares of their own when only the input changes', () => {
    const { price, worth } = edited('gpt-4.1', ({ prices }) => ({
      prices: { ...prices, prompt: '4' },
    }))
    expect(price.model_ratio).toBe(2)
    expect(worth()).toMatchObject({ prompt: 4, completion: 8, cache_read: 0.5 })
  })

  test('nothing when a field is cleared, and the rule holds again', () => {
    const given = { house: { model_ratio: 1, completion_ratio: 9, unit_prices: { page: 4 } } }
    const { price } = edited('house', () => ({ prices: { prompt: '2' } }), given)
    expect(price).toEqual({ completion_ratio: null, unit_prices: null })
  })

  test('audio out as a share of audio in', () => {
    const { price, worth } = edited('house', () => ({
      prices: { prompt: '1', audio_prompt: '10', audio_completion: '40' },
    }))
    expect(price).toMatchObject({ audio_ratio: 10, audio_completion_ratio: 4 })
    expect(worth()).toMatchObject({ audio_prompt: 10, audio_completion: 40 })
  })
})

describe('thresholds', () => {
  const given = { house: { model_ratio: 1, completion_ratio: 4 } }

  test('are kept in order, and what they leave blank costs the same as below', () => {
    const { price, worth } = edited(
      'house',
      () => ({
        steps: [
          { above: '500000', prices: { completion: '20' } },
          { above: '200000', prices: { prompt: '4' } },
        ],
      }),
      given,
    )
    expect(price.steps?.map(({ above }) => above)).toEqual([200_000, 500_000])
    expect(worth(200_000)).toMatchObject({ prompt: 4, completion: 16 })
    expect(worth(500_000)).toMatchObject({ completion: 20 })
    expect(worth()).toMatchObject({ prompt: 2, completion: 8 })
  })

  test('that nobody touched stay as they are', () => {
    const steps = [{ above: 1000, model_ratio: 2, unit_prices: { page: 3 } }]
    const { price } = edited('house', () => ({ tiers: [{ name: 'batch', factor: '0.5' }] }), {
      house: { ...given.house, steps },
    })
    expect(price).toEqual({ tiers: { batch: 0.5 } })
  })

  test('go one by one, and the last takes the field with it', () => {
    const steps = [{ above: 1000, model_ratio: 2 }]
    const { price } = edited('house', () => ({ steps: [] }), { house: { ...given.house, steps } })
    expect(price).toEqual({ steps: null })
  })
})

test('a price by the call hides those by the token, which come back with the other mode', () => {
  const given = { house: { model_ratio: 1, completion_ratio: 3 } }
  const { price } = edited('house', () => ({ mode: 'call', call: '0.04' }), given)
  expect(price).toEqual({ model_price: 0.04 })
  const both = { house: { ...given.house, model_price: 0.04 } }
  const draft = draftOf(storedPrice('house', rowsWith(both)))
  expect(draft).toMatchObject({ mode: 'call', prices: { prompt: '2', completion: '6' } })
  expect(edited('house', () => ({ mode: 'token' }), both).price).toEqual({ model_price: null })
})

test('a variant that is priced as its base gets a row of its own once it differs', () => {
  const { price, worth } = edited('claude-sonnet-4-20250514-thinking', () => ({
    prices: { prompt: '3', completion: '20' },
  }))
  expect(price.model_ratio).toBe(1.5)
  expect(worth()).toMatchObject({ prompt: 3, completion: 20 })
})

test('ratios are told beside dollars, as far as a unit has one', () => {
  const stored = storedPrice('gpt-4o', rowsWith({}))
  const { base } = draftWorth(draftOf(stored), stored)
  expect([ratioOf('prompt', base), ratioOf('completion', base)]).toEqual([1.25, 4])
  expect(ratioOf('web_search', base)).toBeUndefined()
})

test.each([
  [{ prices: {} }, ['prices.prompt']],
  [{ prices: { prompt: 'cheap' } }, ['prices.prompt']],
  [{ prices: { prompt: '1', completion: '-1' } }, ['prices.completion']],
  [{ mode: 'call', call: '' }, ['call']],
  [{ steps: [{ above: '0', prices: {} }] }, ['steps.0.above']],
  [{ steps: [{ above: '1.5', prices: { prompt: 'x' } }] }, ['steps.0.above', 'steps.0.prompt']],
  [
    {
      steps: [
        { above: '5', prices: {} },
        { above: ' 5', prices: {} },
      ],
    },
    ['steps.1.above'],
  ],
  [{ tiers: [{ name: ' ', factor: '' }] }, ['tiers.0.name', 'tiers.0.factor']],
  [
    {
      tiers: [
        { name: 'batch', factor: '1' },
        { name: 'batch', factor: '2' },
      ],
    },
    ['tiers.1.name'],
  ],
] as const)('%j is wrong at %j', (given, places) => {
  const draft: PriceDraft = {
    mode: 'token',
    call: '',
    prices: { prompt: '1' },
    steps: [],
    tiers: [],
    ...given,
  }
  expect([...draftProblems(draft).keys()]).toEqual([...places])
})

test('taking a price away leaves nothing of it', () => {
  expect(removedPrice({ model_ratio: 1, tiers: { batch: 1 } })).toEqual({
    model_ratio: null,
    tiers: null,
  })
})
