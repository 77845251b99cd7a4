/** Where a call went that was made, as its log row shows. */
import { logParts, requireWhole } from '../../../db/log-parts/parts'
import { listLogParts } from '../../../db/log-parts/rows'
import type { LogRow } from '../../../db/tables/logs'
import { GatewayError } from '../../domain/errors/gateway-error'
import { isRecord, recordOf } from '../../domain/json/records'
import type { ServiceDeps } from '../service-deps'
import type { Payer } from './payer-limits'

export interface PastRoute {
  readonly request_id: string
  /** Epoch seconds. */
  readonly at: number
  readonly model: string
  readonly group: string
  /** Whoever paid for it. */
  readonly payer: Payer
  /** Channels in the order in which they were tried; one is there twice for two of its keys. */
  readonly tried: readonly number[]
  readonly channel: number
  /** Id of the error that it ended with; "" for an answer. */
  readonly error: string
}

/** Throws `log.not_found`. */
export async function pastRoute(deps: ServiceDeps, requestId: string): Promise<PastRoute> {
  const row = await logRowOf(deps, requestId)
  const other = recordOf(row.other)
  const admin = isRecord(other.admin_info) ? other.admin_info : {}
  const tried = Array.isArray(admin.use_channel) ? admin.use_channel.map(Number) : []
  return {
    request_id: requestId,
    at: row.created_at,
    model: row.model_name,
    group: row.group,
    payer: {
      tokenId: row.token_id === 0 ? undefined : row.token_id,
      userId: row.user_id === 0 ? undefined : row.user_id,
      group: row.group,
    },
    tried,
    channel: row.channel_id,
    error: typeof other.error === 'string' ? other.error : '',
  }
}

/** The bill of a call. Throws `log.not_found`, and what says that some of the log is missing. */
export async function logRowOf({ db }: ServiceDeps, requestId: string): Promise<LogRow> {
  const parts = await logParts(db)
  const [row] = await listLogParts(parts, { requestId }, { limit: 1, offset: 0 })
  if (row !== undefined) return row
  requireWhole(parts, { requestId })
  throw new GatewayError('log.not_found', { id: requestId })
}
