/** What is known of a call before anything is sent for it, and stays so. */

import type { ClientId } from '../../domain/calls/clients'
import type { Operation, ProtocolName } from '../../domain/calls/protocol'
import type { Language } from '../../domain/i18n/translate'
import type { Price } from '../../domain/money/price'
import type { CallTrace } from '../ports/call-trace'
import type { UserRecord } from '../ports/ports'
import type { TokenRecord } from '../ports/token-record'
import type { MemoryHold } from '../wire/memory-budget'
import type { Overhead } from './overhead'
import type { Query } from './query/query'

export interface CallFacts {
  readonly requestId: string
  readonly protocol: ProtocolName
  readonly operation: Operation
  /** As the path calls it, in protocols that have it so. */
  readonly verb?: string | undefined
  readonly query: Query
  readonly user: UserRecord
  /** `undefined` for the playground. */
  readonly token: TokenRecord | undefined
  readonly group: string
  readonly price: Price
  /** The operator wants bodies untouched. */
  readonly passesThrough: boolean
  readonly ip: string
  readonly client: ClientId
  /** Id of the conversation, as its client names it; "" where it names none. */
  readonly session: string
  /** Comma separated; "" for none. */
  readonly tags: string
  readonly startedAtMs: number
  /** The same moment on the monotonic clock, which durations are measured by. */
  readonly beganMs: number
  /** `undefined` where it is not measured, as for the answers of a socket. */
  readonly overhead?: Overhead | undefined
  /** Lower-cased headers that dialects may forward. */
  readonly vendorHeaders: Readonly<Record<string, string>>
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal
  /** What the call has in memory, until it ends. */
  readonly hold: MemoryHold
  /** To be called before the answer's last byte is handed over. */
  readonly ending: () => void
  /** `undefined` where calls are not traced. */
  readonly trace?: CallTrace | undefined
  /** The language of the client's errors. */
  readonly language: Language
}
