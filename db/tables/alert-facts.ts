/** Single facts that alert rules watch. */
import { isEndState, JOB_STATES } from '../../server/domain/jobs/states'
import { TOKEN_STATUS } from '../../server/domain/status'
import type { Lists } from '../lists'

const OPEN_STATES = JOB_STATES.filter((state) => !isEndState(state))

/** Epoch milliseconds at which the oldest job that has not ended was made. */
export async function oldestOpenJob(lists: Lists): Promise<number | undefined> {
  const row = await lists
    .selectFrom('jobs')
    .select((e) => e.fn.min('created_at').as('at'))
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst()
  return row?.at ? Number(row.at) : undefined
}

export interface ExpiringToken {
  readonly id: number
  /** Epoch seconds. */
  readonly expired_time: number
}

interface Expiring {
  /** Epoch seconds. */
  readonly from: number
  readonly to: number
  /** Any of them when absent. */
  readonly tokenId: number | undefined
  readonly limit: number
}

/** Tokens in use that expire within a span, the soonest first. */
export async function expiringTokens(
  lists: Lists,
  { from, to, tokenId, limit }: Expiring,
): Promise<ExpiringToken[]> {
  return await lists
    .selectFrom('tokens')
    .select(['id', 'expired_time'])
    .where('status', '=', TOKEN_STATUS.enabled)
    .where('expired_time', '>', from)
    .where('expired_time', '<', to)
    .$if(tokenId !== undefined, (query) => query.where('id', '=', tokenId ?? 0))
    .orderBy('expired_time')
    .limit(limit)
    .execute()
}
