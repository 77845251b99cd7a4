/** Shares of what invited users use, counted by several at once, on either engine. */
import { expect, test } from 'bun:test'
import { carryUsed } from '../../db/tables/ledger'
import { secureRandom } from '../../server/random'
import { createServices } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'
import { TEST_ACTOR } from '../support/seed'
import { tempDir } from '../support/temp-dir'
import { onEveryEngine } from './engines'
import { NOW_MS } from './seed'

onEveryEngine('a share of usage', (open) => {
  test('is booked once by jobs that overlap, and what plans have paid is left out', async () => {
    const db = await open()
    const sealer = openSealer({ dataDir: tempDir('shares').path, envKey: undefined })
    let nowMs = NOW_MS
    const clock = { nowMs: () => nowMs }
    const services = createServices({ db, clock, random: secureRandom, sealer })
    const options = { InviteUsagePercent: '12.5', RegisterEnabled: 'true', QuotaForNewUser: '0' }
    for (const [key, value] of Object.entries(options)) {
      await services.options.set(TEST_ACTOR, { key, value })
    }
    const account = { password: 'correct horse battery' }
    const host = await services.accounts.register(TEST_ACTOR, { ...account, username: 'host' })
    const aff_code = await services.users.affCode(host.id)
    const friends: number[] = []
    for (const username of ['ann', 'ben', 'cas']) {
      const made = await services.accounts.register(TEST_ACTOR, { ...account, username, aff_code })
      friends.push(made.id)
    }
    const use = async (used: number) => {
      for (const id of friends) {
        const reference = 'use'
        await db.transaction((trx) =>
          carryUsed(trx, { account: 'users', id, used, reference, nowMs }),
        )
      }
    }
    const shareAtOnce = () =>
      Promise.all(Array.from({ length: 4 }, () => services.promotion.shareUsage()))
    await use(1001)
    await shareAtOnce()
    const quota = async () => (await services.users.show(host.id)).quota
    // An eighth of 1001 is 125.125.
    expect(await quota()).toBe(3 * 125)
    await use(1007)
    nowMs += 86_400_000
    await shareAtOnce()
    expect(await quota()).toBe(3 * 251)
    const [first = 0] = friends
    await db.transaction(async (trx) => {
      const row = { user_id: first, plan_id: 1, used: 800, name: '', state: 'ended' } as const
      const ends = { terms: '{}', end_reason: '', source: '', period_unit: 'day' } as const
      const zeros = { price: 0, remain: 0, anchor_at: 0, period_count: 1, periods: 1 }
      const times = { period_start: 0, period_end: 0, renews: 0, priority: 0 } as const
      const last = { grace_hours: 0, grace_until: 0, paused_at: 0, ended_at: 1, created_at: 0 }
      await trx
        .insertInto('subscriptions')
        .values({ ...row, ...ends, ...zeros, ...times, ...last })
        .execute()
    })
    await use(800)
    nowMs += 86_400_000
    await shareAtOnce()
    expect(await quota()).toBe(3 * 251 + 2 * 100)
    await services.options.set(TEST_ACTOR, { key: 'InviteUsagePercent', value: '0' })
    await shareAtOnce()
    const rows = await db.reader.selectFrom('invite_shares').selectAll().execute()
    expect(rows).toEqual([])
    expect(await services.ledger.verify()).toEqual([])
  })
})
