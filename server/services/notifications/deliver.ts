/**
 * Notices go through the outbox: stored first, tried at once, and tried again with growing pauses
 * until they arrive or there is no point any more. Only what has arrived counts for how often
 * somebody is notified.
 */
import {
  type LostNotice,
  noticeArrived,
  type OutboxRow,
  putLostNotice,
  putNotice,
} from '../../../db/tables/outbox'
import type { UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { type Attempted, CLAIM_MS, isLastAttempt, knownFailure, recordFailure } from './attempts'
import { contentText, failureJson, type Notice, readContent } from './notice'
import { sendToUser, wayTo } from './send'
import { warningThreshold } from './setting'

/** Root is not notified every minute that root cannot be notified. */
const LOST_INTERVAL_MS = 3_600_000

/**
 * `no_way`: there is no address for notices. `held`: it waits for the end of quiet hours, or
 * for others of its type.
 */
export type Delivery = 'sent' | 'held' | 'too_soon' | 'no_way'

export interface Order {
  readonly user: UserRow
  readonly notice: Notice
  /** Stored for the list of administrators although nobody can be notified. */
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
  const row = await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
    putNotice(trx, { ...facts, nextMs: nowMs + CLAIM_MS, intervalMs }),
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

/** Who has topped up meanwhile is not warned any more. */
export function isOutdated(
  options: OptionValues,
  { type }: Pick<OutboxRow, 'type'>,
  user: UserRow,
): boolean {
  return type === 'quota_exceed' && user.quota >= warningThreshold(options, user.setting)
}

/** One more attempt to tell a user. */
export async function attempt(
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
    const isOver = isLastAttempt(row)
    await recordFailure(deps, row, { way, failure, isOver })
    return { failure, isOver }
  }
  await transact(deps, SYSTEM_ACTOR, ({ trx, clock }) =>
    noticeArrived(trx, row, { way, nowMs: clock.nowMs() }),
  )
  return { failure: undefined, isOver: true }
}
