import { resolveOpen } from '../../../db/tables/reservations'
import type { ServiceDeps } from '../service-deps'

/** No call is still running after this long. */
export const LONGEST_CALL_MS = 3_600_000

/**
 * Gives back what calls hold whose gateway died. On SQLite the next start does that, because
 * only one gateway serves the file; on PostgreSQL others serve on, and nobody starts.
 */
export async function resolveAbandoned({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<number> {
  if (db.kind === 'sqlite') return 0
  const nowMs = clock.nowMs()
  return await resolveOpen(db, { nowMs, begunBeforeMs: nowMs - LONGEST_CALL_MS })
}
