import { sumPartsQuota, sumPartsTokens } from '../../../db/log-parts/sums'
import { nowSeconds } from '../../clock'
import { LOG_TYPE } from '../../domain/status'
import type { ServiceDeps } from '../service-deps'
import { answered, type LogGaps, type LogQuestion } from './filter'

export interface LogStat extends LogGaps {
  /** Credits consumed in the requested time. */
  readonly quota: number
  /** Calls of the last minute, whatever the requested time. */
  readonly rpm: number
  /** Their prompt and completion tokens. */
  readonly tpm: number
}

const MINUTE = 60

/** Of consumption rows only. Callers on behalf of a user must set `userId`. */
export async function logStat(deps: ServiceDeps, question: LogQuestion = {}): Promise<LogStat> {
  const consumed = { ...question, type: LOG_TYPE.consumption }
  return await answered(deps, { question: consumed }, async ({ parts, filter }) => {
    const { to: _, ...everywhen } = filter
    const lastMinute = { ...everywhen, from: nowSeconds(deps.clock) - MINUTE }
    const { rows, tokens } = await sumPartsTokens(parts, lastMinute)
    return { quota: await sumPartsQuota(parts, filter), rpm: rows, tpm: tokens }
  })
}
