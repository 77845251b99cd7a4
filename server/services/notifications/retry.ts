/** A notice that has not arrived, tried once more because somebody asks for it. */
import { findContactPoint } from '../../../db/tables/contact-points'
import {
  claimNotice,
  findNotice,
  noticeArrived,
  type OutboxRow,
  releaseNotice,
} from '../../../db/tables/outbox'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { canRetryNotice } from '../../domain/notice-retry'
import type { NoticeServiceId } from '../../domain/notices/service-ids'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { CLAIM_MS, knownFailure } from './attempts'
import { serviceOf } from './contact-points/receiver'
import { sendToPoint } from './contact-points/send'
import { isOutdated } from './deliver'
import { failureJson, type NoticeContent, readContent } from './notice'
import { sendToUser, wayTo } from './send'

export interface RetriedNotice {
  readonly id: number
  readonly way: NoticeServiceId
}

/**
 * Tries it now. A failure leaves the notice as it was, with the tries that are still to come by
 * themselves. Throws `notice.not_found`, `notice.not_retried` for what has arrived, is being
 * sent or cannot be sent again, `notice.no_way`, `notice.outdated` and what `sendTo` throws.
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
  const find = before.contact_point_id === 0 ? toUser : toPoint
  const { way, send } = await find(deps, before, content)
  const claimed = await transact(deps, actor, async (work) => {
    const untilMs = work.clock.nowMs() + CLAIM_MS
    const row = await claimNotice(work.trx, before, untilMs)
    if (row !== undefined)
      await recordAudit(work, { action: 'notice.retry', target: `notice:${id}` })
    return row
  })
  if (claimed === undefined) throw new GatewayError('notice.not_retried')
  try {
    await send()
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

interface Sender {
  readonly way: NoticeServiceId
  readonly send: () => Promise<unknown>
}

type FindSender = (deps: ServiceDeps, row: OutboxRow, content: NoticeContent) => Promise<Sender>

const toUser: FindSender = async (deps, row, content) => {
  const options = await optionValues(deps.db.reader)
  const user = await findUser(deps.db.reader, row.user_id)
  const way = user === undefined || user.deleted_at !== null ? undefined : wayTo(user)
  if (user === undefined || way === undefined) throw new GatewayError('notice.no_way')
  if (isOutdated(options, row, user)) throw new GatewayError('notice.outdated')
  return { way, send: () => sendToUser(deps, options, { user, type: row.type, content }) }
}

const toPoint: FindSender = async (deps, row, content) => {
  const point = await findContactPoint(deps.db.reader, { id: row.contact_point_id })
  if (point?.enabled !== 1) throw new GatewayError('notice.no_way')
  const { type, kind } = row
  const send = () => sendToPoint(deps, point, { type, kind, contents: [content] })
  return { way: serviceOf(point), send }
}
