/**
 * Notices go through the outbox: kept first, tried at once, and tried again with growing pauses
 * until they arrive or there is no point any more. Only what has arrived counts for how often
 * somebody is told.
 */
import {
  claimDueNotices,
  type LostNotice,
  noticeArrived,
  noticeFailed,
  type OutboxRow,
  putLostNotice,
  putNotice,
  removeClosedNotices,
} from '../../../db/tables/outbox'
import { findUser, type UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { optionValues } from '../options/current'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { contentText, failureJson, type Notice, readContent } from './notice'
import { sendToUser, wayTo } from './send'
import { warningThreshold } from './setting'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Pauses after the first, second, … failed attempt; after the last nobody tries again. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS] as const
/** Longer than an attempt can take: then it has died with its process. */
export const CLAIM_MS = 5 * MINUTE_MS
/** Notices of one turn; each may wait for a silent server. */
const MAX_PER_TURN = 20
const KEPT_MS = 30 * DAY_MS
const MAX_REMOVED = 500
/** Root is not told every minute that root cannot be told. */
const LOST_INTERVAL_MS = HOUR_MS

/** `no_way`: the user has no address to be told at. */
export type Delivery = 'sent' | 'too_soon' | 'no_way'

export interface Order {
  readonly user: UserRow
  readonly notice: Notice
  /** Kept for the list of administrators although nobody can be told. */
  readonly matters?: boolean
}

/**
 * Throws why the first attempt failed; it is tried again nevertheless. What `sendToUser` throws.
 */
export async function deliverNotice(
  deps: ServiceDeps,
  options: OptionValues,
  { user, notice, matters = false }: Order,
): Promise<Delivery> {
  const nowMs = deps.clock.nowMs()
  const { kind, type, intervalMs } = notice
  const facts = { userId: user.id, kind, type, content: contentText(notice), nowMs }
  if (wayTo(user) === undefined) {
    if (matters) await keepLost(deps, facts)
    return 'no_way'
  }
  const claimedUntilMs = nowMs + CLAIM_MS
  const row = await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
    putNotice(trx, { ...facts, claimedUntilMs, intervalMs }),
  )
  if (row === undefined) return 'too_soon'
  const { failure } = await attempt(deps, options, { row, user })
  if (failure !== undefined) throw failure
  return 'sent'
}

type Facts = Omit<LostNotice, 'failure' | 'intervalMs'>

/** For the list only: nobody tries it. */
export async function keepLost(
  deps: ServiceDeps,
  facts: Facts,
  error: unknown = new GatewayError('notice.no_way'),
): Promise<void> {
  const failure = failureJson(knownFailure(error))
  await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
    putLostNotice(trx, { ...facts, failure, intervalMs: LOST_INTERVAL_MS }),
  )
}

export function knownFailure(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : new GatewayError('internal')
}

/**
 * Tries what is due, and forgets what is long over. Throws `notice.given_up` when something was
 * tried for the last time, so that the log tells it too.
 */
export async function deliverDue(deps: ServiceDeps): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const rows = await transact(deps, SYSTEM_ACTOR, async ({ trx }) => {
    await removeClosedNotices(trx, { beforeMs: nowMs - KEPT_MS, limit: MAX_REMOVED })
    return await claimDueNotices(trx, { nowMs, untilMs: nowMs + CLAIM_MS, limit: MAX_PER_TURN })
  })
  if (rows.length === 0) return
  const options = await optionValues(deps.db.reader)
  let lost: unknown
  // At once: one silent server must not use up the claims of the others.
  const outcomes = await Promise.all(rows.map((row) => attemptAgain(deps, options, row)))
  for (const { failure, isOver } of outcomes) if (isOver) lost ??= failure
  if (lost === undefined) return
  const count = outcomes.filter(({ failure, isOver }) => isOver && failure !== undefined).length
  throw new GatewayError('notice.given_up', { count }, { cause: lost })
}

interface Attempted {
  /** `undefined` when it arrived. */
  readonly failure: unknown
  /** Nobody tries again. */
  readonly isOver: boolean
}

async function attemptAgain(
  deps: ServiceDeps,
  options: OptionValues,
  row: OutboxRow,
): Promise<Attempted> {
  const user = await findUser(deps.db.reader, row.user_id)
  const isGone = user === undefined || user.deleted_at !== null
  if (isGone || isOutdated(options, row, user)) {
    const failure = new GatewayError(isGone ? 'notice.no_way' : 'notice.outdated')
    await recordFailure(deps, row, { way: '', failure, isOver: true })
    // Nothing that anybody has to look into.
    return { failure: undefined, isOver: true }
  }
  return await attempt(deps, options, { row, user })
}

/** Who has topped up meanwhile is not warned any more. */
export function isOutdated(
  options: OptionValues,
  { type }: Pick<OutboxRow, 'type'>,
  user: UserRow,
): boolean {
  return type === 'quota_exceed' && user.quota >= warningThreshold(options, user.setting)
}

async function attempt(
  deps: ServiceDeps,
  options: OptionValues,
  { row, user }: { readonly row: OutboxRow; readonly user: UserRow },
): Promise<Attempted> {
  const way = wayTo(user) ?? ''
  const content = readContent(row.content)
  if (content === undefined) {
    const failure = new GatewayError('notice.outdated')
    await recordFailure(deps, row, { way, failure, isOver: true })
    return { failure: undefined, isOver: true }
  }
  try {
    await sendToUser(deps, options, { user, type: row.type, content })
  } catch (failure) {
    const isOver = row.attempts > PAUSES_MS.length
    await recordFailure(deps, row, { way, failure, isOver })
    return { failure, isOver }
  }
  await transact(deps, SYSTEM_ACTOR, ({ trx, clock }) =>
    noticeArrived(trx, row, { way, nowMs: clock.nowMs() }),
  )
  return { failure: undefined, isOver: true }
}

async function recordFailure(
  deps: ServiceDeps,
  { id, attempts }: OutboxRow,
  { way, failure, isOver }: Attempted & { readonly way: string },
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const nextMs = isOver ? undefined : nowMs + (PAUSES_MS[attempts - 1] ?? HOUR_MS)
  const text = failureJson(knownFailure(failure))
  await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
    noticeFailed(trx, id, { way, failure: text, nowMs, nextMs }),
  )
}
