/** What is due in the outbox, for users and for contact points. */
import { findContactPoint } from '../../../db/tables/contact-points'
import { claimDueNotices, type OutboxRow, removeClosedNotices } from '../../../db/tables/outbox'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { optionValues } from '../options/current'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { type Attempted, CLAIM_MS, recordFailure } from './attempts'
import { attempt, isOutdated } from './deliver'
import { attemptAtPoint } from './deliver-to-point'

/** Notices of one turn; each may wait for a silent server. */
const MAX_PER_TURN = 20
const KEPT_MS = 30 * 24 * 3_600_000
const MAX_REMOVED = 500

/**
 * Tries what is due, and forgets what is long over. Throws `notice.given_up` when something was
 * tried for the last time, so that the log shows it too.
 */
export async function deliverDue(deps: ServiceDeps): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const rows = await transact(deps, SYSTEM_ACTOR, async ({ trx }) => {
    await removeClosedNotices(trx, { beforeMs: nowMs - KEPT_MS, limit: MAX_REMOVED })
    return await claimDueNotices(trx, { nowMs, untilMs: nowMs + CLAIM_MS, limit: MAX_PER_TURN })
  })
  if (rows.length === 0) return
  const options = await optionValues(deps.db.reader)
  const toUsers = rows.filter(({ contact_point_id }) => contact_point_id === 0)
  const toPoints = Map.groupBy(
    rows.filter(({ contact_point_id }) => contact_point_id !== 0),
    ({ contact_point_id, type }) => `${contact_point_id} ${type}`,
  )
  // At once: one silent server must not use up the claims of the others.
  const outcomes = await Promise.all([
    ...toUsers.map(async (row) => [await attemptAgain(deps, options, row)]),
    ...[...toPoints.values()].map((group) => attemptGroup(deps, group)),
  ])
  const lost = outcomes.flat().filter(({ failure, isOver }) => isOver && failure !== undefined)
  if (lost.length === 0) return
  throw new GatewayError('notice.given_up', { count: lost.length }, { cause: lost[0]?.failure })
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
    return await dropped(deps, row, failure)
  }
  return await attempt(deps, options, { row, user })
}

/** Of one type, to one contact point. */
async function attemptGroup(
  deps: ServiceDeps,
  rows: readonly OutboxRow[],
): Promise<readonly Attempted[]> {
  const point = await findContactPoint(deps.db.reader, { id: rows[0]?.contact_point_id ?? 0 })
  if (point?.enabled === 1) return await attemptAtPoint(deps, { point, rows })
  const failure = new GatewayError('notice.no_way')
  return await Promise.all(rows.map((row) => dropped(deps, row, failure)))
}

/** Nothing that anybody has to look into. */
async function dropped(
  deps: ServiceDeps,
  row: OutboxRow,
  failure: GatewayError,
): Promise<Attempted> {
  await recordFailure(deps, row, { way: '', failure, isOver: true })
  return { failure: undefined, isOver: true }
}
