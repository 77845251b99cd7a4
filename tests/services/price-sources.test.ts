/** Prices that keep themselves: guards, review, schedule, changes at a time, and the way back. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { allPrices } from '../../db/tables/prices'
import type { PriceJson } from '../../server/domain/prices/price-row'
import { readPriceList } from '../../server/price-lists/read'
import { SYSTEM_ACTOR } from '../../server/services/service-deps'
import { type Fixture, OPERATOR, openFixture, PASSWORD, refusal } from './services-fixture'

const HOUR_MS = 3_600_000

/** Another gateway, whose answer is what `served` says. */
let served: { status: number; text: string }
let gateway: Bun.Server<undefined>
let fixture: Fixture
/** Titles of what a contact point was told. */
let told: string[]

beforeEach(async () => {
  gateway = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(served.text, { status: served.status }),
  })
  told = []
  const sendWebhook = async ({ body }: { readonly body: string }) => {
    told.push(JSON.parse(body).title)
    return { status: 200 }
  }
  fixture = await openFixture(undefined, { readPriceList, sendWebhook })
  await fixture.channels.create(OPERATOR, {
    type: 1,
    name: 'main',
    key: 'sk-1',
    models: 'chat,draw,fresh',
  })
  await fixture.prices.set(OPERATOR, {
    prices: [
      { model: 'chat', price: { model_ratio: 1, completion_ratio: 4, cache_ratio: 0.5 } },
      { model: 'draw', price: { model_price: 0.04 } },
      { model: 'apart', price: { model_ratio: 1 } },
    ],
  })
})
afterEach(async () => {
  await fixture.close()
  await gateway.stop(true)
})

interface Asked {
  readonly input?: number
  readonly output?: number
  readonly cache_read?: number
}

/** A list of the form of models.dev. */
function serve(models: Readonly<Record<string, Asked>>): void {
  const costs = Object.entries(models).map(([model, cost]) => [model, { cost }])
  served = { status: 200, text: JSON.stringify({ openai: { models: Object.fromEntries(costs) } }) }
}

const CHAT = { input: 2, output: 8, cache_read: 1 }

const add = async (more: object = {}) =>
  await fixture.priceSources.create(OPERATOR, {
    name: 'list',
    kind: 'models.dev',
    url: `http://127.0.0.1:${gateway.port}/api.json`,
    allow_private: true,
    ...more,
  })

const take = async (more: object = {}) =>
  await fixture.prices.take(OPERATOR, { source: 'list', ...more })

async function priceOf(model: string): Promise<PriceJson | undefined> {
  return (await fixture.prices.list()).find((row) => row.model === model)?.price
}

/** Why each model waits. */
async function waiting(): Promise<Readonly<Record<string, readonly string[]>>> {
  const reviews = await fixture.priceReviews.list()
  return Object.fromEntries(reviews.map(({ model, reasons }) => [model, reasons]))
}

describe('a source', () => {
  test('changes what is offered here, in dollars, and leaves the rest alone', async () => {
    await add()
    serve({ chat: { ...CHAT, input: 2.2 }, apart: { input: 2.2, output: 2.2 } })
    const { change, applied, unchanged } = await take()
    expect(change).toMatchObject({ state: 'applied', models: 1 })
    expect(applied[0]?.moves).toEqual([
      { kind: 'unit', name: 'prompt', above: 0, from: 2, to: 2.2, cost: 2.2 },
    ])
    expect(unchanged).toBe(0)
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 1.1 })
    expect(await priceOf('apart')).toEqual({ model_ratio: 1 })
    expect((await take()).change).toBeNull()
  })

  test('is asked for all models on demand', async () => {
    await add()
    serve({ chat: CHAT, apart: { input: 2.2, output: 2.2 } })
    const { proposals } = await fixture.prices.preview(OPERATOR, { source: 'list', all: true })
    expect(proposals.map(({ model }) => model)).toEqual(['apart'])
    expect(await priceOf('apart')).toEqual({ model_ratio: 1 })
  })

  test('in the own network is refused unless allowed, as is one without https', async () => {
    const url = `http://127.0.0.1:${gateway.port}/`
    const source = { name: 'x', kind: 'models.dev', url } as const
    expect(await refusal(fixture.priceSources.create(OPERATOR, source))).toBe('value.invalid')
    serve({ chat: CHAT })
    const inside = `https://127.0.0.1:${gateway.port}/`
    const asked = fixture.prices.preview(OPERATOR, { kind: 'models.dev', url: inside })
    expect(await refusal(asked)).toBe('price_source.unreachable')
  })

  test('that is half there, or refuses, changes nothing', async () => {
    await add()
    serve({ chat: { ...CHAT, input: 2.2 } })
    served.text = served.text.slice(0, -2)
    expect(await refusal(take())).toBe('price_source.unreadable')
    served = { status: 500, text: '{}' }
    expect(await refusal(take())).toBe('price_source.unreachable')
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 1 })
  })

  test('is cost: margins make the price, by model', async () => {
    await add({
      factor: 0.5,
      margins: [
        { models: 'chat', percent: 25, step: 0.05 },
        { models: '*', percent: 0 },
      ],
    })
    serve({ chat: { input: 3.4, output: 13.6, cache_read: 1.7 } })
    const { proposals } = await fixture.prices.preview(OPERATOR, { source: 'list' })
    expect(proposals[0]?.moves).toEqual([
      { kind: 'unit', name: 'prompt', above: 0, from: 2, to: 2.15, cost: 1.7 },
      { kind: 'unit', name: 'cache_read', above: 0, from: 1, to: 1.1, cost: 0.85 },
      { kind: 'unit', name: 'completion', above: 0, from: 8, to: 8.5, cost: 6.8 },
    ])
  })
})

