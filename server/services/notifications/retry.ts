/** A notice that has not arrived, tried once more because somebody asks for it. */
import { claimNotice, findNotice, noticeArrived, releaseNotice } from '../../../db/tables/outbox'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { canRetryNotice } from '../../domain/notice-retry'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { CLAIM_MS, isOutdated, knownFailure } from './deliver'
import { failureJson, readContent } from './notice'
import { sendToUser, wayTo } from './send'

export interface RetriedNotice {
  readonly id: number
  readonly way: 'email' | 'webhook'
}

/**
 * Tries it now. A failure leaves the notice as it was, with the tries that are still to come by
 * themselves. Throws `notice.not_found`, `notice.not_retried` for what has arrived, is being
 * sent or cannot be sent again, `notice.no_way`, `notice.outdated` and what `sendToUser` throws.
 */
export async function retryNotice(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<RetriedNotice> {
  const before = await findNotice(deps.db.reader, id)
  if (before === undefined) throw new GatewayError('notice.not_found', { id })
  const content = canRetryNotice(before) ? readContent(before.content) : undefined
  if (content === undefined) throw new GatewayError('notice.not_retried')
  const options = await optionValues(deps.db.reader)
  const user = await findUser(deps.db.reader, before.user_id)
  const way = user === undefined || user.deleted_at !== null ? undefined : wayTo(user)
  if (user === undefined || way === undefined) throw new GatewayError('notice.no_way')
  if (isOutdated(options, before, user)) throw new GatewayError('notice.outdated')
  const claimed = await transact(deps, actor, async (work) => {
    const untilMs = work.clock.nowMs() + CLAIM_MS
    const row = await claimNotice(work.trx, before, untilMs)
    if (row !== undefined)
      await recordAudit(work, { action: 'notice.retry', target: `notice:${id}` })
    return row
  })
  if (claimed === undefined) throw new GatewayError('notice.not_retried')
  try {
    await sendToUser(deps, options, { user, type: claimed.type, content })
  } catch (error) {
    const failure = failureJson(knownFailure(error))
    await transact(deps, actor, ({ trx }) => releaseNotice(trx, before, { way, failure }))
    throw error
  }
  await transact(deps, actor, ({ trx, clock }) =>
    noticeArrived(trx, claimed, { way, nowMs: clock.nowMs() }),
  )
  return { id, way }
}
