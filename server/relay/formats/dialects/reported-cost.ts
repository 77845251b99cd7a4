/** What an upstream says that a call cost the account of its channel. */
import type { Json, JsonObject } from '../../wire/chat'
import { isObject } from './json-fields'

interface CostField {
  readonly name: string
  /** In an object of parts, the sum of them. */
  readonly sum?: string
  /** Of its unit, in a dollar. */
  readonly perDollar: number
}

/** Where vendors write it in their usage. */
const COST_FIELDS: readonly CostField[] = [
  // OpenRouter, and Perplexity by parts.
  { name: 'cost', sum: 'total_cost', perDollar: 1 },
  // xAI.
  { name: 'cost_in_usd_ticks', perDollar: 10_000_000_000 },
  // DeepInfra.
  { name: 'estimated_cost', perDollar: 1 },
]

const MICRO = 1_000_000
/** A million dollars: no call costs more, whatever is written. */
const MOST_MICRO_USD = MICRO * MICRO

/** Whole millionths of a dollar; `undefined` where nothing is reported, or nothing that can be. */
export function reportedMicroUsd(usage: JsonObject): number | undefined {
  for (const { name, sum, perDollar } of COST_FIELDS) {
    const amount = amountOf(usage[name], sum)
    if (amount === undefined) continue
    const micro = Math.round((amount / perDollar) * MICRO)
    return micro > 0 && micro <= MOST_MICRO_USD ? micro : undefined
  }
  return undefined
}

function amountOf(value: Json | undefined, sum: string | undefined): number | undefined {
  const given = isObject(value) && sum !== undefined ? value[sum] : value
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined
}
