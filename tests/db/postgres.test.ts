/** What only PostgreSQL has: several gateways on one database. Needs GW_TEST_DATABASE_URL. */
import { afterEach, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { Kysely, sql } from 'kysely'
import type { Db, OpenOptions } from '../../db/db'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { ChangeWatch } from '../../db/postgres/change-watch'
import { BunPostgresDialect } from '../../db/postgres/dialect'
import { PostgresLedgerStore } from '../../db/postgres/hot-ledger'
import type { Schema } from '../../db/schema'
import { takeLease } from '../../db/tables/leases'
import { deleteExpiredSessions } from '../../db/tables/sessions'
import { waitUntil } from '../support/wait-until'
import { reserveOrder, seedChannel, seedToken, seedUser, settleOrder, standing } from './seed'

const url = process.env.GW_TEST_DATABASE_URL
const opened: Db[] = []

afterEach(async () => {
  for (const db of opened.splice(0)) await db.close()
})

async function open(address: string, options?: OpenOptions): Promise<Db> {
  const db = await openDatabase(address, options)
  opened.push(db)
  if (options?.readonly !== true) await migrate(db, { nowMs: 0 })
  return db
}

/** What a listener of that gateway is told, as it grows. */
function heardBy(db: Db): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = []
  db.bus.subscribe((changes) => {
    const rows = [...changes].map(([noun, ids]) => [noun, ids === 'all' ? ids : [...ids]])
    heard.push(Object.fromEntries(rows))
  })
  return heard
}

