import { type ReservationRow, reservationsBefore } from '../../../db/tables/reservations'
import type { ServiceDeps } from '../service-deps'
import { LONGEST_CALL_MS } from './resolve-abandoned'

/** Holds that are older than any call gets, oldest first. */
export async function abandonedHolds({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<ReservationRow[]> {
  return await reservationsBefore(db.reader, clock.nowMs() - LONGEST_CALL_MS)
}
