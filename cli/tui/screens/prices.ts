/** What every model costs, in dollars, and which on offer have no price. */

import {
  formatBound,
  formatChanges,
  formatRatios,
  formatTiers,
  formatUnits,
  formatUsd,
  perText,
  unitTitle,
} from '../../../server/domain/prices/format-price'
import { type PriceRow, removedPrice } from '../../../server/domain/prices/price-row'
import { tablesOfRows } from '../../../server/domain/prices/price-tables'
import {
  countUnset,
  foundModels,
  type PricedModel,
  pricedModelList,
  priceInTables,
} from '../../../server/domain/prices/priced-models'
import { unitDollars } from '../../../server/domain/prices/unit-dollars'
import { priceResource } from '../../../server/domain/resources/prices'
import { fit, widthOf } from '../../text-width'
import type { CellText, Reader } from '../cells'
import type { ListAction, ListQuery, RowAction, RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { priceForm } from './price-form'
import { rowNumbers } from './row-numbers'

interface ListedPrice extends PricedModel {
  /** What is in force by name, for the prices of its units. */
  readonly rows: readonly PriceRow[]
}

const numberOf = rowNumbers()

type SortColumn = 'isOffered' | 'model' | 'promptUsd' | 'completionUsd' | 'callUsd'

/** What is on offer matters most; hundreds of models have a price in case they ever are. */
const SORTS: readonly { readonly column: SortColumn; readonly isDown: boolean }[] = [
  { column: 'isOffered', isDown: true },
  { column: 'model', isDown: false },
  { column: 'promptUsd', isDown: true },
  { column: 'completionUsd', isDown: true },
  { column: 'callUsd', isDown: true },
]

type Comparison = (a: PricedModel, b: PricedModel) => number

const byName: Comparison = (a, b) => (a.model < b.model ? -1 : Number(a.model > b.model))

/** Models without a price stand where those that cost nothing do. */
const COMPARISONS: Readonly<Record<SortColumn, Comparison>> = {
  model: byName,
  isOffered: (a, b) => Number(a.isOffered) - Number(b.isOffered),
  promptUsd: (a, b) => (a.promptUsd ?? 0) - (b.promptUsd ?? 0),
  completionUsd: (a, b) => (a.completionUsd ?? 0) - (b.completionUsd ?? 0),
  callUsd: (a, b) => (a.callUsd ?? 0) - (b.callUsd ?? 0),
}

function inOrder(rows: readonly PricedModel[], sort: ListQuery['sort']): readonly PricedModel[] {
  const by = SORTS.find(({ column }) => column === sort?.column)?.column ?? 'model'
  const turn = sort?.isDown === true ? -1 : 1
  return rows.toSorted((a, b) => COMPARISONS[by](a, b) * turn || byName(a, b))
}

async function list(tools: Tools, query: ListQuery): Promise<RowsPage<ListedPrice>> {
  const { page, size, keyword, filters, sort } = query
  const [prices, offered] = await Promise.all([
    tools.api.call('price.list'),
    tools.api.call('model.enabled'),
  ])
  const all = pricedModelList(prices.data, offered.data)
  const found = inOrder(foundModels(all, { keyword, show: filters.show ?? '' }), sort)
  const unset = countUnset(all)
  return {
    rows: found
      .slice((page - 1) * size, page * size)
      .map((row) => ({ ...row, id: numberOf(row.model), rows: prices.data })),
    total: found.length,
    ...(unset > 0 && { note: tools.text('tui.prices_unset', { count: unset }) }),
  }
}

const ROW_ACTIONS: readonly RowAction<ListedPrice>[] = [
  {
    key: 'H',
    title: 'price_row.history',
    isSingle: true,
    isHarmless: true,
    run: async ({ model }, tools) => {
      await showHistory(model, tools)
      return undefined
    },
  },
  {
    key: 'x',
    title: 'ui.remove',
    isFor: ({ own }) => Object.keys(own).length > 0,
    question: ({ model }, { text }) => ({ title: text('tui.price_remove', { model }) }),
    run: (row, tools) => remove([row], tools),
    runMany: remove,
  },
]

async function showHistory(model: string, tools: Tools): Promise<void> {
  const { api, format, open, text } = tools
  const { data } = await api.call('price.history', { query: { model } })
  const nothing = text('price_row.nothing')
  const lines = data.flatMap(({ actor, created_at, before, after }) => [
    `${format.time(created_at)}  ${actor}`,
    ...formatChanges(before, after, tools).map(
      ({ title, from, to }) => `  ${title}: ${from || nothing} → ${to || nothing}`,
    ),
    '',
  ])
  open({
    kind: 'text',
    title: text('price_row.history_of', { model }),
    lines: lines.length === 0 ? [text('price_row.history_empty')] : lines,
  })
}

async function remove(rows: readonly ListedPrice[], { api, text }: Tools): Promise<string> {
  const prices = rows.map(({ model, own }) => ({ model, price: removedPrice(own), was: own }))
  await api.call('price.set', { body: { prices } })
  return text('tui.many_done', { count: rows.length })
}

const LIST_ACTIONS: readonly ListAction[] = [
  {
    key: 'Z',
    title: 'tui.prices_reset',
    question: ({ text }) => ({
      title: text('tui.prices_reset_title'),
      message: text('tui.prices_reset_text'),
    }),
    run: async ({ api, text }) => {
      await api.call('price.reset')
      return text('ui.done')
    },
  },
]

function cell(name: string, row: ListedPrice, reader: Reader): CellText | undefined {
  const { text, format } = reader
  if (name === 'promptUsd' && !row.isPriced) {
    return { text: `! ${text('prices.unset')}`, tone: 'bad' }
  }
  if (name === 'more') return cellText(extras(row, reader).join(', '))
  if (name === 'own') return cellText(formatRatios(row.own))
  if (!name.endsWith('Usd')) return undefined
  const usd = new Map<string, unknown>(Object.entries(row)).get(name)
  return typeof usd === 'number' ? { text: format.price(usd), tone: 'none' } : undefined
}

function cellText(text: string): CellText | undefined {
  return text === '' ? { text: '-', tone: 'quiet' } : { text, tone: 'none' }
}

function extras({ more }: ListedPrice, reader: Reader): readonly string[] {
  const lines = [
    formatUnits(more.units, reader),
    ...more.bounds.map((above) => formatBound(above, reader)),
    formatTiers(more.tiers),
  ]
  return lines.filter((line) => line !== '')
}

/** What each unit costs, below every threshold and above each; those at their own price marked. */
function unitLines({ model, rows, own }: ListedPrice, tools: Tools): readonly string[] {
  const { text, format } = tools
  const price = priceInTables(model, tablesOfRows(rows))
  if (price === undefined || price.mode === 'per-call') return []
  const bounds = [0, ...(price.steps ?? []).map(({ above }) => above)]
  const isOwn = (unit: string): boolean => Object.hasOwn(own.unit_prices ?? {}, unit)
  return bounds.flatMap((above) => {
    const units = Object.entries(unitDollars(price, above))
    const width = Math.max(...units.map(([unit]) => widthOf(unitTitle(unit, tools)))) + 2
    return [
      '',
      above === 0 ? text('price_row.prices') : formatBound(above, tools),
      ...units.map(([unit, usd]) => {
        const title = `${isOwn(unit) ? '*' : ' '} ${fit(unitTitle(unit, tools), width)}`
        return `${title}${formatUsd(format, usd)}${perText(unit, tools)}`
      }),
    ]
  })
}

export const priceScreen = resourceScreen<ListedPrice>({
  id: 'price',
  hotkey: 'p',
  title: 'nav.price',
  columns: priceResource.columns,
  titleOf: (name) => `field.price.${name as keyof typeof priceResource.columns}`,
  nameOf: ({ model }) => model,
  searchTitle: 'prices.search',
  sorts: SORTS,
  filters: async ({ text }) => [
    {
      name: 'show',
      label: text('prices.show'),
      kind: 'choice',
      choices: [
        { value: '', title: text('prices.show_all') },
        { value: 'unset', title: text('prices.show_unset') },
        { value: 'offered', title: text('price_row.show_offered') },
        { value: 'units', title: text('price_row.show_units') },
      ],
    },
  ],
  list,
  cell,
  facts: unitLines,
  isResting: ({ isOffered }) => !isOffered,
  rowActions: ROW_ACTIONS,
  listActions: LIST_ACTIONS,
  create: (tools) => priceForm('', tools),
  edit: ({ model }, tools) => priceForm(model, tools),
})
