import { describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { migrate, newerMigrations, pendingMigrations } from '../../db/migrate'
import type { Migration } from '../../db/migration'
import { checksumOf } from '../../db/migration-checksum'
import { MIGRATIONS } from '../../db/migrations'
import { openDatabase } from '../../db/open'
import { tempDir } from '../support/temp-dir'
import { onEveryEngine, openFreshSqlite } from './engines'
import { seedChannel, seedUser } from './seed'

const NOW_MS = Date.UTC(2026, 8, 23, 10, 11, 12)

const addNickname: Migration = {
  name: '0002-nickname',
  statements: (kysely) => [
    kysely.schema.alterTable('users').addColumn('nickname', 'text'),
    kysely.updateTable('users').set({ display_name: 'migrated' }),
  ],
}

const broken: Migration = {
  name: '0003-broken',
  statements: (kysely) => [
    kysely.updateTable('users').set({ display_name: 'half done' }),
    kysely.schema.alterTable('no_such_table').addColumn('x', 'text'),
  ],
}

onEveryEngine('migrations', (open) => {
  test('a second run finds nothing to do', async () => {
    const db = await open()
    expect(await pendingMigrations(db)).toEqual([])
    expect(await migrate(db, { nowMs: NOW_MS })).toEqual([])
    const rows = await db.kysely.selectFrom('migrations').selectAll().execute()
    expect(rows.map((row) => row.name)).toEqual(MIGRATIONS.map((each) => each.name))
  })

  test('a new step runs once, with its data repair', async () => {
    const db = await open()
    await seedUser(db, 0)
    const migrations = [...MIGRATIONS, addNickname]
    expect(await pendingMigrations(db, migrations)).toEqual(['0002-nickname'])
    expect(await migrate(db, { nowMs: NOW_MS, migrations })).toEqual(['0002-nickname'])
    const user = await db.kysely.selectFrom('users').select('display_name').executeTakeFirst()
    expect(user?.display_name).toBe('migrated')
    const row = await db.kysely
      .selectFrom('migrations')
      .selectAll()
      .where('name', '=', '0002-nickname')
      .executeTakeFirst()
    expect(row).toEqual({
      name: '0002-nickname',
      checksum: checksumOf(addNickname, db.kind),
      applied_at: NOW_MS,
      additive: 0,
    })
  })

  test('a step that fails is undone whole and stays pending', async () => {
    const db = await open()
    await seedUser(db, 0)
    const migrations = [...MIGRATIONS, broken]
    await expect(migrate(db, { nowMs: NOW_MS, migrations })).rejects.toThrow('no_such_table')
    const user = await db.kysely.selectFrom('users').select('display_name').executeTakeFirst()
    expect(user?.display_name).toBe('')
    expect(await pendingMigrations(db, migrations)).toEqual(['0003-broken'])
  })

  test('a database newer than the program is refused by name', async () => {
    const db = await open()
    await migrate(db, { nowMs: NOW_MS, migrations: [...MIGRATIONS, addNickname] })
    const refused = await migrate(db, { nowMs: NOW_MS }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      id: 'db.too_new',
      params: { found: '0002-nickname', known: MIGRATIONS.at(-1)?.name },
    })
  })

  test('a newer schema that only adds is lived with, and told', async () => {
    const db = await open()
    const added: Migration = { ...addNickname, name: '9999-nickname', isAdditive: true }
    await migrate(db, { nowMs: NOW_MS, migrations: [...MIGRATIONS, added] })
    expect(await migrate(db, { nowMs: NOW_MS })).toEqual([])
    expect(await newerMigrations(db)).toEqual(['9999-nickname'])
    expect(await newerMigrations(db, [...MIGRATIONS, added])).toEqual([])
    // Its own program applies what came before it and was not there.
    const late: Migration = {
      name: '9998-late',
      statements: (kysely) => [kysely.schema.alterTable('users').addColumn('late', 'text')],
    }
    const both = [...MIGRATIONS, late, added]
    expect(await migrate(db, { nowMs: NOW_MS, migrations: both })).toEqual(['9998-late'])
    expect(await migrate(db, { nowMs: NOW_MS }).catch((e: unknown) => e)).toMatchObject({
      id: 'db.too_new',
    })
  })

  test('a released step that was edited is refused', async () => {
    const db = await open()
    await migrate(db, { nowMs: NOW_MS, migrations: [...MIGRATIONS, addNickname] })
    const edited: Migration = {
      name: addNickname.name,
      statements: (kysely) => [kysely.schema.alterTable('users').addColumn('nick', 'text')],
    }
    const migrations = [...MIGRATIONS, edited]
    const refused = await migrate(db, { nowMs: NOW_MS, migrations }).catch((e: unknown) => e)
    expect(refused).toMatchObject({
      id: 'db.checksum_differs',
      params: { name: '0002-nickname' },
    })
  })

  test('numbers come back as numbers, also beyond 32 bits', async () => {
    const db = await open()
    const big = 2 ** 52
    const userId = await seedUser(db, big)
    const user = await db.kysely
      .selectFrom('users')
      .select(['id', 'quota'])
      .where('id', '=', userId)
      .executeTakeFirst()
    expect(user).toEqual({ id: userId, quota: big })
    await seedChannel(db)
    const sums = await db.kysely
      .selectFrom('channels')
      .select((eb) => [eb.fn.countAll().as('rows'), eb.fn.sum('balance').as('balance')])
      .executeTakeFirst()
    expect(sums).toEqual({ rows: 1, balance: 1.25 })
  })
})

