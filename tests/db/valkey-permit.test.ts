/** When Valkey may count, and what PostgreSQL counts meanwhile. Needs GW_TEST_DATABASE_URL. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { SQL } from 'bun'
import type { Db } from '../../db/db'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { countEvents } from '../../db/postgres/event-counts'
import {
  beginPermit,
  PERMIT_LOCK,
  readPermit,
  renewPermit,
  type ValkeyPermit,
} from '../../db/postgres/valkey-permit'
import { waitUntil, within } from '../support/wait-until'

const url = process.env.GW_TEST_DATABASE_URL
const MINUTE_MS = 60_000
const ONE = { generation: 'one', forMs: MINUTE_MS }
const OTHER = { generation: 'other', forMs: MINUTE_MS }

if (url) {
  const sql = new SQL(url, { max: 2 })
  let db: Db

  beforeAll(async () => {
    await sql.unsafe('drop schema public cascade')
    await sql.unsafe('create schema public')
    db = await openDatabase(url)
    await migrate(db, { nowMs: 0 })
  })
  beforeEach(async () => {
    await sql`delete from valkey_permit`
    await sql`delete from event_counts`
  })
  afterAll(async () => {
    await db.close()
    await sql.close()
  })

  const counted = async (key: string, wanted: number) => {
    const question = { key, wanted, most: 10, lent: 4, windowMs: MINUTE_MS }
    return (await countEvents(db, [question]))[0]?.counted
  }
  const sure = (permit: ValkeyPermit | undefined) => {
    if (permit === undefined) throw new Error('no permit')
    return permit
  }

  test('there is one at a time, and the next one knows when it ended', async () => {
    expect(await readPermit(db)).toBeUndefined()
    expect(await renewPermit(db, ONE)).toBeUndefined()
    const first = sure(await beginPermit(db, ONE))
    expect(first).toMatchObject({ generation: 'one', before_at: 0 })
    expect(first.until_at - first.since_at).toBeGreaterThanOrEqual(MINUTE_MS)
    expect(await beginPermit(db, OTHER)).toBeUndefined()
    expect(await renewPermit(db, OTHER)).toBeUndefined()
    const longer = sure(await renewPermit(db, { ...ONE, forMs: 2 * MINUTE_MS }))
    expect(longer).toMatchObject({ since_at: first.since_at })
    expect(longer.until_at).toBeGreaterThan(first.until_at)
    // Another node that began earlier does not shorten it.
    expect(sure(await renewPermit(db, ONE)).until_at).toBe(longer.until_at)
    await sql`update valkey_permit set until_at = 1000`
    expect(await renewPermit(db, ONE)).toBeUndefined()
    expect(await beginPermit(db, OTHER)).toMatchObject({ generation: 'other', before_at: 1000 })
  })

  test('what is lent is not counted here, until a window after the permit', async () => {
    expect(await counted('never lent', 20)).toBe(10)
    const { until_at } = sure(await beginPermit(db, ONE))
    expect(await counted('while it runs', 20)).toBe(6)
    expect(await counted('never lent', 20)).toBe(0)
    await sql`update valkey_permit set until_at = ${until_at - 1.5 * MINUTE_MS}`
    expect(await counted('half a window later', 20)).toBe(6)
    await sql`update valkey_permit set until_at = ${until_at - 2.5 * MINUTE_MS}`
    expect(await counted('while it runs', 20)).toBe(4)
  })

  test('a permit begins after what is being counted has been counted', async () => {
    const counting = await sql.reserve()
    await counting`begin`
    await counting`select pg_advisory_xact_lock_shared(${PERMIT_LOCK})`
    const [{ ms }] = await counting`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint::float8 as ms`
    const begun = beginPermit(db, ONE)
    await waitUntil('it waits', async () => {
      const waiting = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`
      return waiting.length > 0
    })
    expect(await readPermit(db)).toBeUndefined()
    await counting`commit`
    counting.release()
    expect(sure(await within('a permit', begun)).since_at).toBeGreaterThanOrEqual(ms)
  })
}
