import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, OpenOptions } from '../../db/db'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { tempDir } from '../support/temp-dir'
import { reserveOrder, seedUser, settleOrder, standing } from './seed'

const opened: Db[] = []

afterEach(async () => {
  for (const db of opened.splice(0)) await db.close()
})

async function open(path: string, options?: OpenOptions): Promise<Db> {
  const db = await openDatabase(path, options)
  opened.push(db)
  return db
}

async function openMigrated(options?: OpenOptions) {
  const path = join(tempDir('sqlite').path, 'data', 'gw.db')
  const db = await open(`sqlite:${path}`, options)
  await migrate(db, { nowMs: 0 })
  return { db, path }
}

async function pragma(db: Db, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db.kysely)
  return Object.values(rows[0] ?? {})[0]
}

describe('opening', () => {
  test('sets what the engine relies on', async () => {
    const { db } = await openMigrated()
    expect(await pragma(db, 'journal_mode')).toBe('wal')
    expect(await pragma(db, 'synchronous')).toBe(1)
    expect(await pragma(db, 'foreign_keys')).toBe(1)
    expect(await pragma(db, 'auto_vacuum')).toBe(2)
  })

  test('makes a file that only its owner can read', async () => {
    const { path } = await openMigrated()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600)
  })

  test('accepts the same file as a plain path, with a scheme and as a URL', async () => {
    const { path } = await openMigrated()
    for (const url of [path, `sqlite:${path}`, `sqlite://${path}`]) {
      expect((await open(url)).file).toBe(path)
    }
  })

  test('refuses a database it does not know, and makes no file of that name', async () => {
    const open = openDatabase('mysql://127.0.0.1/gw')
    await expect(open).rejects.toMatchObject({ id: 'db.url_invalid' })
    expect(existsSync('mysql:')).toBe(false)
  })

  test('names the file that is none of SQLite', async () => {
    const path = join(tempDir('db').path, 'notes.txt')
    writeFileSync(path, 'not a database, and longer than its header of a hundred bytes'.repeat(9))
    await expect(openDatabase(path)).rejects.toThrow(`${path}: file is not a database`)
  })

  test('names the server that does not answer, and not the password', async () => {
    const open = openDatabase('postgres://me:secret@127.0.0.1:1/gw')
    await expect(open).rejects.toThrow(/^PostgreSQL at 127\.0\.0\.1:1: (?!.*secret)/)
  })

  test('for reading refuses every write and does not make a file', async () => {
    const { path } = await openMigrated()
    const db = await open(path, { readonly: true })
    expect(await db.kysely.selectFrom('users').select('id').execute()).toEqual([])
    await expect(seedUser(db, 1)).rejects.toMatchObject({
      id: 'db.unavailable',
      cause: { message: expect.stringContaining('readonly') },
    })
    const absent = join(tempDir('sqlite').path, 'absent.db')
    await expect(open(absent, { readonly: true })).rejects.toThrow()
    expect(existsSync(absent)).toBe(false)
  })

  test('in memory reads what it has just written', async () => {
    const db = await open(':memory:')
    await migrate(db, { nowMs: 0 })
    const id = await seedUser(db, 5)
    const row = await db.reader.selectFrom('users').select('id').executeTakeFirst()
    expect(row?.id).toBe(id)
  })

  test('lets go of the file when closed', async () => {
    const { db, path } = await openMigrated()
    await seedUser(db, 5)
    await db.close()
    opened.splice(0)
    // Left over by a process that did not let go; the last one to leave removes it.
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})

describe('the write connection', () => {
  test('runs a bare statement only after the transaction that is under way', async () => {
    const { db } = await openMigrated()
    const steps: string[] = []
    const gate = Promise.withResolvers<void>()
    const transaction = db.transaction(async (trx) => {
      await trx.insertInto('options').values({ key: 'a', value: '1' }).execute()
      await gate.promise
      await trx.updateTable('options').set({ value: '2' }).where('key', '=', 'a').execute()
      steps.push('transaction')
    })
    const bare = db.kysely
      .updateTable('options')
      .set((eb) => ({ value: sql`${eb.ref('value')} || '!'` }))
      .where('key', '=', 'a')
      .execute()
      .then(() => steps.push('bare'))
    gate.resolve()
    await Promise.all([transaction, bare])
    expect(steps).toEqual(['transaction', 'bare'])
    const row = await db.reader.selectFrom('options').selectAll().executeTakeFirst()
    expect(row?.value).toBe('2!')
  })

  test('keeps hot orders out of a transaction that is then rolled back', async () => {
    const { db } = await openMigrated()
    const userId = await seedUser(db, 1000)
    const gate = Promise.withResolvers<void>()
    const failing = db.transaction(async (trx) => {
      await trx.updateTable('users').set({ quota: 0 }).where('id', '=', userId).execute()
      await gate.promise
      throw new Error('changed my mind')
    })
    const reserving = db.ledger.reserve(reserveOrder({ userId, amount: 100 }))
    gate.resolve()
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await reserving).toMatchObject({ kind: 'reserved' })
    expect((await standing(db, userId)).user.quota).toBe(900)
  })

  test('is free again after a statement failed inside a transaction', async () => {
    const { db } = await openMigrated()
    const failing = db.transaction(async (trx) => {
      await trx.insertInto('options').values({ key: 'a', value: '1' }).execute()
      await trx.insertInto('options').values({ key: 'a', value: '2' }).execute()
    })
    await expect(failing).rejects.toThrow('UNIQUE')
    expect(await db.kysely.selectFrom('options').selectAll().execute()).toEqual([])
  })

  test('reads on the other connection see only what is committed', async () => {
    const { db } = await openMigrated()
    await db.transaction(async (trx) => {
      await trx.insertInto('options').values({ key: 'a', value: '1' }).execute()
      expect(await db.reader.selectFrom('options').selectAll().execute()).toEqual([])
    })
    expect(await db.reader.selectFrom('options').selectAll().execute()).toHaveLength(1)
  })

  test('streams rows while other reads go on', async () => {
    const { db } = await openMigrated()
    const keys = Array.from({ length: 20 }, (_, index) => `key-${index + 10}`)
    await db.kysely
      .insertInto('options')
      .values(keys.map((key) => ({ key, value: '' })))
      .execute()
    const query = db.reader.selectFrom('options').select('key').orderBy('key')
    const seen: string[] = []
    for await (const row of query.stream()) {
      seen.push(row.key)
      expect(await query.execute()).toHaveLength(20)
    }
    expect(seen).toEqual(keys)
  })
})

