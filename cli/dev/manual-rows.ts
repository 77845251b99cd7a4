/** The tables of the manual that follow from rows of settings and prices. */
import { CONFIGURATION_ROWS } from '../../server/configuration-rows'
import { en } from '../../server/domain/i18n/en'
import { DEFAULT_OPTIONS, OPTIONS } from '../../server/domain/options'
import type { OptionRow } from '../../server/domain/options/option'
import { inDollars } from '../../server/domain/prices/in-dollars'
import { priceFor } from '../../server/domain/prices/lookup'
import { pricedModels } from '../../server/domain/prices/price-sheet'
import { byClass } from '../../server/domain/prices/step-rates'
import { priceTablesOf } from '../../server/services/pricing/tables'
import { type Table, tableText } from './manual-table'

export function configurationTable(): Table {
  const rows = CONFIGURATION_ROWS.map((row) => [`\`${row.name}\``, row.default, row.meaning])
  return { head: ['variable', 'default', 'meaning'], rows, notes: [] }
}

/** Longer defaults are entire tables, which no cell can show. */
const LONGEST_DEFAULT = 60

/** A heading and a table for each section of options. */
export function optionTables(): string {
  const rows: readonly OptionRow<unknown>[] = Object.values(OPTIONS)
  const sections = [...new Set(rows.map(({ section }) => section))]
  const texts: Readonly<Record<string, string>> = en
  const parts = sections.map((section) => {
    const own = rows.filter((row) => row.section === section)
    const cells = own.map((row) => [
      `\`${row.key}\``,
      row.choices?.join(', ') ?? row.type,
      defaultOf(row),
      texts[`setting.${row.key}`] ?? '',
    ])
    const head = ['option', 'type', 'default', 'meaning']
    const title = texts[`section.${section}`] ?? section
    return `## ${title}\n\n${tableText({ head, rows: cells, notes: [] })}`
  })
  return `\n${parts.join('\n\n')}\n`
}

function defaultOf(row: OptionRow<unknown>): string {
  const text = row.format(row.default).replaceAll('\n', ' ')
  if (text === '') return ''
  return text.length > LONGEST_DEFAULT ? 'a table' : `\`${text}\``
}

/** Built-in prices, in dollars per million tokens or per call. */
export function priceTable(): Table {
  const tables = priceTablesOf(DEFAULT_OPTIONS)
  const rows = pricedModels(tables).map((model) => {
    const price = priceFor({ model, tables, groupRatio: 1, selfUse: false, acceptsUnset: false })
    const usd = price && inDollars(price)
    const units = Object.entries(byClass(price?.usd ?? {}))
    const amount = (dollars: number | undefined) => (dollars ? String(dollars) : '')
    return [
      `\`${model}\``,
      amount(usd?.promptUsd),
      amount(usd?.completionUsd),
      amount(usd && usd.callUsd > 0 ? undefined : usd?.cacheReadUsd),
      amount(usd?.callUsd),
      units.map(([unit, dollars]) => `${unit} ${dollars}`).join(', '),
    ]
  })
  return {
    head: ['model', 'prompt', 'completion', 'cache read', 'call', 'other units'],
    rows,
    notes: [],
  }
}
