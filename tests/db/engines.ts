/** Runs a suite on SQLite, and on PostgreSQL when GW_TEST_DATABASE_URL names one to empty. */

import { afterEach, describe } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { Db } from '../../db/db'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { tempDir } from '../support/temp-dir'

const POSTGRES_URL = process.env.GW_TEST_DATABASE_URL

export type Engine = 'sqlite' | 'postgres'

/** `open` gives a fresh, migrated database, closed after the test. */
export function onEveryEngine(name: string, suite: (open: () => Promise<Db>) => void): void {
  describe(`${name} (sqlite)`, () => suite(freshly(emptyFile)))
  if (POSTGRES_URL) describe(`${name} (postgres)`, () => suite(freshly(emptyPostgres)))
}

/** A SQLite file of its own; the path is `db.file`. */
export async function openFreshSqlite(): Promise<Db> {
  const db = await openDatabase(await emptyFile())
  await migrate(db, { nowMs: 0 })
  return db
}

function freshly(emptyUrl: () => Promise<string>): () => Promise<Db> {
  const opened: Db[] = []
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close()
  })
  return async () => {
    const db = await openDatabase(await emptyUrl(), { readerThreads: 1 })
    opened.push(db)
    await migrate(db, { nowMs: 0 })
    return db
  }
}

async function emptyFile(): Promise<string> {
  return join(tempDir('db').path, 'gw.db')
}

async function emptyPostgres(): Promise<string> {
  const url = POSTGRES_URL ?? ''
  await using sql = new SQL(url, { max: 1 })
  await sql.unsafe('drop schema public cascade')
  await sql.unsafe('create schema public')
  return url
}
