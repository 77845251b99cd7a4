/** A data folder with a database that has something in it, and ways to spoil it. */
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../db/db'
import { openDatabase } from '../../db/open'
import { seedDatabase } from '../support/seed'
import { openShell, type Shell } from './cli-fixture'

export interface DatabaseShell extends Shell {
  readonly file: string
  /** Something done to the database behind the program's back. */
  readonly edit: (change: (db: Db) => Promise<unknown>) => Promise<void>
  readonly usernames: () => Promise<readonly string[]>
}

/** One user `ann` with a token and a channel. */
export async function openFilledShell(): Promise<DatabaseShell> {
  const shell = openShell()
  const file = join(shell.dataDir, 'gw.db')
  const rows = { users: [{ username: 'ann' }], channels: [{ base_url: 'http://127.0.0.1:1' }] }
  await seedDatabase(rows, { dataDir: shell.dataDir, env: {} })
  return {
    ...shell,
    file,
    edit: async (change) => {
      const db = await openDatabase(file)
      await change(db).finally(() => db.close())
    },
    usernames: async () =>
      Object(await shell.json(['user', 'list']))
        .map(nameOf)
        .sort(),
  }
}

const nameOf = ({ username }: { username: string }) => username

/** Writes nonsense over a part of a file, the middle unless it is said. */
export function damage(path: string, share = 0.5): void {
  const file = openSync(path, 'r+')
  const at = Math.floor(statSync(path).size * share)
  writeSync(file, Buffer.alloc(20_000, 0x5a), 0, 20_000, at)
  closeSync(file)
}

/** Names, times and contents of everything in a folder. */
export function snapshotOf(folder: string): unknown {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name)
      return [name, statSync(path).mtimeMs, Bun.hash(readFileSync(path))]
    })
}
