/** Entries of price tables that differ from others, for people and for saving. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { translate } from '../../../server/domain/i18n/translate'
import { OPTIONS } from '../../../server/domain/options'
import {
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceOption,
  type PriceRow,
  tableWith,
} from '../../../server/domain/prices/price-row'
import { PRICE_COLUMNS, PRICE_OPTIONS } from '../../../server/domain/prices/price-sheet'
import { readPrices } from '../../../server/domain/prices/read-prices'
import { isRecord, recordOf } from '../../../server/domain/records'
import type { CommandContext } from '../../context'
import { UsageError } from '../../exit'
import type { View } from '../../output'

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
  fields: FIELDS,
  quiet: ({ model }) => model,
}

export type Tables = (option: PriceOption) => Readonly<Record<string, unknown>>

/** What the program ships. */
export const builtIn: Tables = (option) => OPTIONS[option].default

/** What is in force, of rows as `prices.list` has them. */
export function tablesOf(rows: readonly PriceRow[]): Tables {
  const tables = PRICE_FIELDS.map((field) => [FIELD_OPTIONS[field], tableWith({}, rows, field)])
  const byOption: Readonly<Partial<Record<PriceOption, object>>> = Object.fromEntries(tables)
  return (option) => ({ ...byOption[option] })
}

export function differencesIn(rows: readonly PriceRow[], before: Tables): readonly Difference[] {
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
export async function tablesIn(context: CommandContext, file: string): Promise<Tables> {
  const source = file === '-' ? await context.input() : textOf(resolve(file))
  const read = readPrices(source, 'modelRatio')
  const more = newerTables(source)
  if (!('tables' in read)) {
    if (more.size > 0) return (option) => more.get(option) ?? {}
    throw new UsageError(translate(context.language, read.reason, read.params))
  }
  for (const column of PRICE_COLUMNS) more.set(PRICE_OPTIONS[column], read.tables[column])
  return (option) => more.get(option) ?? {}
}

/** Tables that price lists of the family do not have; by the names of our options. */
function newerTables(source: string): Map<PriceOption, Readonly<Record<string, unknown>>> {
  const found = new Map<PriceOption, Readonly<Record<string, unknown>>>()
  const old: readonly string[] = Object.values(PRICE_OPTIONS)
  const given = recordOf(source)
  for (const option of PRICE_FIELDS.map((field) => FIELD_OPTIONS[field])) {
    const table = given[option]
    if (!old.includes(option) && isRecord(table)) {
      found.set(option, OPTIONS[option].parse(JSON.stringify(table)))
    }
  }
  return found
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause
    throw new GatewayError('file.unreadable', { path, reason: String(cause.code) }, { cause })
  }
}
