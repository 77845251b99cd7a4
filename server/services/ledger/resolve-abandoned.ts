import { resolveOpen } from '../../../db/tables/reservations'
import type { ServiceDeps } from '../service-deps'

/** No call is still running after this long. */
export const LONGEST_CALL_MS = 3_600_000

/**
 * Gives back what calls hold that nobody can settle any more: those of another gateway that
 * died, and on SQLite what a fault has left behind. There only the one server can tell what
 * still runs; a command beside it cannot.
 */
export async function resolveAbandoned({
  db,
  clock,
  isCallOpen,
}: Pick<ServiceDeps, 'db' | 'clock' | 'isCallOpen'>): Promise<number> {
  if (db.kind === 'sqlite' && isCallOpen === undefined) return 0
  const nowMs = clock.nowMs()
  const begunBeforeMs = nowMs - LONGEST_CALL_MS
  return await resolveOpen(db, { nowMs, begunBeforeMs, isOpen: isCallOpen })
}
