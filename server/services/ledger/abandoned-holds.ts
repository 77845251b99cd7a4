import { overdueReservations, type ReservationRow } from '../../../db/tables/reservations'
import type { ServiceDeps } from '../service-deps'

/** Holds past their deadline, those of jobs among them, oldest first. */
export async function abandonedHolds({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<ReservationRow[]> {
  return await overdueReservations(db.reader, clock.nowMs())
}
