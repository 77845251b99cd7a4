/**
 * A share of what invited users use, for who invited them. Use is counted now and then and booked
 * once a day. Each share keeps how far it was counted and what is due, and both move in one
 * transaction with what they lead to: whoever dies between goes on where it was.
 */
import { inCommits, slicesOf } from '../../../db/slices'
import {
  beginSharesFromNow,
  forgetShares,
  invitedWithoutShare,
  lockShare,
  type ShareWindow,
  sharesDue,
  updateShare,
  usedOf,
  usersToCount,
} from '../../../db/tables/invite-shares'
import { findInvited, lastInstrument, shareReference } from '../../../db/tables/promotion'
import { lockHolder } from '../../../db/tables/subscriptions'
import { findUser } from '../../../db/tables/users'
import type { OptionValues } from '../../domain/options'
import { shareOfUsage } from '../../domain/payments/usage-share'
import { optionValues } from '../options/current'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { type MoneyWork, transact, transactDurably, type Work } from '../work'
import { marksOf, mayReward } from './bounds'
import { bookReward, inviterOf, isCounted, isInTime, withinMost } from './invitation'

const AT_ONCE = 500
const BEGUN_AT_ONCE = 50
const DAY_MS = 86_400_000

/** May be done again at any time: nothing is counted or booked twice. */
export async function shareUsage(deps: ServiceDeps): Promise<void> {
  const options = await optionValues(deps.db.reader)
  const nowMs = deps.clock.nowMs()
  if (options.InviteUsagePercent === 0) {
    await bookDue(deps, nowMs)
    await inCommits((limit) => deps.db.transaction((trx) => forgetShares(trx, limit)))
    return
  }
  const { lists } = deps.db
  const withoutShare: Find = (window) => invitedWithoutShare(lists, window)
  await inSlicesOf(BEGUN_AT_ONCE, withoutShare, async (userIds) => {
    await deps.db.transaction((trx) => beginSharesFromNow(trx, userIds))
  })
  const toCount: Find = (window) => usersToCount(lists, window)
  await oneByOne(toCount, async (userId) => {
    await transact(deps, SYSTEM_ACTOR, (work) => countUse(work, options, userId))
  })
  await bookDue(deps, nowMs - (nowMs % DAY_MS))
}

type Find = (window: ShareWindow) => Promise<readonly number[]>

async function inSlicesOf(
  size: number,
  find: Find,
  run: (userIds: readonly number[]) => Promise<void>,
): Promise<void> {
  let afterId = 0
  for (;;) {
    const found = await find({ afterId, limit: AT_ONCE })
    for await (const userIds of slicesOf(found, size)) await run(userIds)
    const last = found.at(-1)
    if (last === undefined || found.length < AT_ONCE) return
    afterId = last
  }
}

/** In a transaction each. Throws why the last one failed, once all had their turn. */
async function oneByOne(find: Find, run: (userId: number) => Promise<void>): Promise<void> {
  let failure: unknown
  await inSlicesOf(1, find, async ([userId = 0]) => {
    await run(userId).catch((error: unknown) => {
      failure = error
    })
  })
  if (failure !== undefined) throw failure
}

/** Use that earns nothing is counted as well, so that it earns nothing later either. */
async function countUse(work: Work, options: OptionValues, userId: number): Promise<void> {
  const share = await lockShare(work.trx, userId)
  if (share === undefined) return
  const used = await usedOf(work.trx, userId)
  if (used <= share.counted) return
  const earned = (await earns(work, options, userId))
    ? shareOfUsage(used - share.counted, options.InviteUsagePercent, share.parts)
    : { credits: 0, parts: share.parts }
  await updateShare(work.trx, {
    user_id: userId,
    counted: used,
    due: share.due + earned.credits,
    parts: earned.parts,
  })
}

async function earns(work: Work, options: OptionValues, userId: number): Promise<boolean> {
  const invited = await findUser(work.trx, userId)
  if (invited === undefined || !isInTime(work, invited, options)) return false
  if ((await inviterOf(work, invited)) === undefined) return false
  return await isCounted(work, userId, options.InvitesPerAddress)
}

async function bookDue(deps: ServiceDeps, beforeMs: number): Promise<void> {
  const find: Find = (window) => sharesDue(deps.db.lists, { ...window, beforeMs })
  await oneByOne(find, async (userId) => {
    await transactDurably(deps, SYSTEM_ACTOR, (work) => bookOne(work, userId))
  })
}

async function bookOne(work: MoneyWork, userId: number): Promise<void> {
  const { trx, clock } = work
  const invited = await findUser(trx, userId)
  // Rows of users before all others, as everybody locks them.
  if (invited !== undefined) await lockHolder(trx, invited.inviter_id)
  const share = await lockShare(trx, userId)
  if (share === undefined || share.due === 0) return
  await updateShare(trx, { user_id: userId, due: 0, booked_at: clock.nowMs() })
  const inviter = await inviterOf(work, invited)
  if (invited === undefined || inviter === undefined) return
  const { InviteRewardMost: most } = await optionValues(trx)
  const amount = await withinMost(work, { inviter, invited }, { wanted: share.due, most })
  if (amount === 0) return
  const address = (await findInvited(trx, userId))?.address ?? ''
  const marks = { ...marksOf({ ip: address }), instrument: await lastInstrument(trx, userId) }
  if (!(await mayReward(work, { reward: 'invitation', userId, marks }))) return
  const reference = shareReference(userId)
  await bookReward(work, { kind: 'invite_share', inviter, invited, amount, reference })
}
