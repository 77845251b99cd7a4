import type { PlannedItem, StoredItem } from '../../../domain/manifest/plan'
import { draftOfValues, shippedPrice, valuesOfDraft } from '../../../domain/manifest/price-section'
import { explicitPrice } from '../../../domain/prices/explicit-price'
import { builtInPrices } from '../../../domain/prices/imported-prices'
import { changeOf } from '../../../domain/prices/price-change'
import { draftOf, draftProblems, storedPrice } from '../../../domain/prices/price-draft'
import {
  ALL_PRICE_OPTIONS,
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceJson,
  type PriceRow,
  removedPrice,
} from '../../../domain/prices/price-row'
import { listPrices } from '../../prices/list'
import { setPrices } from '../../prices/set'
import type { SectionStore } from '../section-store'

function shippedModels(): readonly string[] {
  return PRICE_FIELDS.flatMap((field) => Object.keys(builtInPrices(FIELD_OPTIONS[field])))
}

function itemOf(model: string, rows: readonly PriceRow[]): StoredItem | undefined {
  const stored = storedPrice(model, rows)
  const shipped = shippedPrice(model)
  const isShipped = PRICE_FIELDS.every(
    (field) => JSON.stringify(stored.own[field]) === JSON.stringify(shipped[field]),
  )
  const draft = draftOf(stored)
  // A ratio without what it is a share of is no price.
  if (draftProblems(draft).size === 0) return { values: valuesOfDraft(draft), isShipped }
  const wasPrice =
    draftProblems(draftOf(storedPrice(model, [{ model, price: shipped }]))).size === 0
  return wasPrice ? { values: {}, isGone: true, isShipped } : undefined
}

export const priceStore: SectionStore = {
  isWhole: true,
  read: async (deps, named) => {
    const rows = await listPrices(deps)
    const own = new Map(rows.map(({ model, price }) => [model, price]))
    const isChanged = (model: string) =>
      JSON.stringify(own.get(model) ?? {}) !== JSON.stringify(shippedPrice(model))
    const known = new Set([...own.keys(), ...shippedModels()])
    const wanted = [...known].filter((model) => named.has(model) || isChanged(model))
    const items = wanted.flatMap((model): [string, StoredItem][] => {
      const item = itemOf(model, rows)
      return item === undefined ? [] : [[model, item]]
    })
    return new Map(items)
  },
  write: async (deps, actor, items) => {
    const rows = await listPrices(deps)
    const prices = items.map(({ name, values }) => {
      const stored = storedPrice(name, rows)
      const draft = draftOfValues(values)
      return { model: name, price: explicitPrice(draft, stored, changeOf(draft, stored)) }
    })
    await setPrices(deps, actor, { prices })
  },
  remove: async (deps, actor, items) => {
    const rows = await listPrices(deps)
    const prices = items.map((item) => ({ model: item.name, price: removedOf(item, rows) }))
    await setPrices(deps, actor, { prices })
  },
  targets: (model) => [
    ...[`price:${model}`, 'prices'],
    ...ALL_PRICE_OPTIONS.map((option) => `option:${option}`),
  ],
}

/** What is pruned is priced as the program ships it. */
function removedOf({ name, isPruned }: PlannedItem, rows: readonly PriceRow[]): PriceJson {
  const gone = removedPrice(storedPrice(name, rows).own)
  return isPruned ? { ...gone, ...shippedPrice(name) } : gone
}
