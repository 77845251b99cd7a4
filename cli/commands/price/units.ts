import { translate } from '../../../server/domain/i18n/translate'
import type { Price } from '../../../server/domain/money/price'
import { priceInForce } from '../../../server/domain/money/price-in-force'
import { NO_USAGE } from '../../../server/domain/money/usage'
import { priceFor } from '../../../server/domain/prices/lookup'
import { unitDollars } from '../../../server/domain/prices/unit-dollars'
import { CHARGED_UNITS, unitOf } from '../../../server/domain/units'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { words } from '../../words'
import { MODEL_ARGUMENT } from './argument'
import { readTables } from './view'

interface UnitRow {
  readonly unit: string
  readonly name: string
  /** For as many as `per` says. */
  readonly usd: number
  readonly per: number
  /** Tokens read above which it holds; 0 for the base. */
  readonly above: number
  /** Whether the model has a price in dollars of its own for it. */
  readonly own: boolean
}

const UNIT_FIELDS = ['unit', 'name', 'usd', 'per', 'above', 'own'] as const

const UNIT_VIEW: View<UnitRow> = {
  columns: [
    { title: 'UNIT', value: 'unit' },
    { title: 'WHAT', field: 'name', value: 'name' },
    { title: 'USD', field: 'usd', value: (row) => String(row.usd), kind: 'number' },
    { title: 'PER', field: 'per', value: (row) => String(row.per), kind: 'number' },
    { title: 'ABOVE', value: (row) => (row.above === 0 ? '-' : String(row.above)), kind: 'number' },
    { title: 'OWN', field: 'own', value: (row) => (row.own ? words`yes` : '-') },
  ],
  kinds: { above: 'number', own: 'flag' },
  fields: UNIT_FIELDS,
  quiet: ({ unit }) => unit,
}

export const priceUnits = defineList({
  path: ['price', 'units'],
  summary: 'list what each unit of a model costs: kinds of tokens, tools, seconds, pages',
  args: [MODEL_ARGUMENT],
  examples: ['gw price units gpt-4o', 'gw price units gpt-4o --filter own=true --json'],
  view: UNIT_VIEW,
  rows: async (context, { args: { model } }) => {
    const tables = await readTables(await context.services())
    const price = priceFor({ model, tables, groupRatio: 1, selfUse: false, acceptsUnset: false })
    if (price === undefined || price.mode === 'per-call') return []
    const bounds = [0, ...(price.steps ?? []).map(({ above }) => above)]
    return bounds.flatMap((above) => unitRows(price, above, context.language))
  },
})

function unitRows(price: Price, above: number, language: Parameters<typeof translate>[0]) {
  const dollars = unitDollars(price, above)
  const { usd: own } = priceInForce(price, { ...NO_USAGE, promptTokens: above + 1 })
  return CHARGED_UNITS.map((unit): UnitRow => {
    const { class: name, per } = unitOf(unit)
    const title = translate(language, `log.class_${name}`)
    return {
      unit: name,
      name: title,
      usd: dollars[name] ?? 0,
      per,
      above,
      own: own?.[unit] !== undefined,
    }
  })
}
