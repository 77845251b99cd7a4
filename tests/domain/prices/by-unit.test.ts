/** Prices that are made of units alone. */
import { describe, expect, test } from 'bun:test'
import { chargeFor } from '../../../server/domain/money/quota'
import { withUnpricedUnits } from '../../../server/domain/money/unpriced-units'
import { usage } from '../../../server/domain/money/usage'
import { type PriceTables, priceFor } from '../../../server/domain/prices/lookup'
import { needsPrompt } from '../../../server/domain/prices/price-draft'
import { pricePoints } from '../../../server/domain/prices/price-points'
import type { PriceJson } from '../../../server/domain/prices/price-row'
import { tablesOfRows } from '../../../server/domain/prices/price-tables'
import { pricedModelList } from '../../../server/domain/prices/priced-models'
import { UNIT_NAMES, unitOf } from '../../../server/domain/units'

function tables(price: PriceJson, others: Record<string, PriceJson> = {}): PriceTables {
  return tablesOfRows(
    Object.entries({ ...others, m: price }).map(([model, p]) => ({ model, price: p })),
  )
}

function priceOf(given: PriceTables, { model = 'm', selfUse = false } = {}) {
  return priceFor({ model, groupRatio: 1, tables: given, selfUse, acceptsUnset: false })
}

const CHARGEABLE = UNIT_NAMES.filter((name) => unitOf(name).price.by !== 'other-unit')

describe('a unit alone', () => {
  for (const name of CHARGEABLE) {
    const unit = unitOf(name)
    test(`${unit.class} ${unit.isTool ? 'is no price' : 'is a price'} of a model`, () => {
      const price = priceOf(tables({ unit_prices: { [unit.class]: 3 } }))
      expect(price !== undefined).toBe(unit.isTool !== true)
      if (price === undefined) return
      const credits = Math.round((3 * 1_000_000 * 500_000) / unit.per)
      expect(chargeFor(usage({ [name]: 1_000_000 }), price)).toBe(credits)
    })
  }

  test('as the prompt is what ratios are shares of', () => {
    const price = priceOf(tables({ unit_prices: { prompt: 4 }, cache_ratio: 0.5 }))
    expect(price).toMatchObject({ modelRatio: 2, cacheRatio: 0.5 })
    expect(price?.byUnit).toBeUndefined()
  })

  test('does not hide the price of the model that a dated name is a snapshot of', () => {
    const given = tables({ model_ratio: 5 }, { 'm-2025-01-31': { unit_prices: { page: 1 } } })
    expect(priceOf(given, { model: 'm-2025-01-31' })).toMatchObject({ modelRatio: 5 })
  })

  test('of a tool leaves an unpriced model at the dear fallback in self-use mode', () => {
    const given = tables({ unit_prices: { web_search: 1 } })
    expect(priceOf(given, { selfUse: true })).toMatchObject({ modelRatio: 37.5 })
  })
})

describe('usage that a price by unit leaves out', () => {
  const used = usage({ promptTokens: 50, imageCompletionTokens: 100, webSearches: 1 })
  const billed = (given: PriceJson) => {
    const price = priceOf(tables(given))
    if (price === undefined) throw new Error('no price')
    return { charge: chargeFor(used, price), unknown: withUnpricedUnits(used, price).unknown }
  }

  test('costs nothing and is reported', () => {
    const price: PriceJson = { unit_prices: { image_completion: 40 } }
    expect(billed(price)).toEqual({ charge: 7_000, unknown: { prompt: 50 } })
  })

  test.each([
    ['priced at nothing', { unit_prices: { image_completion: 40, prompt: 0 } }],
    ['priced by a ratio', { model_ratio: 1, unit_prices: { image_completion: 40 } }],
  ])('is none where it is %s', (_, price) => {
    expect(billed(price).unknown).toBeUndefined()
  })
})

describe('lists and forms', () => {
  const price: PriceJson = { unit_prices: { search_unit: 2 } }

  test('show it as priced, without prices of tokens', () => {
    const [row] = pricedModelList([{ model: 'm', price }], ['m'])
    expect(row).toMatchObject({ isPriced: true, more: { units: { search_unit: 2 } } })
    expect([row?.promptUsd, row?.completionUsd]).toEqual([undefined, undefined])
    const points = pricePoints({ model: 'm', own: price, tables: tables(price) })
    expect(points).toEqual([{ kind: 'unit', name: 'search_unit', above: 0, amount: 2 }])
  })

  test('ask for a prompt price where text is sold', () => {
    expect(needsPrompt({})).toBe(true)
    expect(needsPrompt({ completion: '4' })).toBe(true)
    expect(needsPrompt({ web_search: '10' })).toBe(true)
    expect(needsPrompt({ image_completion: '40', prompt: '' })).toBe(false)
  })
})
