/** What a settlement needs to know of a call whose work goes on after its answer. */
import type { OwnedJobKind } from './owned'
import type { Price } from './price'
import type { ProtocolName } from './protocol'

/** Plain: it is kept as JSON, and read by whichever process sees the end. */
export interface OwnedJob {
  readonly kind: OwnedJobKind
  readonly callId: string
  readonly protocol: ProtocolName
  readonly model: string
  readonly upstreamModel: string
  readonly group: string
  readonly username: string
  readonly tokenName: string
  readonly ip: string
  readonly isStream: boolean
  readonly startedAtMs: number
  /** Nobody waits longer for its end. */
  readonly deadlineMs: number
  /** Frozen when the call began. */
  readonly price: Price
  /** For a bill when the upstream never tells usage. */
  readonly promptTokens: number
  /** Lines of a batch ask for it: which of an upstream's answers they get. */
  readonly endpoint: string
  /** What the client asked for and does not get. */
  readonly untranslated: readonly string[]
  readonly tried: readonly number[]
}

/** How long work of each kind may take, in milliseconds, with room for a late answer. */
export const LONGEST_JOB_MS: Readonly<Record<OwnedJobKind, number>> = {
  response: 24 * 3_600_000,
  batch: 72 * 3_600_000,
  message_batch: 72 * 3_600_000,
  fine_tuning_job: 30 * 24 * 3_600_000,
}
