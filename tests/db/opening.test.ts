import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { tempDir } from '../support/temp-dir'

test('opening a database for writing writes nothing into it', async () => {
  using folder = tempDir('opening')
  const path = join(folder.path, 'gw.db')
  const watching = await openDatabase(path)
  await migrate(watching, { nowMs: 1 })
  const version = watching.dataVersion()
  const other = await openDatabase(path)
  await other.kysely.selectFrom('users').select('id').execute()
  await other.close()
  expect(watching.dataVersion()).toBe(version)
  await watching.close()
})

test('a new database can give back the space of deleted rows', async () => {
  using folder = tempDir('opening')
  const db = await openDatabase(join(folder.path, 'gw.db'))
  await migrate(db, { nowMs: 1 })
  const { rows } = await sql<{ auto_vacuum: number }>`pragma auto_vacuum`.execute(db.kysely)
  expect(rows).toEqual([{ auto_vacuum: 2 }])
  await db.close()
})
