import { resolveDead } from '../../../db/tables/reservations'
import type { ServiceDeps } from '../service-deps'

/**
 * Gives back what is held for calls that nobody can settle any more: those of a gateway that fell
 * silent, and what a fault has left behind here. On SQLite only the one server can tell what
 * still runs; another command cannot.
 */
export async function resolveAbandoned({
  db,
  clock,
  isCallOpen,
}: Pick<ServiceDeps, 'db' | 'clock' | 'isCallOpen'>): Promise<number> {
  if (db.kind === 'sqlite' && isCallOpen === undefined) return 0
  return await resolveDead(db, { nowMs: clock.nowMs(), isOpen: isCallOpen })
}
