/** A price by the call, or in dollars by unit, with thresholds and tiers as lines of text. */

import { formatUsd, perText, unitTitle } from '../../../server/domain/prices/format-price'
import { changeOf, draftWorth, ratioOf } from '../../../server/domain/prices/price-change'
import {
  type Amounts,
  draftOf,
  draftProblems,
  MAIN_UNITS,
  PRICED_UNITS,
  type PriceDraft,
  type StepDraft,
  type StoredPrice,
  storedPrice,
} from '../../../server/domain/prices/price-draft'
import type { PriceRow } from '../../../server/domain/prices/price-row'
import type { UnitClass } from '../../../server/domain/units'
import type { FieldRow, FormDraft, FormValues } from '../form-draft'
import type { Tools } from '../tools'
import { refuse } from './form-values'

/** "" for a model that is still to be named. */
export async function priceForm(model: string, tools: Tools): Promise<FormDraft> {
  const { text } = tools
  const { data: rows } = await tools.api.call('price.list')
  const name: FieldRow = { name: 'name', label: text('field.price.model'), kind: 'text' }
  return {
    title: model === '' ? text('price_row.add') : text('price_row.edit', { model }),
    fields: [
      ...(model === '' ? [name] : []),
      {
        name: 'mode',
        label: text('prices.mode'),
        kind: 'choice',
        choices: (['token', 'call'] as const).map((mode) => ({
          value: mode,
          title: text(`price_row.mode_${mode}`),
        })),
      },
      { name: 'call', label: text('price_row.call'), kind: 'text' },
      ...MAIN_UNITS.map((unit) => unitField(unit, { model, rows, tools })),
      {
        name: 'units',
        label: text('price_row.unit_prices'),
        kind: 'text',
        hint: text('tui.price_units_hint', { units: MORE_UNITS.join(' ') }),
      },
      {
        name: 'steps',
        label: text('price_row.steps'),
        kind: 'text',
        hint: text('tui.price_steps_hint'),
      },
      {
        name: 'tiers',
        label: text('price_row.tiers'),
        kind: 'text',
        hint: text('tui.price_tiers_hint'),
      },
    ],
    initial: { name: '', ...valuesOf(draftOf(storedPrice(model, rows))) },
    save: (values) => save(values, { model, rows, tools }),
  }
}

const MORE_UNITS = PRICED_UNITS.filter((unit) => !isMain(unit))

function isMain(unit: string): boolean {
  return MAIN_UNITS.some((name) => name === unit)
}

interface FieldFacts {
  readonly model: string
  readonly rows: readonly PriceRow[]
  readonly tools: Tools
}

/** Its hint shows the resulting price, by its rule too, and the equal ratio. */
function unitField(unit: UnitClass, { model, rows, tools }: FieldFacts): FieldRow {
  const { text, format } = tools
  return {
    name: unit,
    label: `${unitTitle(unit, tools)}${perText(unit, tools)}`,
    kind: 'text',
    hint: (values) => {
      const stored = storedPrice(model === '' ? (values.name ?? '').trim() : model, rows)
      const { base } = draftWorth(draftFrom(values), stored)
      const usd = base[unit]
      if (usd === undefined) return text('price_row.prices_hint')
      const ratio = ratioOf(unit, base)
      if (ratio === undefined) return formatUsd(format, usd)
      return text('price_row.usd_and_ratio', { usd: formatUsd(format, usd), ratio })
    },
  }
}

function valuesOf({ mode, call, prices, steps, tiers }: PriceDraft): FormValues {
  const main = MAIN_UNITS.map((unit) => [unit, prices[unit] ?? ''])
  return {
    mode,
    call,
    ...Object.fromEntries(main),
    units: pairsText(Object.entries(prices).filter(([unit]) => !isMain(unit))),
    steps: steps
      .map(({ above, prices: step }) => `${above}: ${pairsText(Object.entries(step))}`)
      .join('; '),
    tiers: pairsText(tiers.map(({ name, factor }) => [name, factor])),
  }
}

