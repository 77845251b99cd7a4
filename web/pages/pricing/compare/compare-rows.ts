/** What models cost, can do and have been measured at, side by side. */
import { type ModelKind, modelKind } from '../../../../server/domain/calls/model-calls'
import type { ServiceJson } from '../../../../server/domain/endpoints/status-page'
import { capabilitiesOf } from '../../../../server/domain/models/capabilities'
import { billingOf, type PriceRow } from '../price-rows'

export interface CompareRow {
  readonly id: number
  readonly model_name: string
  readonly kind: ModelKind
  /** Dollars per million tokens, as the next three; `undefined` for no price of its own. */
  readonly promptUsd: number | undefined
  readonly completionUsd: number | undefined
  readonly cacheReadUsd: number | undefined
  readonly cacheWriteUsd: number | undefined
  /** Dollars, of models that cost the same whatever they answer. */
  readonly callUsd: number | undefined
  /** Tokens that it reads at most, where anybody says so; as the next. */
  readonly context: number | undefined
  /** Tokens of the longest answer. */
  readonly longest: number | undefined
  /** `undefined` where nothing is known. */
  readonly thinks: boolean | undefined
  /** Percent of the calls of the last 24 hours; `undefined` where nothing is measured. */
  readonly availability: number | undefined
  /** Milliseconds, the median of the last 24 hours. */
  readonly firstByte: number | undefined
}

export const COMPARE_SORTS = [
  ...(['model_name', 'promptUsd', 'completionUsd', 'cacheReadUsd'] as const),
  ...(['context', 'longest', 'availability', 'firstByte'] as const),
] as const
type CompareSort = (typeof COMPARE_SORTS)[number]

export interface CompareOrder {
  readonly column: CompareSort
  readonly direction: 'asc' | 'desc'
}

/** By name where the address has no order. */
export function orderOf(sort: string, order: string): CompareOrder {
  const column = COMPARE_SORTS.find((name) => name === sort) ?? 'model_name'
  if (order === 'asc' || order === 'desc') return { column, direction: order }
  return { column, direction: 'asc' }
}

export function compareRows(
  prices: readonly PriceRow[],
  measured: readonly Pick<ServiceJson, 'name' | 'availability_24h' | 'p50_ms'>[],
): CompareRow[] {
  const figures = new Map(measured.map((one) => [one.name, one]))
  return prices.map((row) => {
    const billing = billingOf(row)
    const ofTokens = (usd: number, hasOwn = true): number | undefined =>
      billing === 'tokens' && hasOwn ? usd : undefined
    const { thinking } = capabilitiesOf(row.model_name)
    const { availability_24h, p50_ms } = figures.get(row.model_name) ?? {}
    return {
      id: row.id,
      model_name: row.model_name,
      kind: modelKind(row.model_name),
      promptUsd: ofTokens(row.promptUsd),
      completionUsd: ofTokens(row.completionUsd),
      cacheReadUsd: ofTokens(row.cacheReadUsd, row.cache_ratio !== undefined),
      cacheWriteUsd: ofTokens(row.cacheWriteUsd, row.cache_creation_ratio !== undefined),
      callUsd: billing === 'call' ? row.callUsd : undefined,
      context: row.context_length,
      longest: row.max_output_tokens,
      thinks: thinking === undefined ? undefined : thinking.size > 0,
      availability: availability_24h ?? undefined,
      firstByte: p50_ms ?? undefined,
    }
  })
}

/** What is not known stands last, whichever way it is sorted. */
export function inOrder(
  rows: readonly CompareRow[],
  { column, direction }: CompareOrder,
): CompareRow[] {
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [one, two] = [a[column], b[column]]
    if (one === undefined || two === undefined) {
      return Number(one === undefined) - Number(two === undefined) || a.id - b.id
    }
    if (one === two) return a.id - b.id
    return one < two ? -sign : sign
  })
}
