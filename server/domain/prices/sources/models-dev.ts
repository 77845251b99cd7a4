/** https://models.dev/api.json: providers by id, each with its models and dollars per million. */
import { isRecord } from '../../json/records'
import { lengthsIn } from '../../models/model-lengths'
import type { UnitClass } from '../../units'
import {
  amountIn,
  type FetchedList,
  type FetchedPrice,
  type FetchedStep,
  type LeftOut,
  unitsIn,
  unreadable,
} from './fetched-price'

const FIELDS = [
  { field: 'input', unit: 'prompt', times: 1 },
  { field: 'output', unit: 'completion', times: 1 },
  { field: 'cache_read', unit: 'cache_read', times: 1 },
  { field: 'cache_write', unit: 'cache_write', times: 1 },
  { field: 'input_audio', unit: 'audio_prompt', times: 1 },
  { field: 'output_audio', unit: 'audio_completion', times: 1 },
] as const

export const MODELS_DEV_UNITS: readonly UnitClass[] = FIELDS.map(({ unit }) => unit)

/** What `context_over_200k` is about. */
const LONG_CONTEXT = 200_000

type Fields = Readonly<Record<string, unknown>>

export function readModelsDev(document: unknown): FetchedList {
  const found = recordAt(document, '$')
  const entries = Object.entries(found).flatMap(([provider, entry]) => {
    const models = Object.entries(recordAt(recordAt(entry, provider).models, provider))
    return models.flatMap(([model, facts]) => entryOf(provider, model, facts) ?? [])
  })
  const prices = entries.filter((entry) => 'units' in entry)
  if (prices.length === 0) throw unreadable('$')
  return { prices, leftOut: entries.filter((entry) => 'reason' in entry) }
}

function recordAt(value: unknown, place: string): Fields {
  if (!isRecord(value)) throw unreadable(place)
  return value
}

/** `undefined` for a model without a price. */
function entryOf(
  provider: string,
  model: string,
  facts: unknown,
): FetchedPrice | LeftOut | undefined {
  const place = `${provider}.${model}`
  const { cost, limit } = recordAt(facts, place)
  if (cost === undefined || cost === null) return undefined
  const prices = recordAt(cost, `${place}.cost`)
  const steps = stepsIn(prices, place)
  if (steps === undefined) return { model, reason: 'unknown_form' }
  const { context, output } = isRecord(limit) ? limit : {}
  const units = baseOf(prices, place)
  return { model, provider, units, steps, ...lengthsIn(context, output) }
}

function baseOf(cost: Fields, place: string): FetchedPrice['units'] {
  const units = unitsIn(cost, FIELDS, `${place}.cost`)
  if (units.prompt === undefined || units.completion === undefined) throw unreadable(place)
  return units
}

/** `undefined` for tiers of another kind than the length of the context. */
function stepsIn(cost: Fields, place: string): readonly FetchedStep[] | undefined {
  const { tiers, context_over_200k: long } = cost
  if (tiers === undefined && long === undefined) return []
  if (tiers === undefined) {
    const prices = recordAt(long, `${place}.cost.context_over_200k`)
    return [{ above: LONG_CONTEXT, units: unitsIn(prices, FIELDS, place) }]
  }
  const at = `${place}.cost.tiers`
  if (!Array.isArray(tiers)) throw unreadable(at)
  const steps = tiers.map((tier: unknown) => stepOf(recordAt(tier, at), at))
  if (steps.includes(undefined)) return undefined
  return steps.filter((step) => step !== undefined).toSorted((a, b) => a.above - b.above)
}

/** `undefined` for another kind of tier. */
function stepOf(tier: Fields, place: string): FetchedStep | undefined {
  const { type, size } = recordAt(tier.tier, place)
  if (type !== 'context') return undefined
  const above = amountIn(size, 1, `${place}.size`)
  if (above === undefined || !Number.isInteger(above)) throw unreadable(place)
  return { above, units: unitsIn(tier, FIELDS, place) }
}
