import { translate } from '../../../server/domain/i18n/translate'
import type { PriceTableOf } from '../../../server/domain/prices/imported-prices'
import { FIELD_OPTIONS, PRICE_FIELDS, type PriceRow } from '../../../server/domain/prices/price-row'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import type { View } from '../../output/output'

export interface Difference {
  readonly model: string
  readonly field: string
  /** JSON, "" for nothing. */
  readonly from: string
  readonly to: string
}

const FIELDS = ['model', 'field', 'from', 'to'] as const

export const DIFFERENCE_VIEW: View<Difference> = {
  columns: [
    { title: 'MODEL', value: 'model' },
    { title: 'FIELD', value: 'field' },
    { title: 'FROM', field: 'from', value: (row) => row.from || '-' },
    { title: 'TO', field: 'to', value: (row) => row.to || '-' },
  ],
  kinds: { from: 'json', to: 'json' },
  fields: FIELDS,
  quiet: ({ model }) => model,
}

export function differencesIn(
  rows: readonly PriceRow[],
  before: PriceTableOf,
): readonly Difference[] {
  return rows.flatMap(({ model, price }) =>
    PRICE_FIELDS.filter((field) => price[field] !== undefined).map((field) => {
      const table = before(FIELD_OPTIONS[field])
      const from = Object.hasOwn(table, model) ? JSON.stringify(table[model]) : ''
      const to = price[field] === null ? '' : JSON.stringify(price[field])
      return { model, field, from, to }
    }),
  )
}

/** The tables of a file, or of stdin: an export, a price list, or options of the family. */
export async function tablesIn(context: CommandContext, file: string): Promise<PriceTableOf> {
  const source = await context.file(file)
  const { pricesOfFile } = await import('../../../server/domain/prices/imported-prices')
  const read = pricesOfFile(source, 'modelRatio')
  if ('tables' in read) return read.tables
  throw new UsageError(translate(context.language, read.reason, read.params))
}
