/** What a settlement needs to know of a call whose work goes on after its answer. */
import type { BillFacts } from '../jobs/terms'
import type { OwnedJobKind } from './objects'

/** Plain: it is stored as JSON, and read by whichever process sees the end. */
export interface OwnedJob extends BillFacts {
  readonly kind: OwnedJobKind
  /** Nobody waits longer for its end. */
  readonly deadlineMs: number
  /** For a bill when the upstream never reports usage. */
  readonly promptTokens: number
  /** Lines of a batch ask for it: which of an upstream's answers they get. */
  readonly endpoint: string
}

/** How long work of each kind may take, in milliseconds, with room for a late answer. */
export const LONGEST_JOB_MS: Readonly<Record<OwnedJobKind, number>> = {
  response: 24 * 3_600_000,
  batch: 72 * 3_600_000,
  message_batch: 72 * 3_600_000,
  fine_tuning_job: 30 * 24 * 3_600_000,
  cached_content: 3_600_000,
  gemini_batch: 72 * 3_600_000,
}