function draftFrom(values: FormValues): PriceDraft {
  const main = MAIN_UNITS.map((unit) => [unit, values[unit] ?? ''] as const)
  const typed = main.filter(([, amount]) => amount.trim() !== '')
  return {
    mode: values.mode === 'call' ? 'call' : 'token',
    call: values.call ?? '',
    prices: { ...Object.fromEntries(typed), ...amountsIn(values.units) },
    steps: stepsIn(values.steps),
    tiers: pairsIn(values.tiers).map(([name, factor]) => ({ name, factor })),
  }
}

type Pair = readonly [string, string]

function pairsText(pairs: readonly (readonly string[])[]): string {
  return pairs.map(([name, amount]) => `${name}=${amount}`).join(' ')
}

/** `name=amount`, with blanks or commas between them. */
function pairsIn(typed = ''): readonly Pair[] {
  const words = typed.split(/[\s,]+/).filter((word) => word !== '')
  return words.map((word) => {
    const [name = '', ...amount] = word.split('=')
    return [name, amount.join('=')]
  })
}

function amountsIn(typed: string | undefined): Amounts {
  return Object.fromEntries(pairsIn(typed))
}

/** `200000: prompt=5 completion=15; 500000: prompt=8`. */
function stepsIn(typed = ''): readonly StepDraft[] {
  const parts = typed.split(';').filter((part) => part.trim() !== '')
  return parts.map((part) => {
    const [above = '', ...rates] = part.split(':')
    return { above: above.trim(), prices: amountsIn(rates.join(':')) }
  })
}

/** `rows` are as they were when the form was opened. */
async function save(
  values: FormValues,
  { model: known, rows, tools }: FieldFacts,
): Promise<string> {
  const { api, text } = tools
  const model = known === '' ? (values.name ?? '').trim() : known
  if (model === '') refuse(text('prices.name_required'))
  const isTaken = known === '' && rows.some((row) => row.model === model)
  if (isTaken) refuse(text('prices.name_taken'))
  const draft = draftFrom(values)
  requireUnits(draft, tools)
  const [problem] = draftProblems(draft)
  if (problem !== undefined) refuse(`${placeTitle(problem[0], tools)}: ${text(problem[1])}`)
  const stored = storedPrice(model, rows)
  const price = changeOf(draft, stored)
  if (Object.keys(price).length > 0) {
    await api.call('price.set', { body: { prices: [{ model, price, was: stored.own }] } })
  }
  return `${model}: ${formatDraft(draft, stored, tools)}`
}

/** Names are typed here, so that one can be wrong. */
function requireUnits({ prices, steps }: PriceDraft, { text }: Tools): void {
  const names = [prices, ...steps.map((step) => step.prices)].flatMap(Object.keys)
  const unknown = names.find((name) => !PRICED_UNITS.some((unit) => unit === name))
  if (unknown !== undefined) refuse(text('tui.price_no_unit', { name: unknown }))
}

/** Of a place such as `prices.prompt`, `steps.0.above` or `tiers.1.name`. */
function placeTitle(place: string, tools: Tools): string {
  const { text } = tools
  const [part = '', at = ''] = place.split('.')
  if (part === 'call') return text('price_row.call')
  if (part === 'prices') return `${unitTitle(at, tools)}${perText(at, tools)}`
  return text(part === 'steps' ? 'price_row.steps' : 'price_row.tiers')
}

/** What calls are charged, before the ratio of a group. */
function formatDraft(draft: PriceDraft, stored: StoredPrice, { text, format }: Tools): string {
  if (draft.mode === 'call') {
    return text('prices.per_call', { price: formatUsd(format, Number(draft.call)) })
  }
  const { prompt = 0, completion = 0 } = draftWorth(draft, stored).base
  const [input, output] = [formatUsd(format, prompt), formatUsd(format, completion)]
  return text('prices.per_million', { input, output })
}
