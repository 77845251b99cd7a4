/** Whether a backup could be restored, found out without touching it. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenOptions } from '../../../db/db'
import { isDamage } from '../../../db/maintenance/inspect'
import { monthsNamedIn } from '../../../db/maintenance/month-copies'
import { stageCopy } from '../../../db/maintenance/replace'
import { migrate } from '../../../db/migrate'
import { GatewayError } from '../../domain/errors/gateway-error'
import { translate } from '../../domain/i18n/translate'
import { type DatabasePlace, sealerOf, withDatabase } from '../database-place'
import { type CheckRow, failures, findingRows } from '../doctor/check'
import { logMonthFiles, monthsFinding } from '../doctor/checks/log-months'
import { inspectStored } from '../doctor/inspect-stored'

export interface Verification {
  readonly rows: readonly CheckRow[]
  /** Migrations that the backup lacks. */
  readonly applied: readonly string[]
}

/** Rows of the backup as it would be after a restore. */
export async function verifyBackup(place: DatabasePlace, backup: string): Promise<CheckRow[]> {
  requireBackup(backup)
  const rows = await backupRows(place, backup)
  // What is not a database at all names no months.
  return failures(rows.filter(({ id }) => id === 'integrity')) > 0
    ? rows
    : [...rows, ...monthRows(place, backup, backup)]
}

/** Whether the months of the log that a backup names stand next to a database. */
export function monthRows(
  { language }: DatabasePlace,
  backup: string,
  database: string,
): CheckRow[] {
  return findingRows(logMonthFiles, monthsFinding(database, monthsNamedIn(backup)), language)
}

async function backupRows(place: DatabasePlace, backup: string): Promise<CheckRow[]> {
  const rows = await inspectFile(place, backup, { readonly: true, immutable: true })
  const isOlder = rows.some(({ id, status }) => id === 'migrations' && status === 'warn')
  if (!isOlder || failures(rows) > 0) return rows
  // Balances and keys can only be judged in tables of today.
  const folder = mkdtempSync(join(tmpdir(), 'gw-verify-'))
  try {
    const { rows: later } = await verifyStaged(place, stageCopy(backup, join(folder, 'gw.db')))
    return [...rows, ...later.filter(({ id }) => !rows.some((row) => row.id === id))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Looks at a copy of our own and brings it up to date, unless it is unsound. */
export async function verifyStaged(place: DatabasePlace, staged: string): Promise<Verification> {
  const rows = await inspectFile(place, staged, {})
  if (failures(rows) > 0) return { rows, applied: [] }
  const applied = await withDatabase([staged], async (db) =>
    migrate(db, { nowMs: place.clock.nowMs(), backUpFirst: false }),
  )
  return applied.length === 0
    ? { rows, applied }
    : { rows: await inspectFile(place, staged, {}), applied }
}

/**
 * Throws `file.unreadable`, and `backup.unfinished` for a database that some process has open,
 * or had when it crashed: its newest rows are not in this file.
 */
export function requireBackup(path: string): void {
  const size = sizeOf(path)
  if (size === undefined) throw new GatewayError('file.unreadable', { path, reason: 'ENOENT' })
  if ((sizeOf(`${path}-wal`) ?? 0) > 0) throw new GatewayError('backup.unfinished', { path })
}

function sizeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() ? stats.size : undefined
}

async function inspectFile(
  place: DatabasePlace,
  path: string,
  options: OpenOptions,
): Promise<CheckRow[]> {
  const { language } = place
  try {
    return await withDatabase([path, options], async (db) =>
      inspectStored({ db, sealer: () => sealerOf(place) }, language),
    )
  } catch (error) {
    const damage = error instanceof Error && error.cause !== undefined ? error.cause : error
    if (!isDamage(damage)) throw error
    const message = translate(language, 'doctor.integrity.damaged', {
      count: 1,
      first: damage.message,
    })
    return [{ id: 'integrity', area: 'database', status: 'fail', message, hint: '' }]
  }
}
