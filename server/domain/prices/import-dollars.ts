/** What an import would change, in dollars where a field is one price. */
import type { UnitClass } from '../units'
import { RATIO_FIELDS } from './encode-rates'
import { type FieldChange, rowsOfChanges } from './imported-prices'
import type { PriceField, PriceRow } from './price-row'
import { tablesOfRows } from './price-tables'
import { priceInTables } from './priced-models'
import { type UnitDollars, unitDollars } from './unit-dollars'

export interface PricedChange extends FieldChange {
  /** `undefined` where nothing is set, and for fields that are more than one price. */
  readonly fromUsd: number | undefined
  readonly toUsd: number | undefined
}

const UNIT_OF_FIELD: ReadonlyMap<PriceField, UnitClass> = new Map(
  Object.entries(RATIO_FIELDS).map(([unit, { field }]) => [field, unit as UnitClass]),
)

/** A ratio is worth what it comes to when everything else of its model is taken over too. */
export function pricedChanges(
  changes: readonly FieldChange[],
  rows: readonly PriceRow[],
): readonly PricedChange[] {
  const models = [...new Set(changes.map(({ model }) => model))]
  const before = worthOf(models, rows)
  const after = worthOf(models, merged(rows, rowsOfChanges(changes)))
  return changes.map((change) => {
    const { model, field, from, to } = change
    const usd = (price: FieldChange['from'], worth: UnitDollars | undefined) => {
      const value = price[field]
      if (typeof value !== 'number') return undefined
      const unit = UNIT_OF_FIELD.get(field)
      return unit === undefined ? value : worth?.[unit]
    }
    return {
      ...change,
      fromUsd: usd(from, before.get(model)),
      toUsd: usd(to, after.get(model)),
    }
  })
}

function worthOf(
  models: readonly string[],
  rows: readonly PriceRow[],
): ReadonlyMap<string, UnitDollars> {
  const tables = tablesOfRows(rows)
  return new Map(
    models.map((model) => {
      const price = priceInTables(model, tables)
      return [model, price === undefined ? {} : unitDollars(price)]
    }),
  )
}

function merged(rows: readonly PriceRow[], changed: readonly PriceRow[]): readonly PriceRow[] {
  const byModel = new Map(rows.map(({ model, price }) => [model, price]))
  for (const { model, price } of changed) byModel.set(model, { ...byModel.get(model), ...price })
  return [...byModel].map(([model, price]) => ({ model, price }))
}

export const IMPORT_PARTS = ['served', 'new', 'up', 'down'] as const
export type ImportPart = (typeof IMPORT_PARTS)[number]

/** Whether a change is one of those that a filter shows. */
export function isPart(
  part: ImportPart,
  { model, field, from, fromUsd, toUsd }: PricedChange,
  served: ReadonlySet<string>,
): boolean {
  switch (part) {
    case 'served':
      return served.has(model)
    case 'new':
      return (from[field] ?? null) === null
    case 'up':
      return fromUsd !== undefined && toUsd !== undefined && toUsd > fromUsd
    case 'down':
      return fromUsd !== undefined && toUsd !== undefined && toUsd < fromUsd
  }
}