describe('lengths', () => {
  const lengths = async () => {
    const { rows } = await fixture.pricing.list({ language: 'en' })
    return Object.fromEntries(
      rows.map(({ model_name, context_length, max_output_tokens }) => [
        model_name,
        [context_length, max_output_tokens],
      ]),
    )
  }
  const limit = (context: unknown, output: unknown) => ({ cost: CHAT, limit: { context, output } })
  const serveLengths = (models: object) => {
    served = { status: 200, text: JSON.stringify({ openai: { models } }) }
  }

  test('come with the prices of a source, and what it does not know stays', async () => {
    await add()
    serveLengths({ chat: limit(128_000, 16_384), draw: limit(0, 'many'), fresh: limit(9_000, -1) })
    await take()
    const none = undefined
    expect(await lengths()).toMatchObject({ chat: [128_000, 16_384], draw: [none, none] })
    expect((await lengths()).fresh).toEqual([9_000, none])
    serveLengths({ chat: limit(200_000, null) })
    await take()
    expect((await lengths()).chat).toEqual([200_000, 16_384])
  })

  test('of the operator win', async () => {
    await add()
    serveLengths({ chat: limit(128_000, 16_384) })
    await take()
    await fixture.options.set(OPERATOR, {
      key: 'global.context_tokens',
      value: JSON.stringify({ chat: 64_000, draw: 4_000 }),
    })
    expect(await lengths()).toMatchObject({ chat: [64_000, 16_384], draw: [4_000, undefined] })
  })
})

