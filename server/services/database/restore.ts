import { existsSync, rmSync, statSync } from 'node:fs'
import { copyMonths, monthsMissingAt, monthsNamedIn } from '../../../db/maintenance/month-copies'
import {
  discardStaged,
  finishStaged,
  stageCopy,
  stagedPath,
  takePlace,
} from '../../../db/maintenance/replace'
import { freePath } from '../../../db/sqlite/free-path'
import { acquireServeLock } from '../../../db/sqlite/serve-lock'
import { serveLockPath } from '../../configuration'
import { GatewayError } from '../../domain/errors/gateway-error'
import { fileStamp } from '../../domain/text/file-stamp'
import { recordAudit } from '../audit/record'
import { type DatabasePlace, requireFile, withDatabase } from '../database-place'
import { type CheckRow, failures } from '../doctor/check'
import type { Actor } from '../service-deps'
import { monthRows, requireBackup, verifyStaged } from './verify-backup'

/** A verified copy, up to date and ready to take the database's place. */
export interface PreparedRestore {
  readonly rows: readonly CheckRow[]
  /** Migrations that the backup lacked. */
  readonly applied: readonly string[]
  /**
   * Puts it there; absent for a copy that must not be. Throws `db.in_use` while another command
   * has the database open.
   */
  readonly commit: (() => RestoreOutcome) | undefined
  /** Takes the copy away, if it has not become the database. */
  readonly end: () => void
}

export interface RestoreOutcome {
  readonly path: string
  /** Where the database is that was there before; "" when there was none. */
  readonly kept: string
}

/** So unsound a file would stop the program; every other finding is the operator's to judge. */
const NEVER_RESTORED: readonly string[] = ['integrity', 'migrations']

/**
 * Changes nothing that is there. No server can start until `end`. Throws `db.in_use` beside a
 * running one, and `backup.is_current` for the database itself.
 */
export async function prepareRestore(
  place: DatabasePlace,
  actor: Actor,
  backup: string,
): Promise<PreparedRestore> {
  const path = requireFile(place, 'pg_restore')
  requireBackup(backup)
  if (isSameFile(backup, path)) throw new GatewayError('backup.is_current', { path })
  const lock = acquireServeLock(serveLockPath(path))
  if (lock === undefined) throw new GatewayError('db.in_use', { path })
  const brought: string[] = []
  const end = () => {
    for (const month of brought) rmSync(month, { force: true })
    discardStaged(stagedPath(path))
    lock.release()
  }
  try {
    return { ...(await prepared({ place, actor, backup, path, brought })), end }
  } catch (error) {
    end()
    throw error
  }
}

interface Restoration {
  readonly place: DatabasePlace
  readonly actor: Actor
  readonly backup: string
  readonly path: string
  /** Files of months that go again when the restore does not come to its end. */
  readonly brought: string[]
}

async function prepared(restoration: Restoration): Promise<Omit<PreparedRestore, 'end'>> {
  const { place, backup, path, brought } = restoration
  const staged = stageCopy(backup, path)
  const { rows: found, applied } = await verifyStaged(place, staged)
  if (failures(found.filter(({ id }) => NEVER_RESTORED.includes(id))) > 0) {
    return { rows: found, applied, commit: undefined }
  }
  const copying = { fromDatabase: backup, toDatabase: path, nowMs: place.clock.nowMs() }
  brought.push(...copyMonths(monthsMissingAt(path, monthsNamedIn(backup)), copying))
  const rows = [...found, ...monthRows(place, backup, path)]
  await leaveRecord(restoration, staged)
  finishStaged(staged)
  const commit = () => {
    // A restore that was cut off may have kept a database in this very second.
    const kept = freePath(`${path}.${fileStamp(place.clock.nowMs())}`, 'old')
    const isThere = existsSync(path)
    takePlace(staged, path, kept)
    brought.length = 0
    return { path, kept: isThere ? kept : '' }
  }
  return { rows, applied, commit }
}

/** In the restored database, where it will be looked for. */
async function leaveRecord({ place, actor, backup }: Restoration, staged: string): Promise<void> {
  await withDatabase([staged], async (db) =>
    db.transaction(async (trx) => {
      const work = { trx, actor, clock: place.clock }
      await recordAudit(work, { action: 'db.restore', target: 'db', after: { path: backup } })
    }),
  )
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev
}
