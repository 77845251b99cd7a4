import { countPartsCalls } from '../../../db/log-parts/sums'
import type { CallCount } from '../../../db/tables/log-counts'
import { nowSeconds } from '../../clock'
import type { ServiceDeps } from '../service-deps'
import { answered, type LogGaps, type LogQuestion } from './filter'

export interface LogHistogram extends LogGaps {
  /** Seconds of one piece. */
  readonly step: number
  /** Epoch seconds; what is older was not looked through. */
  readonly from: number
  readonly to: number
  /** In order, without pieces in which nothing happened. */
  readonly counts: readonly CallCount[]
}

const HOUR = 3600
const DAY = 24 * HOUR
const STEPS = [60, 300, 900, 1800, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY] as const
/** As many as a wide screen shows side by side. */
const MOST_PIECES = 96
const MOST_DAYS = 31
const USUAL_DAYS = 3

/** Calls of the requested time, three days back without one. */
export async function logHistogram(
  deps: ServiceDeps,
  question: LogQuestion = {},
): Promise<LogHistogram> {
  const to = Math.min(question.to ?? Number.MAX_SAFE_INTEGER, nowSeconds(deps.clock))
  const from = Math.max(question.from ?? to - USUAL_DAYS * DAY, to - MOST_DAYS * DAY)
  const step = STEPS.find((each) => (to - from) / each <= MOST_PIECES) ?? DAY
  return await answered(
    deps,
    { question: { ...question, from, to } },
    async ({ parts, filter }) => {
      const counts = await countPartsCalls(parts, filter, step)
      return { step, from: filter.from ?? from, to, counts }
    },
  )
}
