/** What is committed reaches the file without the writer, which waits for no disk. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openSqlite } from '../../db/sqlite'
import { tempDir } from '../support/temp-dir'
import { waitUntil } from '../support/wait-until'

/** Not many, but each is a page of its own. */
const ROWS = 5_000

/** Of the file alone, as if the write-ahead log were lost. */
function rowsInFile(path: string): number {
  const copy = `${path}.copy`
  copyFileSync(path, copy)
  const database = new Database(copy)
  try {
    return database.query<{ n: number }, []>('select count(*) as n from t').get()?.n ?? 0
  } catch {
    return 0
  } finally {
    database.close(true)
  }
}

async function filled(readerThreads: number) {
  const path = join(tempDir('checkpoints').path, 'gw.db')
  const db = openSqlite(path, { readerThreads })
  await sql`create table t (n integer, much blob)`.execute(db.kysely)
  await sql`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${ROWS})
    insert into t select n, zeroblob(3000) from c`.execute(db.kysely)
  return { path, db }
}

test('rows reach the file by a thread, long before the writer would bring them', async () => {
  const { path, db } = await filled(1)
  await waitUntil('the rows are in the file', () => rowsInFile(path) === ROWS)
  await db.close()
})

test('the log begins anew instead of growing', async () => {
  const { path, db } = await filled(1)
  const sizeOf = () => Bun.file(`${path}-wal`).size
  await waitUntil('the rows are in the file', () => rowsInFile(path) === ROWS)
  await waitUntil('a write overwrites what the file has', async () => {
    const size = sizeOf()
    await sql`update t set n = n + 1 where n < 2000`.execute(db.kysely)
    return sizeOf() === size
  })
  await db.close()
})

test('a program without threads leaves that to its writer, and closes', async () => {
  const { path, db } = await filled(0)
  await db.close()
  expect(rowsInFile(path)).toBe(ROWS)
})

test('closing waits for what is under way, and loses nothing', async () => {
  const { path, db } = await filled(1)
  await sql`insert into t values (0, null)`.execute(db.kysely)
  await db.close()
  expect(rowsInFile(path)).toBe(ROWS + 1)
})
