/** Events that nodes count together. Needs GW_TEST_DATABASE_URL. */
import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { purgeEvents } from '../../db/postgres/event-counts'
import { sharedLimiters } from '../../server/services/limiter/shared'
import { waitUntil } from '../support/wait-until'

const url = process.env.GW_TEST_DATABASE_URL
const RULE = { count: 10, windowMs: 3_600_000 }

if (url) {
  test('two nodes never count more than the limit; what is given back is free', async () => {
    await using sql = new SQL(url, { max: 1 })
    await sql.unsafe('drop schema public cascade')
    await sql.unsafe('create schema public')
    const nodes = [await openDatabase(url), await openDatabase(url)]
    const [here, there] = nodes
    if (here === undefined || there === undefined) throw new Error('no database')
    try {
      await migrate(here, { nowMs: 0 })
      const limiters = nodes.map((db) => sharedLimiters(db)('api'))
      const takes = Array.from({ length: 64 }, (_, at) => limiters[at % 2]?.take('someone', RULE))
      const taken = (await Promise.all(takes)).filter((each) => each?.ok === true)
      expect(taken).toHaveLength(10)
      const refused = await limiters[0]?.take('someone', RULE)
      expect(refused).toMatchObject({ ok: false })
      if (refused?.ok === false) {
        expect(refused.retryMs).toBeGreaterThan(RULE.windowMs / 2)
        expect(refused.retryMs).toBeLessThanOrEqual(RULE.windowMs * (1 + 1 / 60))
      }
      // Others are others.
      expect(await limiters[1]?.take('someone else', RULE)).toMatchObject({ ok: true })
      expect(await sharedLimiters(here)('login').take('someone', RULE)).toMatchObject({ ok: true })

      const [first] = taken
      if (first?.ok === true) {
        await first.giveBack()
        await first.giveBack()
      }
      expect((await limiters[1]?.take('someone', RULE))?.ok).toBe(true)
      expect((await limiters[1]?.take('someone', RULE))?.ok).toBe(false)
      await limiters[0]?.release('someone', 3)
      const more = Array.from({ length: 5 }, () => limiters[1]?.take('someone', RULE))
      expect((await Promise.all(more)).filter((each) => each?.ok === true)).toHaveLength(3)

      const short = { count: 1, windowMs: 60 }
      expect((await limiters[0]?.take('short', short))?.ok).toBe(true)
      expect((await limiters[1]?.take('short', short))?.ok).toBe(false)
      await waitUntil('its window is over', async () => {
        return (await limiters[1]?.take('short', short))?.ok === true
      })
      const kept = await sql`select count(*)::int as n from event_counts where key like '%some%'`
      expect(kept[0].n).toBe(0)
      await waitUntil('the windows that are over are forgotten', async () => {
        await purgeEvents(here)
        const [{ n }] = await sql`select count(*)::int as n from event_counts
          where until_at < extract(epoch from clock_timestamp()) * 1000`
        return n === 0
      })
    } finally {
      for (const db of nodes) await db.close()
    }
  })
}