if (url) {
  test('changes of others are noticed where no notice arrives, once where one does', async () => {
    const db = await open(url)
    const pool = new SQL(url, { max: 1 })
    const deaf = new ChangeWatch(pool)
    const told = new ChangeWatch(pool)
    const change = () => db.transaction((trx) => trx.deleteFrom('options').execute())
    const count = async () => Number((await pool`select count from change_count`)[0]?.count)
    // Both have read the count.
    await deaf.polled()
    await told.polled()
    await change()
    told.seen(await count())
    await waitUntil('the count is compared', () => deaf.unknown === 1)
    await deaf.polled()
    await told.polled()
    await told.polled()
    expect([deaf.unknown, told.unknown]).toEqual([1, 0])
    await deaf.stop()
    await told.stop()
    await pool.close()
  })

  test('pages and changes that wait stop no call, and lists write nothing', async () => {
    const db = await open(url)
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 900 })
    const gate = Promise.withResolvers<void>()
    const busy = Array.from({ length: 6 }, () =>
      db.transaction(async (trx) => {
        await sql`select 1`.execute(trx)
        await gate.promise
      }),
    )
    expect(await db.ledger.reserve(reserveOrder({ userId, tokenId }))).toBeTruthy()
    gate.resolve()
    await Promise.all(busy)
    const written = db.lists.deleteFrom('options').execute()
    const refused = written.catch(({ cause }: { cause: Error }) => cause.message)
    expect(await refused).toContain('read-only')
    expect(db.warnings).toEqual([])
  })

  test('a batch of many accounts takes the statements of a batch of one', async () => {
    const db = await open(url)
    const pool = new SQL(url)
    let statements = 0
    const dialect = new BunPostgresDialect(pool)
    const log = () => {
      statements += 1
    }
    const kysely = new Kysely<Schema>({ dialect, log })
    const store = new PostgresLedgerStore(kysely, 'here')
    const written = async (accounts: number): Promise<readonly number[]> => {
      const calls = await Promise.all(
        Array.from({ length: accounts }, async () => {
          const userId = await seedUser(db, 1000)
          return reserveOrder({ userId, tokenId: await seedToken(db, { userId, quota: 900 }) })
        }),
      )
      const channels = await Promise.all(calls.map(() => seedChannel(db)))
      const before = statements
      const held = await store.write(calls.map((order) => ({ kind: 'reserve', order })))
      const between = statements
      await store.write(
        held.outcomes.flatMap((outcome, at) =>
          outcome.kind === 'reserved'
            ? {
                kind: 'settle' as const,
                order: settleOrder({
                  reservation: outcome.reservation,
                  charge: 40,
                  channelId: channels[at],
                }),
              }
            : [],
        ),
      )
      for (const { userId, tokenId } of calls) {
        const { user, token } = await standing(db, userId, tokenId)
        expect([user.quota, token?.remain_quota]).toEqual([960, 860])
      }
      return [between - before, statements - between]
    }
    const alone = await written(1)
    expect(await written(64)).toEqual(alone)
    // Beside begin and commit.
    expect(Math.max(...alone)).toBeLessThanOrEqual(6)
    await pool.close()
  })

  test('another gateway hears of a commit, of a rollback nobody does', async () => {
    const [here, there] = [await open(url), await open(url)]
    const [ours, theirs] = [heardBy(here), heardBy(there)]
    const failing = here.transaction(async (trx) => {
      await trx.deleteFrom('options').execute()
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await here.transaction((trx) => trx.deleteFrom('options').execute())
    await waitUntil('the commit is heard', () => theirs.length > 0)
    expect(theirs).toEqual([{ options: 'all' }])
    expect(ours).toEqual([{ options: 'all' }])
  })

  test('another gateway hears which rows were written, and nothing of a lease', async () => {
    const [here, there] = [await open(url), await open(url)]
    const theirs = heardBy(there)
    const [one, other] = [await seedUser(here, 1000), await seedUser(here, 1000)]
    const lease = { name: 'tick', holder: 'a', nowMs: 1, untilMs: 2, everyMs: 0 }
    await here.transaction((trx) => takeLease(trx, lease))
    await here.transaction((trx) => deleteExpiredSessions(trx, 1))
    await here.transaction(async (trx) => {
      for (const id of [one, other]) {
        await trx.updateTable('users').set({ group: 'vip' }).where('id', '=', id).execute()
      }
    })
    await waitUntil('the commit is heard', () => theirs.length >= 3)
    // Each user's first credits are a commit, too.
    expect(theirs).toEqual([{ users: [one] }, { users: [other] }, { users: [one, other] }])
  })

  test('what no notice could carry is heard of as everything', async () => {
    const [here, there] = [await open(url), await open(url)]
    const theirs = heardBy(there)
    const ids = Array.from({ length: 2000 }, (_, index) => index + 1_000_000)
    await here.transaction((trx) => trx.deleteFrom('channels').where('id', 'in', ids).execute())
    await waitUntil('the commit is heard', () => theirs.length > 0)
    expect(theirs).toEqual([{ channels: 'all' }])
    const before = there.dataVersion()
    await sql`select pg_notify('gw_changed', 'an older version')`.execute(here.kysely)
    await waitUntil('the old notice is heard', () => there.dataVersion() !== before)
  })

  test('a batch that loses a deadlock is written all the same', async () => {
    const db = await open(url)
    const userId = await seedUser(db, 1000)
    const tokenId = await seedToken(db, { userId, quota: 500 })
    await using other = new SQL(url, { max: 1 })
    let pending: ReturnType<typeof db.ledger.reserve> | undefined
    await other
      .begin(async (trx) => {
        // The other way round than the ledger, which takes users first.
        await trx`select 1 from tokens where id = ${tokenId} for update`
        pending = db.ledger.reserve(reserveOrder({ userId, tokenId, amount: 100 }))
        await using watcher = new SQL(url, { max: 1 })
        for (let isBlocked = false; !isBlocked; ) {
          const [row] = await watcher`select count(*)::int as n from pg_locks where not granted`
          isBlocked = row.n > 0
        }
        // Whoever PostgreSQL chooses to fail, this transaction ends and the ledger goes on.
        await trx`select 1 from users where id = ${userId} for update`.catch(() => undefined)
      })
      .catch(() => undefined)
    await db.ledger.idle()
    expect((await standing(db, userId, tokenId)).user.quota).toBe(900)
    expect(await pending).toMatchObject({ kind: 'reserved' })
  })

  test('opened for reading, it refuses every write', async () => {
    await open(url)
    const db = await open(url, { readonly: true })
    const write = db.kysely.insertInto('options').values({ key: 'a', value: '' }).execute()
    await expect(write).rejects.toMatchObject({
      id: 'db.unavailable',
      cause: { message: expect.stringContaining('read-only') },
    })
  })
}
