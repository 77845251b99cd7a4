import { afterEach, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Db } from '../../db/db'
import { backup } from '../../db/maintenance/backup'
import { openDatabase } from '../../db/open'
import { openFreshSqlite } from './engines'
import { seedUser } from './seed'

const opened: Db[] = []

afterEach(async () => {
  for (const db of opened.splice(0)) await db.close()
})

async function open() {
  const db = await openFreshSqlite()
  opened.push(db)
  return { db, target: join(dirname(db.file ?? ''), 'copy.db') }
}

test('the copy is whole, private and a database of its own', async () => {
  const { db, target } = await open()
  await seedUser(db, 5)
  await backup(db, target)
  await seedUser(db, 5)
  expect(statSync(target).mode & 0o777).toBe(0o600)
  const copy = await openDatabase(target)
  opened.push(copy)
  expect(await copy.kysely.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('a copy made during a transaction holds none of it', async () => {
  const { db, target } = await open()
  await db.transaction(async (trx) => {
    await trx.insertInto('options').values({ key: 'a', value: '1' }).execute()
    await backup(db, target)
  })
  const copy = await openDatabase(target, { readonly: true })
  opened.push(copy)
  expect(await copy.kysely.selectFrom('options').selectAll().execute()).toEqual([])
})

test('a file that is there is not overwritten', async () => {
  const { db, target } = await open()
  writeFileSync(target, 'precious')
  await expect(backup(db, target)).rejects.toMatchObject({
    id: 'file.exists',
    params: { path: target },
  })
  expect(readFileSync(target, 'utf8')).toBe('precious')
})

test('a copy that cannot be written leaves nothing behind', async () => {
  const { db, target } = await open()
  await expect(backup(db, join(target, 'no', 'folder.db'))).rejects.toThrow('ENOENT')
  expect(existsSync(target)).toBe(false)
})

test('a database in memory has nothing to copy', async () => {
  const db = await openDatabase(':memory:')
  opened.push(db)
  const { target } = await open()
  await expect(backup(db, target)).rejects.toMatchObject({ id: 'db.not_a_file' })
  expect(existsSync(target)).toBe(false)
})
