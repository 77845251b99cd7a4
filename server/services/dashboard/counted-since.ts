import { type LogParts, logParts, requireWhole } from '../../../db/log-parts/parts'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * What `count` counts in the log of a time. While ClickHouse does not answer, the time begins
 * with what is here, and the answer says when that is. Throws `log.month_missing`.
 */
export async function countedSince<T>(
  { db }: ServiceDeps,
  range: Range,
  count: (parts: LogParts, range: Range) => Promise<T>,
): Promise<T> {
  const parts = await logParts(db)
  try {
    return await count(requireWhole(parts, range), range)
  } catch (error) {
    const { away } = parts
    const isGone = error instanceof GatewayError && GONE.has(error.id)
    if (!isGone || away === undefined) throw error
    const here = { ...range, from: Math.max(range.from, away.before) }
    return await count(requireWhole(parts, here), here)
  }
}

const GONE: ReadonlySet<string> = new Set(['log.store_away', 'log.days_away'])
