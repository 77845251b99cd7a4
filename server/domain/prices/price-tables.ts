/** Rows of prices as the tables that bills are made of. */
import type { PriceTables } from './lookup'
import type { PriceField, PriceJson, PriceRow } from './price-row'

type Entries<Field extends PriceField> = Readonly<Record<string, NonNullable<PriceJson[Field]>>>

/** Of rows as `price.list` has them: a field that is left out or null is not set. */
export function tablesOfRows(rows: readonly PriceRow[]): PriceTables {
  return {
    modelPrice: entriesOf(rows, 'model_price'),
    modelRatio: entriesOf(rows, 'model_ratio'),
    completionRatio: entriesOf(rows, 'completion_ratio'),
    cacheRatio: entriesOf(rows, 'cache_ratio'),
    more: {
      cacheWriteRatio: entriesOf(rows, 'create_cache_ratio'),
      audioRatio: entriesOf(rows, 'audio_ratio'),
      audioCompletionRatio: entriesOf(rows, 'audio_completion_ratio'),
      imageRatio: entriesOf(rows, 'image_ratio'),
      unitPrices: entriesOf(rows, 'unit_prices'),
      steps: entriesOf(rows, 'steps'),
      tiers: entriesOf(rows, 'tiers'),
    },
  }
}

function entriesOf<Field extends PriceField>(
  rows: readonly PriceRow[],
  field: Field,
): Entries<Field> {
  const entries = new Map<string, NonNullable<PriceJson[Field]>>()
  for (const { model, price } of rows) {
    const value = price[field]
    if (value !== undefined && value !== null) entries.set(model, value)
  }
  return Object.fromEntries(entries)
}

/** The tables with what one model would have instead. */
export function tablesWith(tables: PriceTables, { model, price }: PriceRow): PriceTables {
  const own = tablesOfRows([{ model, price }])
  const { more, ...main } = tables
  const { more: ownMore, ...ownMain } = own
  return {
    ...replaced(main, ownMain, model),
    more: replaced(more ?? NOTHING, ownMore ?? NOTHING, model),
  }
}

const NOTHING = {
  cacheWriteRatio: {},
  audioRatio: {},
  audioCompletionRatio: {},
  imageRatio: {},
  unitPrices: {},
  steps: {},
  tiers: {},
} as const satisfies NonNullable<PriceTables['more']>

/** Each table without what the model had, with what it has now. */
function replaced<Tables extends object>(tables: Tables, own: Tables, model: string): Tables {
  const now = new Map<string, object>(Object.entries(own))
  const entries = Object.entries(tables).map(([name, table]: [string, object]) => {
    const others = new Map(Object.entries(table))
    others.delete(model)
    return [name, { ...Object.fromEntries(others), ...now.get(name) }]
  })
  return Object.fromEntries(entries) as Tables
}
