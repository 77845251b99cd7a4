/** Databases of a rehearsal on PostgreSQL: one for each data folder, which names it in a file. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SQL } from 'bun'

/** Address of the server and of a database that exists, as `--engine postgres` found it. */
const SERVER = 'GW_CHAOS_DATABASE_URL'

let made = 0

/** `undefined` on SQLite. */
function server(): string | undefined {
  return process.env.GW_CHAOS_ENGINE === 'postgres' ? process.env[SERVER] : undefined
}

const fileOf = (dataDir: string) => join(dataDir, 'database.url')

/** The database of a folder; `undefined` where it is a file. */
export function databaseOf(dataDir: string): string | undefined {
  const file = fileOf(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** For a folder that is there; a copy of another folder's where `from` is given. */
export async function makeDatabase(dataDir: string, from?: string): Promise<void> {
  const url = server()
  if (url === undefined) return
  made += 1
  const name = `gw_chaos_${process.pid}_${made}`
  const source = from === undefined ? undefined : databaseOf(from)
  const template = source === undefined ? '' : ` template ${basename(new URL(source).pathname)}`
  await ask(url, `create database ${name}${template}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  writeFileSync(fileOf(dataDir), own.href)
}

export async function dropDatabase(dataDir: string): Promise<void> {
  const [url, own] = [server(), databaseOf(dataDir)]
  if (url === undefined || own === undefined) return
  await ask(url, `drop database if exists ${basename(new URL(own).pathname)} with (force)`)
}

async function ask(url: string, statement: string): Promise<void> {
  await using sql = new SQL(url, { max: 1 })
  await sql.unsafe(statement)
}
