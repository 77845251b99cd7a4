import { describe, expect, test } from 'bun:test'
import { DEFAULT_PRICE_TABLES } from '../../../server/domain/prices/lookup'
import {
  importedChanges,
  NO_PRICES,
  priceChanges,
  pricedModels,
  withPrices,
} from '../../../server/domain/prices/price-sheet'
import { readPrices } from '../../../server/domain/prices/read-prices'

const HERE = { ...NO_PRICES, modelRatio: { a: 1, b: 2 }, completionRatio: { a: 3 } }

describe('a sheet of prices', () => {
  test('tells what is new, what is other and what is gone, by model', () => {
    const there = { ...NO_PRICES, modelRatio: { b: 2.5, c: 4 }, completionRatio: { a: 3 } }
    expect(priceChanges(HERE, there)).toEqual([
      { model: 'a', column: 'modelRatio', from: 1, to: undefined },
      { model: 'b', column: 'modelRatio', from: 2, to: 2.5 },
      { model: 'c', column: 'modelRatio', from: undefined, to: 4 },
    ])
    expect(priceChanges(HERE, HERE)).toEqual([])
  })

  test('takes its own changes over', () => {
    const there = { ...NO_PRICES, modelPrice: { d: 0.1 }, modelRatio: { b: 0, a: 1 } }
    const made = withPrices(HERE, priceChanges(HERE, there))
    expect(priceChanges(made, there)).toEqual([])
    expect(Object.keys(made.modelRatio)).toEqual(['a', 'b'])
  })

  test('names a model once, in whatever columns it stands', () => {
    expect(pricedModels({ ...HERE, cacheRatio: { z: 1, a: 0.5 } })).toEqual(['a', 'b', 'z'])
  })

  test('loses nothing that an import does not name', () => {
    const found = importedChanges(HERE, { modelRatio: { a: 1, b: 3 }, cacheRatio: { a: 0.1 } })
    expect(found.unchanged).toBe(1)
    expect(found.changes).toEqual([
      { model: 'a', column: 'cacheRatio', from: undefined, to: 0.1 },
      { model: 'b', column: 'modelRatio', from: 2, to: 3 },
    ])
  })

  test('has nothing to take over from what it was made of', () => {
    const { changes, unchanged } = importedChanges(DEFAULT_PRICE_TABLES, DEFAULT_PRICE_TABLES)
    expect(changes).toEqual([])
    expect(unchanged).toBeGreaterThan(500)
  })
})

describe('prices out of a file', () => {
  const read = (document: unknown) => readPrices(JSON.stringify(document), 'modelRatio')
  const tables = (given: object) => ({ tables: { ...NO_PRICES, ...given } })

  test.each([
    ['our own export', { ModelRatio: { a: 1 }, CacheRatio: {} }],
    ['a ratio configuration', { success: true, data: { model_ratio: { a: 1 } } }],
    ['a ratio configuration without its envelope', { model_ratio: { a: 1 } }],
    ['rows of options', { options: [{ key: 'ModelRatio', value: '{"a":1}' }] }],
    ['the list of options', { success: true, data: [{ key: 'ModelRatio', value: '{"a":1}' }] }],
    ['models and numbers', { a: 1 }],
    ['a price list', { data: [{ model_name: 'a', quota_type: 0, model_ratio: 1 }] }],
  ])('%s', (_, document) => {
    expect(read(document)).toEqual(tables({ modelRatio: { a: 1 } }))
  })

  test('a price list has models by the call and by the token', () => {
    const list = [
      { model_name: 'draw', quota_type: 1, model_ratio: 0, model_price: 0.04 },
      { model_name: 'talk', quota_type: 0, model_ratio: 2, completion_ratio: 4, model_price: 0 },
      { quota_type: 0, model_ratio: 9 },
    ]
    expect(read(list)).toEqual(
      tables({
        modelPrice: { draw: 0.04 },
        modelRatio: { talk: 2 },
        completionRatio: { talk: 4 },
      }),
    )
  })

  test('models and numbers are for the column that was asked for', () => {
    expect(readPrices('{"a":0.2}', 'modelPrice')).toEqual(tables({ modelPrice: { a: 0.2 } }))
  })

  test.each([
    ['{"a":', 'reason.not_json'],
    ['', 'reason.not_json'],
    ['null', 'reason.no_prices'],
    ['7', 'reason.no_prices'],
    ['{}', 'reason.no_prices'],
    ['[]', 'reason.no_prices'],
    ['{"a":"cheap"}', 'reason.no_prices'],
    ['{"data":null}', 'reason.no_prices'],
    ['{"a":-1}', 'reason.wrong_shape'],
    ['{"model_ratio":{"a":"1"}}', 'reason.wrong_shape'],
    ['{"model_ratio":{"a":null}}', 'reason.wrong_shape'],
    ['[{"model_name":"a","quota_type":0}]', 'reason.wrong_shape'],
  ] as const)('%s is refused: %s', (source, reason) => {
    expect(readPrices(source, 'modelRatio')).toMatchObject({ reason })
  })
})
