/** What a call costs, worked out on paper: exact fractions, rounded once, nothing of ours. */

/** Tokens by how they are priced; a token is counted in one class only. */
export interface PricedTokens {
  readonly prompt?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly completion?: number
}

/** Ratios as decimal text, e.g. "1.25". Those of the classes are relative to `model`. */
export interface Ratios {
  readonly model: string
  readonly completion: string
  readonly cacheRead?: string
  readonly cacheWrite?: string
  readonly group?: string
}

/** As many decimals as a ratio of the tables can have. */
const DECIMALS = 18
const ONE = 10n ** BigInt(DECIMALS)

/** A ratio as a whole number of `1 / ONE`. */
function units(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,18}))?$/.exec(text)
  if (match === null) throw new Error(`${text} is no ratio`)
  return BigInt(match[1] ?? '0') * ONE + BigInt((match[2] ?? '').padEnd(DECIMALS, '0'))
}

/** Credits of a call priced by token: 1 credit per prompt token at ratio 1. */
export function owed(tokens: PricedTokens, ratios: Ratios): number {
  const { completion, cacheRead = '1', cacheWrite = '1', group = '1' } = ratios
  const weighted =
    BigInt(tokens.prompt ?? 0) * ONE +
    BigInt(tokens.cacheRead ?? 0) * units(cacheRead) +
    BigInt(tokens.cacheWrite ?? 0) * units(cacheWrite) +
    BigInt(tokens.completion ?? 0) * units(completion)
  const exact = weighted * units(ratios.model) * units(group)
  const scale = ONE * ONE * ONE
  // Half away from zero.
  return Number((exact + scale / 2n) / scale)
}

/** Credits of a call with a price of its own, in dollars. */
export function owedPerCall(usd: string, group = '1'): number {
  const exact = units(usd) * 500_000n * units(group)
  return Number((exact + (ONE * ONE) / 2n) / (ONE * ONE))
}
