/** A fixed price by the call, or ratios by the token. */
import { inDollars } from '../../../server/domain/prices/in-dollars'
import { type PriceTables, priceFor } from '../../../server/domain/prices/lookup'
import type { PriceOption } from '../../../server/domain/prices/price-row'
import {
  amountOf,
  entryOf,
  PRICE_COLUMNS,
  type PriceChange,
  type PriceColumn,
  pricedModels,
  withPrices,
} from '../../../server/domain/prices/price-sheet'
import {
  priceRowsBetween,
  pricesAsTexts,
  pricesFromTexts,
} from '../../../server/domain/prices/price-texts'
import type { Text, Tools } from '../tools'
import type { FieldRow, FormDraft, FormValues } from '../widgets/form/form-draft'
import { refuse } from './form-values'
import { readOptions } from './option-texts'

const RATIOS = ['modelRatio', 'completionRatio', 'cacheRatio'] as const

export async function readPrices(tools: Tools): Promise<PriceTables> {
  return pricesFromTexts(await readOptions(tools))
}

/** `undefined` for a model that is still to be named. */
export async function priceForm(model: string | undefined, tools: Tools): Promise<FormDraft> {
  const { text } = tools
  const tables = await readPrices(tools)
  const amounts = PRICE_COLUMNS.map((column) => {
    const entry = model === undefined ? undefined : entryOf(tables[column], model)
    return [column, entry === undefined ? '' : String(entry)] as const
  })
  const initial = Object.fromEntries(amounts)
  const name: FieldRow = { name: 'name', label: text('prices.model'), kind: 'text' }
  const title = text(model === undefined ? 'prices.add' : 'prices.set_price')
  return {
    title: model === undefined ? title : `${title}: ${model}`,
    fields: [...(model === undefined ? [name] : []), modeField(text), ...amountFields(text)],
    initial: { ...initial, name: '', mode: initial.modelPrice === '' ? 'ratio' : 'fixed' },
    save: (values) => save(model, values, tools),
  }
}

function modeField(text: Text): FieldRow {
  const choices = (['ratio', 'fixed'] as const).map((mode) => ({
    value: mode,
    title: text(`prices.mode_${mode}`),
  }))
  return { name: 'mode', label: text('prices.mode'), kind: 'choice', choices }
}

function amountFields(text: Text): readonly FieldRow[] {
  return PRICE_COLUMNS.map((column) => ({
    name: column,
    label: text(`prices.${column}`),
    kind: 'text',
    hint: text(`prices.${column}_hint`),
  }))
}

async function save(model: string | undefined, values: FormValues, tools: Tools): Promise<string> {
  const { text } = tools
  const name = model ?? values.name?.trim() ?? ''
  if (name === '') refuse(text('prices.name_required'))
  // Read anew, so that what somebody else has changed meanwhile stays.
  const tables = await readPrices(tools)
  if (model === undefined && pricedModels(tables).includes(name)) refuse(text('prices.name_taken'))
  const next = await savePrices(tools, tables, changesOf(name, values, text))
  return `${name}: ${dollarsText(name, next, tools)}`
}

/** Ratios that a fixed price hides stay; a fixed price would hide ratios, so it goes. */
function changesOf(model: string, values: FormValues, text: Text): readonly PriceChange[] {
  const isFixed = values.mode === 'fixed'
  const columns: readonly PriceColumn[] = isFixed ? ['modelPrice'] : RATIOS
  const changes = columns.map((column, at) => {
    const to = amountOf(values[column] ?? '')
    const isMissing = to === undefined && at === 0
    if (isMissing || Number.isNaN(to)) {
      refuse(`${text(`prices.${column}`)}: ${text('prices.not_a_number')}`)
    }
    return { model, column, from: undefined, to }
  })
  if (isFixed) return changes
  return [...changes, { model, column: 'modelPrice', from: undefined, to: undefined }]
}

/** All of them in one request, so that no call is charged at a mix. */
export async function savePrices(
  { api }: Tools,
  tables: PriceTables,
  changes: readonly PriceChange[],
): Promise<PriceTables> {
  const next = withPrices(tables, changes)
  const [before, after] = [pricesAsTexts(tables), pricesAsTexts(next)]
  const text = (texts: typeof before) => (key: PriceOption) =>
    new Map<string, string>(Object.entries(texts)).get(key) ?? '{}'
  const prices = priceRowsBetween(text(before), text(after))
  if (prices.length > 0) await api.call('price.set', { body: { prices: [...prices] } })
  return next
}

/** What a call is charged by these tables, before the ratio of a group. */
function dollarsText(model: string, tables: PriceTables, { text, format }: Tools): string {
  const facts = { model, tables, groupRatio: 1, selfUse: false, acceptsUnset: false }
  const price = priceFor(facts)
  if (price === undefined) return text('prices.unset')
  const { promptUsd, completionUsd, callUsd } = inDollars(price)
  if (price.mode === 'per-call') return text('prices.per_call', { price: format.usd(callUsd) })
  const [input, output] = [format.usd(promptUsd), format.usd(completionUsd)]
  return text('prices.per_million', { input, output })
}
