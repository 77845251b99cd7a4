/** Prices of models, set together: one request, one transaction, one line in the audit log. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller

beforeEach(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
})
afterEach(async () => {
  await gateway[Symbol.asyncDispose]()
})

const set = async (prices: unknown) => (await root.put('/api/price/', { prices })).body
const priceOf = async (model: string) =>
  (await root.get(`/api/price/?model=${model}`)).body.data[0]?.price

async function table(wanted: string): Promise<Record<string, unknown>> {
  const { data } = (await root.get('/api/option/')).body
  return JSON.parse(data.find(({ key }: ApiBody) => key === wanted).value)
}

async function audited(): Promise<readonly ApiBody[]> {
  const { data } = (await root.get('/api/audit/?action=price')).body
  return data.items
}

describe('setting prices', () => {
  test('of many models is one change, told once, and the options have it', async () => {
    const { success, data } = await set([
      { model: 'house', price: { model_ratio: 0.5, completion_ratio: 4 } },
      { model: 'draw', price: { model_price: 0.04 } },
      { model: 'gpt-4o', price: { cache_ratio: 0.25 } },
    ])
    expect(success).toBe(true)
    expect(data).toEqual([
      { model: 'house', price: { model_ratio: 0.5, completion_ratio: 4 } },
      { model: 'draw', price: { model_price: 0.04 } },
      { model: 'gpt-4o', price: { cache_ratio: 0.25 } },
    ])
    expect(await table('ModelRatio')).toMatchObject({ house: 0.5, 'gpt-4o': 1.25 })
    expect(await table('CacheRatio')).toMatchObject({ 'gpt-4o': 0.25, 'gpt-4o-mini': 0.5 })
    expect(await priceOf('draw')).toEqual({ model_price: 0.04 })
    const entries = await audited()
    expect(entries.map(({ action, target }) => [action, target])).toEqual([['price.set', 'prices']])
  })

  test('is all or nothing', async () => {
    const before = await table('ModelRatio')
    const { success } = await set([
      { model: 'house', price: { model_ratio: 0.5 } },
      { model: 'draw', price: { unit_prices: { hologram: 3 } } },
    ])
    expect(success).toBe(false)
    expect(await table('ModelRatio')).toEqual(before)
    expect(await audited()).toEqual([])
  })

  test('takes away what is null, of a built-in model too', async () => {
    await set([{ model: 'gpt-4o', price: { model_ratio: null } }])
    expect(await table('ModelRatio')).not.toHaveProperty('gpt-4o')
    await set([{ model: 'gpt-4o', price: { model_ratio: 3 } }])
    expect((await table('ModelRatio'))['gpt-4o']).toBe(3)
  })

  test('of two people at once keeps what both set, each for other models', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        set([{ model: `m${at}`, price: { model_ratio: at, completion_ratio: 2 } }]),
      ),
    )
    const ratios = await table('ModelRatio')
    expect(Array.from({ length: 8 }, (_, at) => ratios[`m${at}`])).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test.each([
    [{ model_ratio: -1 }],
    [{ model_ratio: '1' }],
    [{ model_ratio: 1e12 }],
    [{ modelratio: 1 }],
    [{ unit_prices: { reasoning: 1 } }],
    [{ steps: [{ above: 5 }, { above: 5 }] }],
    [{ steps: [{ above: 0 }] }],
    [{ tiers: { batch: -0.5 } }],
  ])('%j is refused', async (price) => {
    const { success, message } = await set([{ model: 'm', price }])
    expect([success, message]).toEqual([false, expect.stringMatching(/./)])
    expect(await priceOf('m')).toBeUndefined()
  })

  test('belongs to root alone', async () => {
    const admin = await apiClient(gateway).as('admin')
    const prices = [{ model: 'm', price: { model_ratio: 0 } }]
    expect((await admin.put('/api/price/', { prices })).body.success).toBe(false)
    expect(await priceOf('m')).toBeUndefined()
  })
})

describe('a price that was read before it is set', () => {
  const seen = { model_ratio: 1, tiers: { batch: 0.5 } }

  test('is set while it is still that', async () => {
    await set([{ model: 'house', price: seen }])
    const prices = [{ model: 'house', price: { model_ratio: 2 }, was: seen }]
    expect((await set(prices)).success).toBe(true)
    const gone = { model: 'house', price: { model_ratio: null, tiers: null } }
    expect((await set([{ ...gone, was: { ...seen, model_ratio: 2 } }])).success).toBe(true)
    expect((await set([{ model: 'house', price: seen, was: {} }])).success).toBe(true)
  })

  test.each([
    [{ model_ratio: 3 }],
    [{ tiers: { batch: 0.4 } }],
    [{ tiers: null }],
    [{ completion_ratio: 2 }],
  ])('is left alone when somebody else has set %j meanwhile', async (change) => {
    await set([{ model: 'house', price: seen }])
    await set([{ model: 'house', price: change }])
    const answer = await set([
      { model: 'other', price: { model_ratio: 9 } },
      { model: 'house', price: { model_ratio: 2 }, was: seen },
    ])
    expect([answer.success, answer.code]).toEqual([false, 'price.changed'])
    expect(await priceOf('house')).toEqual(
      Object.fromEntries(
        Object.entries({ ...seen, ...change }).filter(([, value]) => value !== null),
      ),
    )
    expect(await priceOf('other')).toBeUndefined()
  })
})

describe('the history of a price', () => {
  const history = async (model: string, more = '') =>
    (await root.get(`/api/price/history?model=${encodeURIComponent(model)}${more}`)).body.data

  test('tells who changed it, and how, newest first, whatever changed it', async () => {
    await set([{ model: 'house', price: { model_ratio: 0.5, completion_ratio: 4 } }])
    await set([
      { model: 'other', price: { model_ratio: 1 } },
      { model: 'house', price: { model_ratio: 0.75, completion_ratio: 4 } },
    ])
    await root.put('/api/option/', { key: 'ModelRatio', value: { house: 2, 'house-b': 1 } })
    await set([{ model: 'house-b', price: { model_ratio: 3 } }])
    await root.delete('/api/option/ModelRatio')
    const told: readonly ApiBody[] = await history('house')
    expect(told.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['option.reset', { model_ratio: 2 }, { model_ratio: null }],
      ['option.set', { model_ratio: 0.75 }, { model_ratio: 2 }],
      ['price.set', { model_ratio: 0.5 }, { model_ratio: 0.75 }],
      [
        'price.set',
        { model_ratio: null, completion_ratio: null },
        { model_ratio: 0.5, completion_ratio: 4 },
      ],
    ])
    const [{ actor, actor_id, created_at }] = told as [ApiBody]
    expect([actor, actor_id > 0, created_at > 1_600_000_000]).toEqual(['root', true, true])
    expect(await history('house', '&limit=2')).toHaveLength(2)
    expect(await history('never-priced')).toEqual([])
  })

  test('knows a reset of every price, of built-in models too', async () => {
    await set([{ model: 'gpt-4o', price: { model_ratio: 9, tiers: { batch: 0.5 } } }])
    await root.delete('/api/price/')
    const [reset, first] = await history('gpt-4o')
    expect(reset).toMatchObject({
      action: 'price.reset',
      before: { model_ratio: 9, tiers: { batch: 0.5 } },
      after: { model_ratio: 1.25, tiers: null },
    })
    expect(first).toMatchObject({ before: { model_ratio: 1.25 }, after: { model_ratio: 9 } })
  })

  test('is of a model with quotes and percent signs as well', async () => {
    const model = 'a "b" \\ 100%_'
    await set([{ model, price: { model_ratio: 1 } }])
    await root.put('/api/option/', { key: 'ModelRatio', value: { [model]: 2 } })
    expect((await history(model)).map(({ action }: ApiBody) => action)).toEqual([
      'option.set',
      'price.set',
    ])
  })

  test('is for root alone, and of one model', async () => {
    const admin = await apiClient(gateway).as('admin')
    expect((await admin.get('/api/price/history?model=gpt-4o')).body.success).toBe(false)
    expect((await root.get('/api/price/history')).body.success).toBe(false)
  })
})

describe('the texts of the options', () => {
  test('replace, when they are written whole, what was set for single models', async () => {
    await set([{ model: 'house', price: { model_ratio: 0.5, completion_ratio: 4 } }])
    await root.put('/api/option/', { key: 'ModelRatio', value: { other: 2 } })
    expect(await table('ModelRatio')).toEqual({ other: 2 })
    expect(await table('CompletionRatio')).toMatchObject({ house: 4 })
  })

  test('are what single models are set over', async () => {
    await root.put('/api/option/', { key: 'ModelRatio', value: { zeta: 2, alpha: 3 } })
    await set([{ model: 'zeta', price: { model_ratio: 5 } }])
    expect(Object.entries(await table('ModelRatio'))).toEqual([
      ['zeta', 5],
      ['alpha', 3],
    ])
  })

  test('have the built-in tables again after a reset, all at once', async () => {
    const before = await table('ModelRatio')
    await root.put('/api/option/', { key: 'ModelPrice', value: { only: 1 } })
    await set([{ model: 'gpt-4o', price: { model_ratio: 9, tiers: { batch: 0.5 } } }])
    expect((await root.delete('/api/price/')).body.success).toBe(true)
    expect(await table('ModelRatio')).toEqual(before)
    expect((await table('PriceTiers'))['gpt-4o']).toBeUndefined()
    expect(await table('ModelPrice')).not.toHaveProperty('only')
    expect((await audited())[0]?.action).toBe('price.reset')
  })

  test('of one option alone go back to the built-in ones', async () => {
    await set([{ model: 'gpt-4o', price: { model_ratio: 9, completion_ratio: 9 } }])
    await root.delete('/api/option/ModelRatio')
    expect((await table('ModelRatio'))['gpt-4o']).toBe(1.25)
    expect((await table('CompletionRatio'))['gpt-4o']).toBe(9)
  })
})

test('the public price list tells units, steps and tiers of a model that has any', async () => {
  await using priced = await startGateway({
    env: NO_LIMITS,
    channels: [{ models: 'gpt-4o,gpt-4o-mini' }],
    options: {
      ImageRatio: { 'gpt-4o': 3 },
      UnitPrices: { 'gpt-4o': { web_search: 25 } },
      PriceSteps: { 'gpt-4o': [{ above: 1000, model_ratio: 2.5 }] },
      PriceTiers: { 'gpt-4o': { batch: 0.5 } },
    },
  })
  const { data } = (await apiClient(priced).get('/api/pricing')).body
  expect(data[0]).toMatchObject({
    model_name: 'gpt-4o',
    model_ratio: 1.25,
    image_ratio: 3,
    unit_prices: { web_search: 25 },
    steps: [{ above: 1000, model_ratio: 2.5, completion_ratio: 4, cache_ratio: 0.5 }],
    tiers: { batch: 0.5 },
  })
  expect(Object.keys(data[1])).not.toContain('unit_prices')
})

test('a thousand models are set and read as one', async () => {
  const prices = Array.from({ length: 1200 }, (_, at) => ({
    model: `many-${at}`,
    price: { model_ratio: at, completion_ratio: 2, unit_prices: { page: 1 } },
  }))
  expect((await set(prices)).data).toHaveLength(1200)
  expect((await table('ModelRatio'))['many-1199']).toBe(1199)
  expect(
    (await set(prices.map(({ model }) => ({ model, price: { unit_prices: null } })))).success,
  ).toBe(true)
  expect((await table('UnitPrices'))['many-7']).toBeUndefined()
  expect((await root.delete('/api/price/')).body.success).toBe(true)
  expect(await priceOf('many-7')).toBeUndefined()
})
