/** A share of what invited users use: exact, once, and within the bounds of invitations. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ask, PATH_OF } from '../relay/black-box'
import { TEST_ACTOR } from '../support/seed'
import { json } from '../support/upstream'
import { costOf, DAY, HOUR, type PlanGateway, planGateway } from './plan-fixture'

/** 90 credits. */
const CALL = costOf(10)

interface Invited {
  readonly id: number
  /** So many calls of 90 credits. */
  use(calls?: number): Promise<void>
}

interface Site extends PlanGateway {
  readonly inviter: number
  set(options: Readonly<Record<string, string>>): Promise<void>
  invite(username: string, ip?: string): Promise<Invited>
  /** What the job does every hour. */
  share(): Promise<void>
  /** Credits that were booked for the inviter, one entry each. */
  rewards(): Promise<readonly number[]>
}

async function siteOf(options: Readonly<Record<string, string>>): Promise<Site> {
  const plain = await planGateway()
  const { services, post, idle } = plain.gateway
  const account = { password: 'correct horse battery' }
  const { id: inviter } = await services.accounts.register(TEST_ACTOR, {
    ...account,
    username: 'host',
  })
  const aff_code = await services.users.affCode(inviter)
  const set = async (changes: Readonly<Record<string, string>>) => {
    for (const [key, value] of Object.entries(changes)) {
      await services.options.set(TEST_ACTOR, { key, value })
    }
  }
  await set(options)
  return {
    ...plain,
    inviter,
    set,
    async invite(username, ip = '') {
      const given = { ...account, username, aff_code }
      const { id } = await services.accounts.register({ ...TEST_ACTOR, ip }, given)
      await services.users.set(TEST_ACTOR, { id, quota: { add: 1_000_000 } })
      const token = { user_id: id, name: 'app', unlimited_quota: true }
      const [made] = await services.tokens.create(TEST_ACTOR, token)
      return {
        id,
        async use(calls = 1) {
          for (let call = 0; call < calls; call += 1) {
            const body = { ...ask('openai'), max_tokens: 10 }
            const answer = await post(PATH_OF.openai, body, { key: made?.key ?? '' })
            await answer.text()
          }
          await idle()
        },
      }
    },
    share: () => services.promotion.shareUsage(),
    async rewards() {
      const entries = await services.ledger.history({ userId: inviter })
      return entries
        .filter(({ kind }) => kind === 'reward')
        .map(({ user_delta }) => user_delta)
        .toReversed()
    },
    [Symbol.asyncDispose]: () => plain[Symbol.asyncDispose](),
  }
}

test('what is used earns its share daily, and parts of a credit are carried over', async () => {
  await using site = await siteOf({ InviteUsagePercent: '2.5' })
  const friend = await site.invite('friend')
  await site.share()
  expect(await site.rewards()).toEqual([])
  // 2.25 credits a call.
  await friend.use()
  await site.share()
  expect(await site.rewards()).toEqual([2])
  for (const expected of [[2], [2, 2], [2, 2, 2], [2, 2, 2, 3]]) {
    if (expected.length > 1) await friend.use()
    if (expected.length > 1) await site.share()
    await site.pass(DAY)
    await site.share()
    expect(await site.rewards()).toEqual(expected)
  }
  const { services } = site.gateway
  const [entry] = await services.ledger.history({ userId: site.inviter })
  expect(entry).toMatchObject({ kind: 'reward', reference: `invited:${friend.id}` })
  const { items } = await services.logs.list({ userId: site.inviter })
  expect(items[0]?.other).toContain('"kind":"invite_share"')
  const [audit] = await services.audit.list({ action: 'user.invite_reward' })
  expect(JSON.parse(audit?.after ?? '')).toEqual({ quota: 3, invited: friend.id })
  expect((await services.promotion.invitesOf(site.inviter)).rewards).toBe(9)
})

test('within a day it is counted, and booked with the next day', async () => {
  await using site = await siteOf({ InviteUsagePercent: '10' })
  const friend = await site.invite('friend')
  await friend.use()
  await site.share()
  await friend.use(2)
  await site.pass(HOUR)
  await site.share()
  expect(await site.rewards()).toEqual([9])
  // 18:00 before, 00:00 then.
  await site.pass(5 * HOUR)
  await site.share()
  expect(await site.rewards()).toEqual([9, 18])
})

test('done again, or by several at once, it pays once', async () => {
  await using site = await siteOf({ InviteUsagePercent: '10' })
  const friends = [await site.invite('one'), await site.invite('two')]
  for (const friend of friends) await friend.use(2)
  await Promise.all(Array.from({ length: 6 }, () => site.share()))
  await site.share()
  expect(await site.rewards()).toEqual([18, 18])
  const first = await site.gateway.cli(['job', 'run', 'invite-shares'])
  expect(first.stderr).toBe('')
  expect(await site.rewards()).toEqual([18, 18])
})