describe('beside another writer', () => {
  test('the data version moves on its commits and not on our own', async () => {
    const { db, path } = await openMigrated()
    const other = await open(path)
    const before = db.dataVersion()
    await seedUser(db, 1)
    expect(db.dataVersion()).toBe(before)
    await seedUser(other, 1)
    expect(db.dataVersion()).not.toBe(before)
  })

  test('a lock that stays refuses orders with the cause, and nothing is half done', async () => {
    const { db, path } = await openMigrated({ busyWaitMs: 80 })
    const userId = await seedUser(db, 1000)
    using holder = new Database(path)
    holder.run('begin immediate')
    const refused = await db.ledger
      .reserve(reserveOrder({ userId }))
      .catch((error: unknown) => error)
    expect(refused).toHaveProperty('id', 'db.unavailable')
    expect(refused).toHaveProperty('cause.code', 'SQLITE_BUSY')
    await expect(seedUser(db, 1)).rejects.toHaveProperty('cause.code', 'SQLITE_BUSY')
    holder.run('rollback')
    expect((await standing(db, userId)).user.quota).toBe(1000)
    expect(await db.ledger.reserve(reserveOrder({ userId }))).toMatchObject({ kind: 'reserved' })
  })

  test('a lock that is given up in time only delays', async () => {
    const { db, path } = await openMigrated()
    const userId = await seedUser(db, 1000)
    using holder = new Database(path)
    holder.run('begin immediate')
    const reserving = db.ledger.reserve(reserveOrder({ userId }))
    setImmediate(() => setImmediate(() => holder.run('rollback')))
    expect(await reserving).toMatchObject({ kind: 'reserved' })
  })

  test('an order whose rows the database refuses fails without touching balances', async () => {
    const { db } = await openMigrated()
    const userId = await seedUser(db, 1000)
    const outcome = await db.ledger.reserve(reserveOrder({ userId }))
    if (outcome.kind !== 'reserved') throw new Error(outcome.kind)
    await sql`create trigger refuse before insert on ledger when new.kind = 'settle'
      begin select raise(abort, 'no settlement today'); end`.execute(db.kysely)
    const order = settleOrder({ reservation: outcome.reservation, charge: 10 })
    await expect(db.ledger.settle(order)).rejects.toThrow('no settlement today')
    expect((await standing(db, userId)).user).toMatchObject({ quota: 900, used_quota: 0 })
    await sql`drop trigger refuse`.execute(db.kysely)
    await db.ledger.settle(order)
    expect((await standing(db, userId)).user).toMatchObject({ quota: 990, used_quota: 10 })
  })
})
