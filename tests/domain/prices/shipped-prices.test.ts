/** What ships with a price, and what knowingly does not. */
import { describe, expect, test } from 'bun:test'
import { type ModelKind, modelKind, servedBy } from '../../../server/domain/calls/model-calls'
import { CHANNEL_TYPES } from '../../../server/domain/channel-types'
import type { Price } from '../../../server/domain/money/price'
import { chargeFor } from '../../../server/domain/money/quota'
import { type Usage, usage } from '../../../server/domain/money/usage'
import { CATALOGUE } from '../../../server/domain/prices/catalogue'
import { FAMILY_MODEL_PRICE, FAMILY_MODEL_RATIO } from '../../../server/domain/prices/family'
import { DEFAULT_PRICE_TABLES } from '../../../server/domain/prices/lookup'
import { changeOf } from '../../../server/domain/prices/price-change'
import { draftOf, storedPrice } from '../../../server/domain/prices/price-draft'
import { priceInTables } from '../../../server/domain/prices/priced-models'
import { PUBLISHED } from '../../../server/domain/prices/published'
import { refusedUnits } from '../../../server/domain/prices/refused-price'
import { unitDollars } from '../../../server/domain/prices/unit-dollars'
import { OLD_OPEN_MODELS, UNPRICED } from './unpriced-models'

const EXCEPTIONS = new Set([...Object.values(UNPRICED).flat(), ...OLD_OPEN_MODELS])
const OFFERED = [...new Set(CHANNEL_TYPES.flatMap(({ models }) => models))]

function priceOf(model: string): Price | undefined {
  return priceInTables(model, DEFAULT_PRICE_TABLES)
}

const MANY = 1_000_000
const TEXT = usage({ promptTokens: MANY, completionTokens: MANY })
const PICTURES = [usage({ images: MANY }), usage({ imageCompletionTokens: MANY })]

/** How upstreams tell what was used; one of them has to cost something. */
const USED: Readonly<Record<ModelKind, readonly Usage[]>> = {
  chat: [TEXT],
  completions: [TEXT],
  edits: [TEXT],
  embeddings: [usage({ promptTokens: MANY })],
  embed_v2: [usage({ promptTokens: MANY })],
  moderations: [usage({ promptTokens: MANY })],
  realtime: [usage({ audioPromptTokens: MANY, audioCompletionTokens: MANY })],
  speech: [usage({ characters: MANY }), TEXT],
  transcription: [usage({ seconds: MANY }), TEXT],
  translation: [usage({ seconds: MANY }), TEXT],
  images: PICTURES,
  image_edits: PICTURES,
  image_variations: PICTURES,
  rerank: [usage({ searchUnits: MANY }), usage({ promptTokens: MANY })],
  rerank_v2: [usage({ searchUnits: MANY }), usage({ promptTokens: MANY })],
  ocr: [usage({ pages: MANY })],
  video: [usage({ videoSeconds: MANY })],
  drawing: [usage({ images: MANY })],
  music: [usage({ calls: MANY })],
}

const FREE = [
  'glm-4-flash',
  'glm-4.5-flash',
  'glm-4.7-flash',
  'hunyuan-lite',
  'mj_custom_zoom',
  'mj_inpaint',
]

describe('every model that a channel type offers', () => {
  for (const type of CHANNEL_TYPES) {
    test(`has a price, or a reason why not: ${type.name}`, () => {
      const unpriced = type.models.filter((model) => priceOf(model) === undefined)
      expect(unpriced.filter((model) => !EXCEPTIONS.has(model))).toEqual([])
    })

    test(`costs something by what calls of it use: ${type.name}`, () => {
      const free = type.models.filter((model) => {
        const price = priceOf(model)
        const [kind = modelKind(model)] = servedBy(type, model)
        return price !== undefined && USED[kind].every((used) => chargeFor(used, price) === 0)
      })
      expect(free.filter((model) => !FREE.includes(model))).toEqual([])
    })
  }

  test('is no exception once it has a price, or is offered no more', () => {
    const stale = [...EXCEPTIONS].filter(
      (model) => priceOf(model) !== undefined || !OFFERED.includes(model),
    )
    expect(stale).toEqual([])
  })
})

describe('prices by hand', () => {
  const models = PUBLISHED.flatMap((list) => Object.keys(list.models))

  test('stand beside their source and their day', () => {
    for (const { source, asOf } of PUBLISHED) {
      expect([URL.canParse(source), asOf]).toEqual([
        true,
        expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      ])
    }
  })

  test('are there once, and change nothing that the other lists have', () => {
    expect(models.length).toBe(new Set(models).size)
    const twice = models.filter((model) =>
      [CATALOGUE, FAMILY_MODEL_RATIO, FAMILY_MODEL_PRICE].some((list) =>
        Object.hasOwn(list, model),
      ),
    )
    expect(twice).toEqual([])
  })

  test('come out as they went in', () => {
    for (const { models: list } of PUBLISHED) {
      for (const [model, { per_call: call, tiers, ...units }] of Object.entries(list)) {
        const price = priceOf(model)
        if (price === undefined) throw new Error(model)
        const found = unitDollars(price)
        const wanted = Object.entries(units)
        expect({
          model,
          ...Object.fromEntries(wanted.map(([unit]) => [unit, found[unit as 'prompt']])),
        }).toEqual({ model, ...units })
        expect([model, price.mode === 'per-call' ? price.modelPrice : undefined]).toEqual([
          model,
          call,
        ])
        expect([model, price.tiers]).toEqual([model, tiers])
      }
    }
  })

  test('name only units that somebody counts', () => {
    const units = PUBLISHED.flatMap((list) =>
      Object.entries(list.models).map(([model, { per_call: _, tiers: __, ...prices }]) => [
        model,
        prices,
      ]),
    )
    expect(refusedUnits(Object.fromEntries(units))).toBeUndefined()
  })

  test('of units go with the ratio that they ship with: who set another has set them all', () => {
    const tables = { ...DEFAULT_PRICE_TABLES, modelRatio: { 'gpt-image-1': 5 } }
    expect(priceInTables('gpt-image-1', tables)?.usd).toBeUndefined()
    expect(priceOf('gpt-image-1')?.usd).toMatchObject({ imageCompletionTokens: 40 })
  })

  test('of units are kept by a form that changes another price', () => {
    const rows = [{ model: 'gpt-image-1', price: { model_ratio: 2.5, cache_ratio: 0.25 } }]
    const stored = storedPrice('gpt-image-1', rows)
    const draft = draftOf(stored)
    expect(draft.prices).toMatchObject({ prompt: '5', image_completion: '40' })
    const change = changeOf({ ...draft, prices: { ...draft.prices, prompt: '6' } }, stored)
    expect(change).toMatchObject({ model_ratio: 3, unit_prices: { image_completion: 40 } })
  })
})
