/** Work that one process at a time may do, whatever other processes share the database. */
import { underLease } from '../../db/held-lease'
import {
  dropLease,
  extendLease,
  findLease,
  type LeaseClaim,
  type LeaseRow,
  leaseClockMs,
  takeLease,
  wrongClockMs,
} from '../../db/tables/leases'
import { ALPHANUMERIC } from '../random'
import type { ServiceDeps } from './service-deps'

/** A holder that crashed blocks others for at most this long. */
const LEASE_MS = 10 * 60_000
const HOLDER_CHARACTERS = 16

export interface Lease {
  /** Longer work calls this between its steps; false when the lease was lost. */
  readonly extend: () => Promise<boolean>
  /** What `run` writes is written only while nobody else has the lease. Throws `lease.lost`. */
  readonly within: <T>(run: () => Promise<T>) => Promise<T>
  readonly release: () => Promise<void>
}

export interface LeaseRequest {
  readonly name: string
  /** Refused while less than this lies between the last beginning and now; 0 for at once. */
  readonly everyMs: number
}

/** `undefined` when another holds it, or when it is too early. */
export async function acquireLease(
  deps: ServiceDeps,
  { name, everyMs }: LeaseRequest,
): Promise<Lease | undefined> {
  const holder = deps.random.text(HOLDER_CHARACTERS, ALPHANUMERIC)
  const now = () => leaseClockMs(deps.db, deps.clock.nowMs())
  const nowMs = await now()
  // Most questions end here, without a turn on the write connection.
  const row = await findLease(deps.db.reader, name)
  if (row !== undefined && isEarly(row, { nowMs, everyMs })) return undefined
  const isTaken = await deps.db.transaction((trx) =>
    takeLease(trx, { name, holder, nowMs, untilMs: nowMs + LEASE_MS, everyMs }),
  )
  if (!isTaken) return undefined
  return {
    async extend() {
      const untilMs = (await now()) + LEASE_MS
      return await deps.db.transaction((trx) => extendLease(trx, { name, holder, untilMs }))
    },
    within: (run) => underLease({ name, holder }, run),
    release: () => deps.db.transaction((trx) => dropLease(trx, { name, holder })),
  }
}

type LeaseTimes = Pick<LeaseClaim, 'nowMs' | 'everyMs'>

/** Held by another, or begun too lately; the same question that taking it asks. */
function isEarly(row: LeaseRow, { nowMs, everyMs }: LeaseTimes): boolean {
  const beyondMs = wrongClockMs(nowMs)
  const isHeld = row.until_at > nowMs && row.until_at <= beyondMs
  return isHeld || (row.last_at > nowMs - everyMs && row.last_at <= beyondMs)
}
