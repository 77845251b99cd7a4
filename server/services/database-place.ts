/** Where a database lives, for use cases that must not simply open it. */

import { existsSync, readFileSync } from 'node:fs'
import type { Db } from '../../db/db'
import type { openDatabase } from '../../db/open'
import type { Clock } from '../clock'
import { databaseFile, serveAddressPath } from '../configuration'
import { GatewayError } from '../domain/errors/gateway-error'
import type { Language } from '../domain/i18n/translate'
import { openExistingSealer } from './seal'

export interface DatabasePlace {
  readonly databaseUrl: string
  readonly dataDir: string
  /** GW_SECRET_KEY. */
  readonly envKey: string | undefined
  readonly fallbackKeys?: readonly string[] | undefined
  readonly clock: Clock
  /** Of what is found. */
  readonly language: Language
}

/** Throws `db.not_a_file` naming the tool that does the same for PostgreSQL. */
export function requireFile({ databaseUrl }: DatabasePlace, tool: string): string {
  const file = databaseFile(databaseUrl)
  if (file === '' || file === ':memory:') throw new GatewayError('db.not_a_file', { tool })
  return file
}

export function sealerOf(place: DatabasePlace) {
  return openExistingSealer(place)
}

/** Hands `look` a database that is closed again afterwards, whatever happens. */
export async function withDatabase<T>(
  open: Parameters<typeof openDatabase>,
  look: (db: Db) => Promise<T>,
): Promise<T> {
  const { openDatabase: opened } = await import('../../db/open')
  const db = await opened(...open)
  try {
    return await look(db)
  } finally {
    await db.close()
  }
}

/** Where the server that holds the lock of a database file has said that it can be called. */
export function announcedUrl(databaseFile: string): string | undefined {
  const path = serveAddressPath(databaseFile)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || undefined : undefined
}