test('what dies in the middle of a booking is booked later, and nothing twice', async () => {
  await using site = await siteOf({ InviteUsagePercent: '10' })
  const friend = await site.invite('friend')
  await friend.use(3)
  using db = new Database(join(site.gateway.dataDir, 'gw.db'))
  db.exec(`create trigger dies before insert on ledger when new.kind = 'reward'
    begin select raise(abort, 'the power is gone'); end`)
  await expect(site.share()).rejects.toThrow('the power is gone')
  await site.pass(2 * DAY)
  await expect(site.share()).rejects.toThrow('the power is gone')
  db.exec('drop trigger dies')
  expect(await site.rewards()).toEqual([])
  await site.share()
  await site.share()
  expect(await site.rewards()).toEqual([27])
})

test('what is given back, and what a plan pays, is not used', async () => {
  await using site = await siteOf({ InviteUsagePercent: '10' })
  const friend = await site.invite('friend')
  site.answer(json({ error: { message: 'no' } }, { status: 400 }))
  await friend.use()
  await site.share()
  expect(await site.rewards()).toEqual([])
  await site.call(10)
  const planId = await site.plan({ budget: 100, overflow: 'wallet' })
  const { subscriptions } = site.gateway.services
  await subscriptions.grant(TEST_ACTOR, { userId: friend.id, planId, renews: false })
  // Of 180 credits the plan pays 100.
  await friend.use(2)
  await site.share()
  expect(await site.rewards()).toEqual([8])
})

test('what earned nothing when it was used earns nothing later', async () => {
  await using site = await siteOf({ InviteUsagePercent: '10', InvitesPerAddress: '1' })
  const { users } = site.gateway.services
  const friend = await site.invite('friend', '192.0.2.1')
  const twin = await site.invite('twin', '192.0.2.1')
  await twin.use()
  await users.disable(TEST_ACTOR, site.inviter)
  await friend.use()
  await site.share()
  await users.enable(TEST_ACTOR, site.inviter)
  await site.set({ InvitesPerAddress: '0' })
  await site.share()
  expect(await site.rewards()).toEqual([])
  await twin.use()
  await friend.use()
  await site.share()
  expect(await site.rewards()).toEqual([9, 9])
})

test('it earns for so many days and up to a bound, together with payments', async () => {
  const bounds = { InviteRewardDays: '3', InviteRewardMost: '20' }
  await using site = await siteOf({ InviteUsagePercent: '10', ...bounds })
  const friend = await site.invite('friend')
  for (const expected of [[9], [9, 9], [9, 9, 2]]) {
    await friend.use()
    await site.share()
    expect(await site.rewards()).toEqual(expected)
    await site.pass(DAY)
  }
  await site.set({ InviteRewardMost: '0' })
  await friend.use()
  await site.share()
  expect(await site.rewards()).toEqual([9, 9, 2])
})

test('of one network so many earn for who invited them as may', async () => {
  const bounds = { RewardsPerAddress: '1', InvitesPerAddress: '0' }
  await using site = await siteOf({ InviteUsagePercent: '10', ...bounds })
  const first = await site.invite('first', '192.0.2.7')
  const second = await site.invite('second', '192.0.2.8')
  const third = await site.invite('third', '192.0.2.7')
  for (const each of [first, second, third]) await each.use()
  await site.share()
  expect(await site.rewards()).toEqual([9, 9])
  const [row] = await site.gateway.services.audit.list({ action: 'reward.refuse' })
  expect(row?.target).toBe(`user:${third.id}`)
})

test('use of before it was switched on, and while it was off, earns nothing', async () => {
  await using site = await siteOf({})
  const friend = await site.invite('friend')
  await friend.use()
  await site.set({ InviteUsagePercent: '10' })
  await site.share()
  const late = await site.invite('late')
  await late.use()
  await friend.use(2)
  await site.share()
  expect(await site.rewards()).toEqual([18, 9])
  await friend.use()
  await site.share()
  await site.set({ InviteUsagePercent: '0' })
  // What is due by then is booked without waiting for the day.
  await site.pass(HOUR)
  await site.share()
  expect(await site.rewards()).toEqual([18, 9, 9])
  await friend.use(5)
  await site.pass(DAY)
  await site.set({ InviteUsagePercent: '50' })
  await site.share()
  expect(await site.rewards()).toEqual([18, 9, 9])
  await friend.use()
  await site.share()
  expect(await site.rewards()).toEqual([18, 9, 9, 45])
})

test('what is carried over from another gateway earns nothing', async () => {
  await using site = await siteOf({ InviteUsagePercent: '10' })
  const friend = await site.invite('friend')
  const text = JSON.stringify({ users: [{ username: 'friend', used_quota: 50_000 }] })
  const { transfer } = site.gateway.services
  await transfer.import(TEST_ACTOR, { text, update: true, dryRun: false })
  await site.share()
  expect(await site.rewards()).toEqual([])
  await site.gateway.services.users.set(TEST_ACTOR, { id: friend.id, quota: { add: 10_000 } })
  await friend.use()
  await site.share()
  expect(await site.rewards()).toEqual([CALL / 10])
})
