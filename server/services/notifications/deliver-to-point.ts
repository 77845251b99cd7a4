/**
 * Notices to contact points: they may be held for quiet hours or for others of their type, and
 * those that are due together go as one message.
 */
import type { ContactPointRow } from '../../../db/tables/contact-points'
import {
  claimHeldNotices,
  heldUntil,
  noticeArrived,
  type OutboxRow,
  postponeNotices,
  putNotice,
} from '../../../db/tables/outbox'
import type { UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { afterQuietHours } from '../../domain/notices/quiet-hours'
import { type ServiceDeps, SYSTEM_ACTOR, type Transaction } from '../service-deps'
import { transact } from '../work'
import { type Attempted, CLAIM_MS, isLastAttempt, recordFailure } from './attempts'
import { limitsOf, serviceOf } from './contact-points/receiver'
import { kindAtPoint, sendToPoint } from './contact-points/send'
import type { Delivery } from './deliver'
import { contentText, type Notice, readContent } from './notice'

const MINUTE_MS = 60_000
/** Of one type to one contact point; what does not fit into a message is cut. */
const MAX_TOGETHER = 100

export interface PointOrder {
  /** Rows of the outbox belong to somebody. */
  readonly root: UserRow
  readonly point: ContactPointRow
  readonly notice: Notice
}

/** Throws why the first attempt failed, as `deliverNotice`. */
export async function deliverToPoint(
  deps: ServiceDeps,
  { root, point, notice }: PointOrder,
): Promise<Delivery> {
  const nowMs = deps.clock.nowMs()
  const { type, intervalMs, severity } = notice
  const contactPointId = point.id
  const untilMs = nowMs + CLAIM_MS
  const rows = await transact(deps, SYSTEM_ACTOR, async ({ trx }) => {
    const isUrgent = severity === 'critical'
    const dueMs = isUrgent ? nowMs : await dueAt(trx, { point, type, nowMs })
    const isHeld = dueMs > nowMs
    const row = await putNotice(trx, {
      userId: root.id,
      kind: kindAtPoint(contactPointId, notice.kind),
      type,
      content: contentText(notice),
      nowMs,
      nextMs: isHeld ? dueMs : untilMs,
      isHeld,
      intervalMs,
      contactPointId,
    })
    if (row === undefined || isHeld) return row === undefined ? undefined : []
    const limit = MAX_TOGETHER
    return [...(await claimHeldNotices(trx, { contactPointId, type, untilMs, limit })), row]
  })
  if (rows === undefined) return 'too_soon'
  if (rows.length === 0) return 'held'
  const outcomes = await attemptAtPoint(deps, { point, rows })
  const failed = outcomes.find(({ failure }) => failure !== undefined)
  if (failed !== undefined) throw failed.failure
  return 'sent'
}

interface Arrival {
  readonly point: ContactPointRow
  readonly type: string
  readonly nowMs: number
}

/** When it goes: with those that wait already, else at the end of its window. Epoch ms. */
async function dueAt(trx: Transaction, { point, type, nowMs }: Arrival): Promise<number> {
  const groups = point.group_minutes > 0 && !limitsOf(point).isPerNotice
  const joined = groups ? await heldUntil(trx, { contactPointId: point.id, type }) : undefined
  const windowMs = groups ? point.group_minutes * MINUTE_MS : 0
  return afterQuietHours(Math.max(joined ?? nowMs + windowMs, nowMs), point)
}

interface Batch {
  readonly point: ContactPointRow
  /** Claimed, and of one type. */
  readonly rows: readonly OutboxRow[]
}

export async function attemptAtPoint(
  deps: ServiceDeps,
  { point, rows }: Batch,
): Promise<readonly Attempted[]> {
  const batches = limitsOf(point).isPerNotice ? rows.map((row) => [row]) : [rows]
  const outcomes: Attempted[] = []
  for (const batch of batches) {
    outcomes.push(...(await attemptBatch(deps, { point, rows: batch })))
  }
  return outcomes
}

async function attemptBatch(
  deps: ServiceDeps,
  { point, rows }: Batch,
): Promise<readonly Attempted[]> {
  const contents = rows.flatMap((row) => readContent(row.content) ?? [])
  if (contents.length < rows.length) return await droppedUnread(deps, { point, rows })
  const room = { count: limitsOf(point).perMinute, windowMs: MINUTE_MS }
  const taken = await deps.guesses.take(`contact point ${point.id}`, room)
  if (!taken.ok) {
    const nextMs = deps.clock.nowMs() + taken.retryMs
    const ids = rows.map(({ id }) => id)
    await transact(deps, SYSTEM_ACTOR, ({ trx }) => postponeNotices(trx, ids, nextMs))
    return []
  }
  const [first] = rows
  if (first === undefined) return []
  try {
    await sendToPoint(deps, point, { type: first.type, kind: first.kind, contents })
  } catch (failure) {
    return await failed(deps, { point, rows }, failure)
  }
  await transact(deps, SYSTEM_ACTOR, async ({ trx, clock }) => {
    const nowMs = clock.nowMs()
    for (const row of rows) await noticeArrived(trx, row, { way: point.service, nowMs })
  })
  return rows.map(() => ({ failure: undefined, isOver: true }))
}

/** What another version wrote and this one cannot say is dropped; the others go on. */
async function droppedUnread(
  deps: ServiceDeps,
  { point, rows }: Batch,
): Promise<readonly Attempted[]> {
  const failure = new GatewayError('notice.outdated')
  const [unread, read] = [
    rows.filter(({ content }) => readContent(content) === undefined),
    rows.filter(({ content }) => readContent(content) !== undefined),
  ]
  for (const row of unread) {
    await recordFailure(deps, row, { way: point.service, failure, isOver: true })
  }
  return read.length === 0 ? [] : await attemptBatch(deps, { point, rows: read })
}

async function failed(
  deps: ServiceDeps,
  { point, rows }: Batch,
  failure: unknown,
): Promise<readonly Attempted[]> {
  return await Promise.all(
    rows.map(async (row) => {
      const isOver = isLastAttempt(row)
      const isUrgent = readContent(row.content)?.severity === 'critical'
      const notBefore = (ms: number) => (isUrgent ? ms : afterQuietHours(ms, point))
      await recordFailure(deps, row, { way: serviceOf(point), failure, isOver, notBefore })
      return { failure, isOver }
    }),
  )
}
