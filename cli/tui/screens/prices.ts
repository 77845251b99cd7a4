/** What every model costs: by the settings, in dollars, and which on offer have no price. */
import { type DollarPrice, inDollars } from '../../../server/domain/prices/in-dollars'
import { type PriceTables, priceFor } from '../../../server/domain/prices/lookup'
import {
  entryOf,
  PRICE_COLUMNS,
  type PriceColumn,
  pricedModels,
} from '../../../server/domain/prices/price-sheet'
import { column, hidden } from '../../../server/domain/resources/resource'
import type { CellText, Reader } from '../cells'
import type { ListAction, ListQuery, RowAction, RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Tools } from '../tools'
import { priceForm, readPrices, savePrices } from './price-form'
import { rowNumbers } from './row-numbers'

type Entries = Readonly<Record<PriceColumn, number | undefined>>

interface PricedModel extends Entries {
  readonly id: number
  readonly model: string
  /** Whether an enabled channel has it. */
  readonly isOffered: boolean
  /** `undefined` when calls are refused for want of a price. */
  readonly dollars: DollarPrice | undefined
}

const numberOf = rowNumbers()

function rowOf(model: string, tables: PriceTables, offered: ReadonlySet<string>): PricedModel {
  const facts = { model, tables, groupRatio: 1, selfUse: false, acceptsUnset: false }
  const price = priceFor(facts)
  return {
    id: numberOf(model),
    model,
    isOffered: offered.has(model),
    dollars: price && inDollars(price),
    modelPrice: entryOf(tables.modelPrice, model),
    modelRatio: entryOf(tables.modelRatio, model),
    completionRatio: entryOf(tables.completionRatio, model),
    cacheRatio: entryOf(tables.cacheRatio, model),
  }
}

const FILTERS: Readonly<Record<string, (row: PricedModel) => boolean>> = {
  unset: ({ isOffered, dollars }) => isOffered && dollars === undefined,
  offered: ({ isOffered }) => isOffered,
}

type SortColumn = 'isOffered' | 'model' | 'promptUsd' | 'completionUsd' | 'modelPrice'

/** What is on offer matters most; hundreds of models have a price in case they ever are. */
const SORTS: readonly { readonly column: SortColumn; readonly isDown: boolean }[] = [
  { column: 'isOffered', isDown: true },
  { column: 'model', isDown: false },
  { column: 'promptUsd', isDown: true },
  { column: 'completionUsd', isDown: true },
  { column: 'modelPrice', isDown: true },
]

type Comparison = (a: PricedModel, b: PricedModel) => number

const byName: Comparison = (a, b) => (a.model < b.model ? -1 : Number(a.model > b.model))

/** Models without a price stand where those that cost nothing do. */
const COMPARISONS: Readonly<Record<SortColumn, Comparison>> = {
  model: byName,
  isOffered: (a, b) => Number(a.isOffered) - Number(b.isOffered),
  promptUsd: (a, b) => (a.dollars?.promptUsd ?? 0) - (b.dollars?.promptUsd ?? 0),
  completionUsd: (a, b) => (a.dollars?.completionUsd ?? 0) - (b.dollars?.completionUsd ?? 0),
  modelPrice: (a, b) => (a.modelPrice ?? 0) - (b.modelPrice ?? 0),
}

function inOrder(rows: readonly PricedModel[], sort: ListQuery['sort']): readonly PricedModel[] {
  const by = SORTS.find(({ column: name }) => name === sort?.column)?.column ?? 'model'
  const turn = sort?.isDown === true ? -1 : 1
  return rows.toSorted((a, b) => COMPARISONS[by](a, b) * turn || byName(a, b))
}

async function list(tools: Tools, query: ListQuery): Promise<RowsPage<PricedModel>> {
  const { page, size, keyword, filters, sort } = query
  const [tables, models] = await Promise.all([readPrices(tools), tools.api.call('model.enabled')])
  const offered = new Set(models.data)
  const all = [...new Set([...pricedModels(tables), ...models.data])]
  const rows = all.map((model) => rowOf(model, tables, offered))
  const wanted = keyword.toLowerCase()
  const isWanted = FILTERS[filters.show ?? ''] ?? (() => true)
  const found = inOrder(
    rows.filter((row) => row.model.toLowerCase().includes(wanted) && isWanted(row)),
    sort,
  )
  const unset = rows.filter((row) => FILTERS.unset?.(row) === true).length
  return {
    rows: found.slice((page - 1) * size, page * size),
    total: found.length,
    ...(unset > 0 && { note: tools.text('tui.prices_unset', { count: unset }) }),
  }
}

const ROW_ACTIONS: readonly RowAction<PricedModel>[] = [
  {
    key: 'x',
    title: 'ui.remove',
    isFor: (row) => PRICE_COLUMNS.some((name) => row[name] !== undefined),
    question: ({ model }, { text }) => ({ title: text('tui.price_remove', { model }) }),
    run: (row, tools) => remove([row], tools),
    runMany: remove,
  },
]

async function remove(rows: readonly PricedModel[], tools: Tools): Promise<string> {
  const changes = rows.flatMap(({ model }) =>
    PRICE_COLUMNS.map((name) => ({ model, column: name, from: undefined, to: undefined })),
  )
  await savePrices(tools, await readPrices(tools), changes)
  return tools.text('tui.many_done', { count: rows.length })
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

const TITLES = {
  model: 'prices.model',
  isOffered: 'tui.offered',
  promptUsd: 'field.pricing.promptUsd',
  completionUsd: 'field.pricing.completionUsd',
  cacheReadUsd: 'field.pricing.cacheReadUsd',
  modelPrice: 'tui.call_price',
  modelRatio: 'prices.modelRatio',
  completionRatio: 'prices.completionRatio',
  cacheRatio: 'prices.cacheRatio',
} as const

function cell(name: string, row: PricedModel, { text, format }: Reader): CellText | undefined {
  if (name === 'model' || name === 'isOffered') return undefined
  const { dollars } = row
  if (name === 'promptUsd' && dollars === undefined) {
    return { text: `! ${text('prices.unset')}`, tone: 'bad' }
  }
  const usd = new Map<string, number>(Object.entries(dollars ?? {})).get(name)
  if (usd !== undefined) {
    // By the call there is no price of text.
    return dollars?.callUsd === 0 ? { text: format.usd(usd), tone: 'none' } : undefined
  }
  const entry = new Map<string, unknown>(Object.entries(row)).get(name)
  // Ratios are shown as they are written, to the last digit.
  return typeof entry === 'number' ? { text: String(entry), tone: 'none' } : undefined
}

export const priceScreen = resourceScreen<PricedModel>({
  id: 'price',
  hotkey: 'p',
  title: 'tui.prices',
  columns: {
    model: column('text'),
    promptUsd: column('money_usd'),
    completionUsd: column('money_usd'),
    modelPrice: column('number'),
    modelRatio: column('number'),
    completionRatio: column('number'),
    cacheRatio: column('number'),
    isOffered: column('flag'),
    cacheReadUsd: hidden('money_usd'),
  },
  titleOf: (name) => TITLES[name as keyof typeof TITLES],
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
        { value: 'offered', title: text('tui.offered') },
      ],
    },
  ],
  list,
  cell,
  isResting: ({ isOffered }) => !isOffered,
  rowActions: ROW_ACTIONS,
  listActions: LIST_ACTIONS,
  create: (tools) => priceForm(undefined, tools),
  edit: ({ model }, tools) => priceForm(model, tools),
})