describe('a person is waited for', () => {
  const GUARDED: readonly (readonly [string, Readonly<Record<string, Asked>>, object])[] = [
    ['a rise above the bound', { chat: { ...CHAT, input: 2.42 } }, { chat: ['rise'] }],
    ['a fall below the bound', { chat: { ...CHAT, output: 3.9 } }, { chat: ['fall'] }],
    ['a price of zero', { chat: { ...CHAT, output: 0 } }, { chat: ['zero'] }],
    ['another unit', { draw: { input: 1, output: 2 } }, { draw: ['unit'] }],
    ['a model without a price', { fresh: { input: 1, output: 2 } }, { fresh: ['new_model'] }],
    ['a class that is lost', { chat: { input: 2, output: 8 } }, { chat: ['lost_class'] }],
  ]
  for (const [name, list, expected] of GUARDED) {
    test(`by ${name}`, async () => {
      await add()
      serve(list)
      const before = await fixture.prices.list()
      expect((await take()).change).toBeNull()
      expect(await waiting()).toEqual({ ...expected })
      expect(await fixture.prices.list()).toEqual(before)
    })
  }

  test('by a class that is new, while other models are set', async () => {
    await fixture.prices.set(OPERATOR, {
      prices: [{ model: 'fresh', price: { model_ratio: 1, completion_ratio: 1 } }],
    })
    await add()
    serve({ fresh: { input: 2, output: 2, cache_read: 0.5 }, chat: { ...CHAT, input: 2.1 } })
    expect((await take()).change?.models).toBe(1)
    expect(await waiting()).toEqual({ fresh: ['new_class'] })
  })

  test('as far as the options say, and exactly the bound passes', async () => {
    await add()
    serve({ chat: { ...CHAT, input: 2.4 } })
    expect((await take()).change?.models).toBe(1)
    await fixture.options.set(OPERATOR, { key: 'PriceRiseReviewPercent', value: '5' })
    await fixture.options.set(OPERATOR, { key: 'PriceFallReviewPercent', value: '5' })
    serve({ chat: { input: 2.6, output: 7, cache_read: 1 } })
    await take()
    expect(await waiting()).toEqual({ chat: ['rise', 'fall'] })
  })

  test('who applies it, or dismisses it until the source says something else', async () => {
    await add()
    serve({ chat: { ...CHAT, input: 4 }, fresh: { input: 1, output: 2 } })
    await take()
    const [chat, fresh] = await fixture.priceReviews.list()
    if (chat === undefined || fresh === undefined) throw new Error('nothing waits')
    await fixture.priceReviews.apply(OPERATOR, { ids: [chat.id] })
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 2 })
    await fixture.priceReviews.dismiss(OPERATOR, { ids: [fresh.id] })
    expect((await take()).waiting).toEqual([])
    serve({ chat: { ...CHAT, input: 4 }, fresh: { input: 1, output: 3 } })
    expect((await take()).news).toEqual(['fresh'])
    expect(await refusal(fixture.priceReviews.apply(OPERATOR, { ids: [chat.id] }))).toBe(
      'price_review.not_found',
    )
  })

  test('whose answer is refused when the price has changed meanwhile', async () => {
    await add()
    serve({ chat: { ...CHAT, input: 4 } })
    await take()
    await fixture.prices.set(OPERATOR, { prices: [{ model: 'chat', price: { model_ratio: 3 } }] })
    const ids = (await fixture.priceReviews.list()).map(({ id }) => id)
    expect(await refusal(fixture.priceReviews.apply(OPERATOR, { ids }))).toBe('price.changed')
  })
})

describe('the schedule', () => {
  beforeEach(async () => {
    await fixture.users.ensureRoot(OPERATOR, { password: PASSWORD })
    await fixture.contactPoints.create(OPERATOR, {
      ...{ name: 'ops', service: 'webhook', reader: 'en', language: 'en' },
      fields: { url: 'https://hooks.example/gw', secret: 'hush' },
    })
  })

  test('reads what is due, applies what passes and tells once of what waits', async () => {
    await add({ every_hours: 6 })
    serve({ chat: { ...CHAT, input: 2.1 }, fresh: { input: 1, output: 2 } })
    await fixture.prices.refresh()
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 1.05 })
    expect(await waiting()).toEqual({ fresh: ['new_model'] })
    expect(told).toEqual(['Prices wait for your review'])
    serve({ chat: { ...CHAT, input: 2.2 }, fresh: { input: 1, output: 2 } })
    fixture.clock.ms += 6 * HOUR_MS - 1
    await fixture.prices.refresh()
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 1.05 })
    fixture.clock.ms += 1
    await fixture.prices.refresh()
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 1.1 })
    expect(told.length).toBe(1)
    serve({ chat: { ...CHAT, input: 2.2 } })
    fixture.clock.ms += 6 * HOUR_MS
    await fixture.prices.refresh()
    expect(await waiting()).toEqual({})
  })

  test('is off until it is set', async () => {
    await add()
    serve({ chat: { ...CHAT, input: 2.1 } })
    fixture.clock.ms += 1000 * HOUR_MS
    await fixture.prices.refresh()
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 1 })
  })

  test('notes why a source failed, and tries again in an hour', async () => {
    await add({ every_hours: 24 })
    served = { status: 503, text: '' }
    await fixture.prices.refresh()
    const failed = await fixture.priceSources.show('list')
    expect(failed.failure?.id).toBe('price_source.unreachable')
    expect(failed.next_at * 1000).toBe(fixture.clock.ms + HOUR_MS)
    expect(told).toEqual(['A price source cannot be read'])
    fixture.clock.ms += HOUR_MS
    serve({ chat: { ...CHAT, input: 2.1 } })
    await fixture.prices.refresh()
    expect((await fixture.priceSources.show('list')).failure).toBeUndefined()
  })

  test('gives models without a price one where that is set', async () => {
    await add({ every_hours: 24, prices_new: true })
    serve({ fresh: { input: 1, output: 2 } })
    await fixture.prices.refresh()
    expect(await priceOf('fresh')).toMatchObject({ model_ratio: 0.5, completion_ratio: 2 })
  })
})

