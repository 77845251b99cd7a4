import type { JobFamily } from './families'
import type { JobEndState } from './states'

/**
 * The end of a job, written in the transaction that settles its money. Plain: it is stored as JSON
 * where a settlement waits for the database.
 */
export interface JobEnd {
  readonly jobId: string
  readonly family: JobFamily
  readonly state: JobEndState
  /** "" for a success. */
  readonly failReason: string
  /** Epoch ms. */
  readonly atMs: number
  /** When its results are forgotten, epoch ms; 0 for never. */
  readonly expiresAtMs: number
}

/** A job whose money a transaction settles. */
export interface EndedJob {
  readonly end: JobEnd
  /** Credits. */
  readonly charge: number
}
