/** A small credit once a day, for whoever asks for it. */
import { post } from '../../../db/tables/ledger'
import { claimDay, lastCheckIn } from '../../../db/tables/promotion'
import { lockHolder } from '../../../db/tables/subscriptions'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { wallText } from '../../domain/limits/zoned-time'
import { recordLog } from '../logs/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transactDurably } from '../work'
import { marksOf, mayReward } from './bounds'

export interface CheckIn {
  /** Credits of a check-in; 0 where there are none. */
  readonly credit: number
  /** `2026-11-28`, in the time zone of the site. */
  readonly day: string
  readonly checked_in: boolean
}

function dayText(nowMs: number, zone: string): string {
  return wallText(nowMs, zone).slice(0, '2026-11-28'.length)
}

export async function checkInOf(deps: ServiceDeps, userId: number): Promise<CheckIn> {
  const { reader } = deps.db
  const { CheckInCredit: credit, CheckInTimeZone } = await optionValues(reader)
  const day = dayText(deps.clock.nowMs(), CheckInTimeZone)
  const last = await lastCheckIn(reader, userId)
  return { credit, day, checked_in: last !== undefined && last >= day }
}

/**
 * Throws `check_in.closed`, `check_in.done`, and `check_in.bounded` where too many have checked in
 * from; the day is over then as well. Resolves with the credits.
 */
export async function checkIn(deps: ServiceDeps, actor: Actor): Promise<number> {
  const given = await transactDurably(deps, actor, async (work) => {
    const { trx, clock } = work
    const { CheckInCredit: credit, CheckInTimeZone } = await optionValues(trx)
    if (credit === 0) throw new GatewayError('check_in.closed')
    const user = await findUser(trx, actor.id)
    if (user === undefined || user.deleted_at !== null || user.account_type !== 'person') {
      throw new GatewayError('check_in.closed')
    }
    const nowMs = clock.nowMs()
    const day = dayText(nowMs, CheckInTimeZone)
    if (!(await claimDay(trx, { user_id: user.id, day, created_at: nowMs }))) {
      throw new GatewayError('check_in.done')
    }
    await lockHolder(trx, user.id)
    const marks = marksOf(actor)
    if (!(await mayReward(work, { reward: 'check_in', userId: user.id, marks }))) return undefined
    await post(trx, {
      kind: 'check_in',
      userId: user.id,
      userDelta: credit,
      tokenDelta: 0,
      reference: day,
      nowMs,
    })
    await recordLog(work, {
      type: 'system',
      user,
      told: { kind: 'checked_in', params: { quota: credit } },
    })
    return credit
  })
  if (given === undefined) throw new GatewayError('check_in.bounded')
  return given
}