onEveryEngine('constraints', (open) => {
  async function twoUsers(changes: readonly Record<string, string | number>[]) {
    const db = await open()
    for (const change of changes) {
      const id = await seedUser(db, 0)
      await db.kysely.updateTable('users').set(change).where('id', '=', id).execute()
    }
  }

  test('usernames that differ only in case are the same name', async () => {
    await expect(twoUsers([{ username: 'Root' }, { username: 'root' }])).rejects.toThrow(/unique/i)
  })

  test('an e-mail belongs to one living user, whatever its case', async () => {
    const address = 'a@example.com'
    await expect(twoUsers([{ email: address }, { email: 'A@Example.com' }])).rejects.toThrow(
      /unique/i,
    )
    await twoUsers([{ email: address, deleted_at: 1 }, { email: address }])
    await twoUsers([{ email: '' }, { email: '' }])
  })

  test('an external identity opens one account only', async () => {
    await expect(twoUsers([{ github_id: '7' }, { github_id: '7' }])).rejects.toThrow(/unique/i)
    await twoUsers([{ github_id: '' }, { github_id: '' }])
  })

  test('abilities go with their channel', async () => {
    const db = await open()
    const channel_id = await seedChannel(db)
    await db.kysely
      .insertInto('abilities')
      .values({ group: 'g', model: 'm', channel_id, enabled: 1, priority: 0, weight: 0, tag: null })
      .execute()
    await db.kysely.deleteFrom('channels').where('id', '=', channel_id).execute()
    expect(await db.kysely.selectFrom('abilities').selectAll().execute()).toEqual([])
  })
})

describe('the copy before a migration', () => {
  test('holds the rows from before and names the time', async () => {
    const db = await openFreshSqlite()
    await seedUser(db, 0)
    await migrate(db, { nowMs: NOW_MS, migrations: [...MIGRATIONS, addNickname] })
    const copy = `${db.file}.20260923T101112Z.bak`
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    await db.close()
    const old = await openDatabase(copy, { readonly: true })
    expect(await pendingMigrations(old)).toEqual([])
    const user = await old.kysely.selectFrom('users').select('display_name').executeTakeFirst()
    expect(user?.display_name).toBe('')
    await old.close()
  })

  test('finds another name when one was made in this very second', async () => {
    const db = await openFreshSqlite()
    const addAlias: Migration = {
      name: '0003-alias',
      statements: (kysely) => [kysely.schema.alterTable('users').addColumn('alias', 'text')],
    }
    const migrations = [...MIGRATIONS, addNickname, addAlias]
    await migrate(db, { nowMs: NOW_MS, migrations: migrations.slice(0, -1) })
    expect(await migrate(db, { nowMs: NOW_MS, migrations })).toEqual(['0003-alias'])
    const names = readdirSync(dirname(db.file ?? '')).filter((name) => name.endsWith('.bak'))
    expect(names.sort()).toEqual(['gw.db.20260923T101112Z-2.bak', 'gw.db.20260923T101112Z.bak'])
    await db.close()
  })

  test('is not made of an empty file, nor when nothing is pending', async () => {
    const path = join(tempDir('migrate').path, 'gw.db')
    const db = await openDatabase(path)
    await migrate(db, { nowMs: NOW_MS })
    await migrate(db, { nowMs: NOW_MS })
    const names = readdirSync(dirname(path))
    expect(names.filter((name) => name.endsWith('.bak'))).toEqual([])
    expect(names).toContain(basename(path))
    await db.close()
  })

  test('is not made when the database is refused', async () => {
    const db = await openFreshSqlite()
    await sql`update migrations set checksum = 'edited'`.execute(db.kysely)
    const migrations = [...MIGRATIONS, addNickname]
    await expect(migrate(db, { nowMs: NOW_MS, migrations })).rejects.toThrow('checksum')
    const names = readdirSync(dirname(db.file ?? ''))
    expect(names.filter((name) => name.endsWith('.bak'))).toEqual([])
    await db.close()
  })
})
