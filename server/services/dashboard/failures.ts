import { boundedStart, failedPartsHours } from '../../../db/log-parts/sums'
import type { FailedHour } from '../../../db/tables/log-sums'
import type { ServiceDeps } from '../service-deps'
import { countedSince } from './counted-since'
import { type HoursInput, rangeOf } from './hours'

/** Index entries that are read at most: about 50 ms of the thread that relays calls. */
const MOST_COUNTED = 500_000

export interface Failures {
  /** Epoch seconds; later than requested where there is too much to count. */
  readonly counted_from: number
  readonly hours: readonly FailedHour[]
}

/** Failed calls by the hour. */
export async function failuresByHour(deps: ServiceDeps, input: HoursInput = {}): Promise<Failures> {
  return await countedSince(deps, rangeOf(deps, input), async (parts, range) => {
    const from = await boundedStart(parts, range, MOST_COUNTED)
    return { counted_from: from, hours: await failedPartsHours(parts, { ...range, from }) }
  })
}
