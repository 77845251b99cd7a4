/** A second place for rows of the log, in addition to the database. */
import type { Lists } from './lists'

/** What two places have to agree on before one of them gives rows up. */
export interface LogProof {
  readonly rows: number
  /** Of all columns of all rows, in any order, modulo 2^64. */
  readonly checksum: bigint
}

export interface ProofSpan {
  /** Epoch seconds; the end is not included. */
  readonly from: number
  readonly before: number
  readonly afterId: number
  readonly uptoId: number
}

/** Where rows of the log are copied to, and read when they are no longer here. */
export interface LogStore {
  /** Its tables are there afterwards. */
  readonly prepare: () => Promise<void>
  /** The rows are there once, however often they are sent with the same token. */
  readonly insert: (token: string, lines: readonly string[]) => Promise<void>
  readonly proof: (span: ProofSpan) => Promise<LogProof>
  /** Done when it resolves. */
  readonly eraseNames: (erasure: {
    readonly userId: number
    readonly pseudonym: string
  }) => Promise<void>
  /** `logs` alone. Throws `log.store_away` where it does not answer. */
  readonly lists: Lists
  /** Why it does not answer; `undefined` where it does. */
  readonly failure: () => Promise<string | undefined>
}

/** For what is tried and undone. */
export function withoutWrites(store: LogStore): LogStore {
  const nothing = async () => undefined
  return { ...store, prepare: nothing, insert: nothing, eraseNames: nothing }
}
