import type { JsonObject } from '../../wire/chat'

/** What an upstream stores of a call, as it becomes known. */
export interface VendorObject {
  /** Whoever sees the end later settles the call: its hold is the job's. */
  readonly isJob: boolean
  /** The upstream goes on working in the background after this answer. */
  readonly isUnfinished: boolean
  /** Whole frames on their way to the client. */
  readonly observe: (frames: Buffer) => void
  readonly read: (answer: JsonObject) => void
  /** Of a whole answer whose parts are too many to be looked at. */
  readonly readLong: (answer: Uint8Array) => void
  /** Resolves when everything that was seen is written. */
  readonly written: () => Promise<void>
  /** Called when this answer had the whole usage: no job is left to be settled later. */
  readonly settled: () => Promise<void>
}
