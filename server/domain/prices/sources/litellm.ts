/** LiteLLM's `model_prices_and_context_window.json`: dollars for one of each unit, by model. */
import { isRecord } from '../../json/records'
import { lengthsIn } from '../../models/model-lengths'
import type { UnitClass } from '../../units'
import type { UnitDollars } from '../unit-dollars'
import {
  amountIn,
  type FetchedList,
  type FetchedPrice,
  type FetchedStep,
  unitsIn,
  unreadable,
} from './fetched-price'

const MILLION = 1_000_000
const THOUSAND = 1000

const TEXT_FIELDS = [
  { field: 'input_cost_per_token', unit: 'prompt', times: MILLION },
  { field: 'output_cost_per_token', unit: 'completion', times: MILLION },
  { field: 'cache_read_input_token_cost', unit: 'cache_read', times: MILLION },
  { field: 'cache_creation_input_token_cost', unit: 'cache_write', times: MILLION },
  {
    field: 'cache_creation_input_token_cost_above_1hr',
    unit: 'cache_write_long',
    times: MILLION,
  },
] as const

const FIELDS = [
  ...TEXT_FIELDS,
  { field: 'input_cost_per_audio_token', unit: 'audio_prompt', times: MILLION },
  { field: 'output_cost_per_audio_token', unit: 'audio_completion', times: MILLION },
  { field: 'input_cost_per_image_token', unit: 'image_prompt', times: MILLION },
  { field: 'output_cost_per_image_token', unit: 'image_completion', times: MILLION },
] as const

/** What models are priced by that read or write something else than tokens, by their `mode`. */
const FIELDS_BY_MODE: ReadonlyMap<string, Parameters<typeof unitsIn>[1]> = new Map([
  ['audio_transcription', [{ field: 'input_cost_per_second', unit: 'second', times: 1 }]],
  ['audio_speech', [{ field: 'input_cost_per_character', unit: 'character', times: MILLION }]],
  ['rerank', [{ field: 'input_cost_per_query', unit: 'search_unit', times: THOUSAND }]],
  ['video_generation', [{ field: 'output_cost_per_second', unit: 'video_second', times: 1 }]],
] as const)

export const LITELLM_UNITS: readonly UnitClass[] = [
  ...FIELDS.map(({ unit }) => unit),
  ...(['second', 'character', 'search_unit', 'video_second'] as const),
]

const IMAGE_FIELDS = ['output_cost_per_image', 'input_cost_per_image'] as const

/** The entry that explains the others. */
const EXPLANATION = 'sample_spec'

type Fields = Readonly<Record<string, unknown>>

export function readLiteLlm(document: unknown): FetchedList {
  if (!isRecord(document)) throw unreadable('$')
  const prices = Object.entries(document).flatMap(([model, entry]) => {
    if (model === EXPLANATION) return []
    if (!isRecord(entry)) throw unreadable(model)
    return priceOf(model, entry) ?? []
  })
  if (prices.length === 0) throw unreadable('$')
  return { prices, leftOut: [] }
}

/** `undefined` for an entry without prices. */
function priceOf(model: string, entry: Fields): FetchedPrice | undefined {
  const { litellm_provider: seller, mode } = entry
  const lengths = lengthsIn(entry.max_input_tokens, entry.max_output_tokens)
  const provider = typeof seller === 'string' ? seller : ''
  const more = FIELDS_BY_MODE.get(String(mode)) ?? []
  const units = { ...unitsIn(entry, FIELDS, model), ...unitsIn(entry, more, model) }
  const image = mode === 'image_generation' ? imageUsd(entry, model) : undefined
  if (image !== undefined && !isAnyPaid(units)) {
    return { model, provider, call: image, units: {}, steps: [], ...lengths }
  }
  const [base, ...steps] = ranges(units, entry, model)
  if (Object.keys(base.units).length === 0) return undefined
  return { model, provider, units: base.units, steps, ...lengths }
}

function isAnyPaid(units: UnitDollars): boolean {
  return Object.values(units).some((usd) => usd > 0)
}

function imageUsd(entry: Fields, model: string): number | undefined {
  const [usd] = IMAGE_FIELDS.flatMap((field) => amountIn(entry[field], 1, model) ?? [])
  return usd
}

const ABOVE = /^(.+)_above_(\d{1,9})(k?)_tokens$/

/** The price from the first token on, then what holds above so many tokens. */
function ranges(
  units: UnitDollars,
  entry: Fields,
  model: string,
): readonly [FetchedStep, ...FetchedStep[]] {
  const steps = new Map<number, Record<string, unknown>>()
  for (const [name, value] of Object.entries(entry)) {
    const [, field = '', count = '', kilo = ''] = ABOVE.exec(name) ?? []
    if (!TEXT_FIELDS.some((known) => known.field === field)) continue
    const above = Number(count) * (kilo === '' ? 1 : THOUSAND)
    const step = steps.get(above) ?? {}
    step[field] = value
    steps.set(above, step)
  }
  const priced = [...steps].map(([above, fields]) => ({
    above,
    units: unitsIn(fields, TEXT_FIELDS, model),
  }))
  const [first, ...rest] = tiersIn(entry, model)
  const base = { above: 0, units: { ...first?.units, ...units } }
  const real = [...priced, ...rest].filter((step) => Object.keys(step.units).length > 0)
  return [base, ...real.toSorted((a, b) => a.above - b.above)]
}

/** `tiered_pricing`: the same fields by ranges of tokens read, the lowest first. */
function tiersIn(entry: Fields, model: string): readonly FetchedStep[] {
  const { tiered_pricing: tiers } = entry
  if (tiers === undefined || tiers === null) return []
  if (!Array.isArray(tiers)) throw unreadable(`${model}.tiered_pricing`)
  const steps = tiers.map((tier): FetchedStep => {
    const range = isRecord(tier) && Array.isArray(tier.range) ? tier.range : []
    const above = amountIn(range[0], 1, `${model}.tiered_pricing.range`)
    if (!isRecord(tier) || above === undefined) throw unreadable(`${model}.tiered_pricing`)
    return { above, units: unitsIn(tier, TEXT_FIELDS, `${model}.tiered_pricing`) }
  })
  const sorted = steps.toSorted((a, b) => a.above - b.above)
  if (sorted[0]?.above !== 0) throw unreadable(`${model}.tiered_pricing`)
  return sorted
}