describe('a change', () => {
  const stored = async () => await allPrices(fixture.db.reader)
  const lastId = async () => (await fixture.prices.changes({})).items[0]?.id ?? 0

  test('is rolled back exactly, also where nothing was set by name', async () => {
    await add()
    const before = await stored()
    serve({ chat: { ...CHAT, input: 4 }, fresh: { input: 1, output: 2 } })
    const { change } = await take({ accepts_review: true })
    expect(await stored()).not.toEqual(before)
    const done = await fixture.prices.rollBack(OPERATOR, { id: change?.id ?? 0 })
    expect(done).toEqual({ id: change?.id ?? 0, restored: 2, skipped: [] })
    expect(await stored()).toEqual(before)
    const history = await fixture.prices.history({ model: 'chat' })
    expect(history[0]).toMatchObject({ action: 'price.rollback', after: { model_ratio: 1 } })
    expect(await refusal(fixture.prices.rollBack(OPERATOR, { id: done.id }))).toBe(
      'price_change.wrong_state',
    )
  })

  test('is not rolled back over a later one, unless that is left out', async () => {
    const prices = [
      { model: 'chat', price: { model_ratio: 2 } },
      { model: 'draw', price: { model_price: 1 } },
    ]
    await fixture.prices.set(OPERATOR, { prices })
    const id = await lastId()
    await fixture.prices.set(OPERATOR, { prices: [{ model: 'chat', price: { model_ratio: 3 } }] })
    expect(await refusal(fixture.prices.rollBack(OPERATOR, { id }))).toBe(
      'price_change.changed_since',
    )
    expect(await priceOf('draw')).toEqual({ model_price: 1 })
    const done = await fixture.prices.rollBack(OPERATOR, { id, skipsChanged: true })
    expect(done.skipped).toEqual(['chat'])
    expect(await priceOf('draw')).toEqual({ model_price: 0.04 })
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 3 })
  })

  test('begins at its time, once', async () => {
    const at = fixture.clock.ms / 1000 + 60
    const prices = [{ model: 'chat', price: { model_ratio: 2 } }]
    const { id, state } = await fixture.prices.apply(OPERATOR, { prices, at })
    expect(state).toBe('scheduled')
    fixture.clock.ms += 59_000
    await fixture.prices.refresh()
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 1 })
    fixture.clock.ms += 1000
    await Promise.all([fixture.prices.refresh(), fixture.prices.refresh()])
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 2 })
    const audit = await fixture.prices.history({ model: 'chat' })
    expect(audit.filter(({ after }) => after.model_ratio === 2)).toHaveLength(1)
    await fixture.prices.rollBack(OPERATOR, { id })
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 1 })
  })

  test('at a time is not made over a price that has changed, and can be cancelled', async () => {
    const at = fixture.clock.ms / 1000 + 60
    const prices = [{ model: 'chat', price: { model_ratio: 2 } }]
    const first = await fixture.prices.apply(OPERATOR, { prices, at })
    const second = await fixture.prices.apply(OPERATOR, { prices, at })
    await fixture.prices.cancel(OPERATOR, second.id)
    await fixture.prices.set(OPERATOR, { prices: [{ model: 'chat', price: { model_ratio: 5 } }] })
    fixture.clock.ms += 60_000
    await fixture.prices.refresh()
    expect(await priceOf('chat')).toMatchObject({ model_ratio: 5 })
    const { items } = await fixture.prices.changes({})
    const states = new Map(items.map(({ id, state }) => [id, state]))
    expect([states.get(first.id), states.get(second.id)]).toEqual(['failed', 'cancelled'])
  })

  test('at a time that could never be made is refused at once, and changes nothing', async () => {
    const before = await stored()
    const prices = [{ model: 'chat', price: { unit_prices: { hologram: 1 } } }]
    const at = fixture.clock.ms / 1000 + 60
    expect(await refusal(fixture.prices.apply(OPERATOR, { prices, at }))).toBe('option.invalid')
    expect(await stored()).toEqual(before)
    expect(await refusal(fixture.prices.apply(SYSTEM_ACTOR, { prices }))).toBe('option.invalid')
  })
})
