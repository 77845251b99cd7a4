/** https://openrouter.ai/api/v1/models: decimal dollars per token, as texts. */
import { isRecord } from '../../json/records'
import { lengthsIn, type WithLengths } from '../../models/model-lengths'
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

const MILLION = 1_000_000

const FIELDS = [
  { field: 'prompt', unit: 'prompt', times: MILLION },
  { field: 'completion', unit: 'completion', times: MILLION },
  { field: 'input_cache_read', unit: 'cache_read', times: MILLION },
  { field: 'input_cache_write', unit: 'cache_write', times: MILLION },
  { field: 'audio', unit: 'audio_prompt', times: MILLION },
] as const

export const OPENROUTER_UNITS: readonly UnitClass[] = FIELDS.map(({ unit }) => unit)

type Fields = Readonly<Record<string, unknown>>

export function readOpenRouter(document: unknown): FetchedList {
  if (!isRecord(document) || !Array.isArray(document.data)) throw unreadable('data')
  const prices: FetchedPrice[] = []
  const leftOut: LeftOut[] = []
  for (const [at, entry] of document.data.entries()) {
    if (!isRecord(entry) || typeof entry.id !== 'string' || !isRecord(entry.pricing)) {
      throw unreadable(`data.${at}`)
    }
    const { id: model, pricing } = entry
    if (isVariable(pricing)) leftOut.push({ model, reason: 'variable' })
    else {
      const price = priceOf(model, pricing, lengthsOfEntry(entry))
      if (price === undefined) leftOut.push({ model, reason: 'unknown_form' })
      else prices.push(price)
    }
  }
  if (prices.length === 0) throw unreadable('data')
  return { prices, leftOut }
}

/** Its window is the largest of all sellers; that of its first seller says what it answers. */
function lengthsOfEntry({ context_length, top_provider: top }: Fields): WithLengths {
  return lengthsIn(context_length, isRecord(top) ? top.max_completion_tokens : undefined)
}

/** A router asks what the model behind it asks. */
function isVariable(pricing: Fields): boolean {
  return [pricing.prompt, pricing.completion].some((amount) => Number(amount) < 0)
}

function priceOf(model: string, pricing: Fields, lengths: WithLengths): FetchedPrice | undefined {
  const place = `${model}.pricing`
  const units = unitsIn(pricing, FIELDS, place)
  const steps = stepsIn(pricing, place)
  if (steps === undefined) return undefined
  const [provider = ''] = model.split('/')
  const call = amountIn(pricing.request, 1, `${place}.request`) ?? 0
  if (units.prompt === undefined || units.completion === undefined) throw unreadable(place)
  if (call === 0) return { model, provider, units, steps, ...lengths }
  // A price by the call next to one by the token is two prices.
  if (units.prompt > 0 || units.completion > 0) return undefined
  return { model, provider, call, units: {}, steps: [], ...lengths }
}

/** `undefined` for overrides by anything but the length of the prompt. */
function stepsIn(pricing: Fields, place: string): readonly FetchedStep[] | undefined {
  const { overrides } = pricing
  if (overrides === undefined || overrides === null) return []
  if (!Array.isArray(overrides)) throw unreadable(`${place}.overrides`)
  const steps: FetchedStep[] = []
  for (const override of overrides) {
    if (!isRecord(override)) throw unreadable(`${place}.overrides`)
    const above = amountIn(override.min_prompt_tokens, 1, `${place}.overrides`)
    if (above === undefined || !Number.isInteger(above) || above === 0) return undefined
    steps.push({ above, units: unitsIn(override, FIELDS, `${place}.overrides`) })
  }
  return steps.toSorted((a, b) => a.above - b.above)
}
