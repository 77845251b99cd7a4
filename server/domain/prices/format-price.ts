/** Fields of a price row in words and dollars, for previews, histories and details. */

import type { TextKey, TextParams } from '../i18n/translate'
import type { Formats } from '../text/formats'
import { unitOf, unitOfClass } from '../units'
import { USD_PER_RATIO } from './in-dollars'
import { PRICE_FIELDS, type PriceField, type PriceJson, type PriceStepJson } from './price-row'

export interface PriceReader {
  readonly text: (key: TextKey, params?: TextParams) => string
  readonly format: Pick<Formats, 'usd' | 'number'>
}

/** Of an amount in dollars; what binary fractions add lies below. */
const PRICE_DIGITS = 12

/** To the last digit that somebody wrote: a price is never rounded to cents. */
export function formatUsd(format: Pick<Formats, 'usd'>, dollars: number): string {
  return format.usd(dollars, PRICE_DIGITS)
}

export const FIELD_TITLES = {
  model_price: 'price_row.model_price',
  model_ratio: 'log.class_prompt',
  completion_ratio: 'log.class_completion',
  cache_ratio: 'log.class_cache_read',
  create_cache_ratio: 'log.class_cache_write',
  audio_ratio: 'log.class_audio_prompt',
  audio_completion_ratio: 'log.class_audio_completion',
  image_ratio: 'log.class_image_prompt',
  unit_prices: 'price_row.unit_prices',
  steps: 'price_row.steps',
  tiers: 'price_row.tiers',
} as const satisfies Record<PriceField, TextKey>

export interface FormattedChange {
  readonly title: string
  /** "" for nothing. */
  readonly from: string
  readonly to: string
}

/** Each field that differs, in the order of the fields. */
export function formatChanges(
  before: PriceJson,
  after: PriceJson,
  reader: PriceReader,
): readonly FormattedChange[] {
  return PRICE_FIELDS.filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  ).map((field) => ({
    title: reader.text(FIELD_TITLES[field]),
    from: formatField(field, before, reader),
    to: formatField(field, after, reader),
  }))
}

/** "" for a field that nothing is set for. */
export function formatField(field: PriceField, price: PriceJson, reader: PriceReader): string {
  const { text, format } = reader
  switch (field) {
    case 'model_price':
      return typeof price.model_price === 'number' ? formatUsd(format, price.model_price) : ''
    case 'model_ratio':
      return typeof price.model_ratio === 'number' ? formatRatio(price.model_ratio, reader) : ''
    case 'unit_prices':
      return formatUnits(price.unit_prices ?? {}, reader)
    case 'steps':
      return (price.steps ?? []).map((step) => formatStep(step, reader)).join('; ')
    case 'tiers':
      return formatTiers(price.tiers ?? {})
    default: {
      const ratio = price[field]
      return typeof ratio === 'number' ? text('price_row.times', { ratio }) : ''
    }
  }
}

/** As `formatField`, with what a ratio of something else comes to. */
export function formatImport(
  field: PriceField,
  price: PriceJson,
  { usd, ...reader }: PriceReader & { readonly usd: number | undefined },
): string {
  const ratio = price[field]
  const isRatio = typeof ratio === 'number' && field !== 'model_price' && field !== 'model_ratio'
  if (!isRatio || usd === undefined) return formatField(field, price, reader)
  return reader.text('price_row.usd_and_times', { usd: formatUsd(reader.format, usd), ratio })
}

function formatRatio(ratio: number, { text, format }: PriceReader): string {
  return text('price_row.usd_and_ratio', { usd: formatUsd(format, ratio * USD_PER_RATIO), ratio })
}

export function formatUnits(units: Readonly<Record<string, number>>, reader: PriceReader): string {
  const parts = Object.entries(units).map(([name, usd]) => {
    const per = perText(name, reader)
    return `${unitTitle(name, reader)} ${formatUsd(reader.format, usd)}${per}`
  })
  return parts.join(', ')
}

function formatStep({ above, ...rates }: PriceStepJson, reader: PriceReader): string {
  const fields = PRICE_FIELDS.filter((field) => Object.hasOwn(rates, field))
  const parts = fields.map((field) =>
    field === 'unit_prices'
      ? formatField(field, rates, reader)
      : `${reader.text(FIELD_TITLES[field])} ${formatField(field, rates, reader)}`,
  )
  return `${formatBound(above, reader)}: ${parts.join(', ')}`
}

export function formatBound(above: number, { text, format }: PriceReader): string {
  return text('price_row.above', { count: format.number(above) })
}

export function formatTiers(tiers: Readonly<Record<string, number>>): string {
  return Object.entries(tiers)
    .map(([name, factor]) => `${name} × ${factor}`)
    .join(', ')
}

/** The ratios of text as the family writes them, "1.25 × 4"; "" where none is set. */
export function formatRatios({ model_ratio: input, completion_ratio: output }: PriceJson): string {
  if (typeof input !== 'number') return ''
  return typeof output === 'number' ? `${input} × ${output}` : String(input)
}

/** The unit's name as bills have it; a unit of another release by its own. */
export function unitTitle(name: string, { text }: Pick<PriceReader, 'text'>): string {
  const unit = unitOfClass(name)
  return unit === undefined ? name : text(`log.class_${unitOf(unit).class}`)
}

/** How many of the unit its price is for, " / 1M"; "" for a unit that is not known. */
export function perText(name: string, { text }: Pick<PriceReader, 'text'>): string {
  const unit = unitOfClass(name)
  if (unit === undefined) return ''
  const { per } = unitOf(unit)
  if (per === 1) return ` / ${text('price_row.per_one')}`
  return per === 1_000 ? ' / 1K' : ' / 1M'
}
