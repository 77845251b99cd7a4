import type { ClientId } from '../../../domain/calls/clients'
import type { UserRecord } from '../../ports/ports'
import type { TokenRecord } from '../../ports/token-record'
import type { MemoryHold } from '../../wire/memory-budget'

/** Who calls, from where and since when. */
export interface AdmittedRequest {
  readonly user: UserRecord
  /** `undefined` at the playground, where only the user's balance counts. */
  readonly token: TokenRecord | undefined
  /** Routes and prices the call. */
  readonly group: string
  /** Channel that the key names. */
  readonly pin: string | undefined
  readonly ip: string
  readonly client: ClientId
  /** Of the key and the header; comma separated. */
  readonly tags: string
  readonly startedAtMs: number
  /** The same moment on the monotonic clock, which durations are measured by. */
  readonly beganMs: number
  /** The memory of the call's body, until the call ends. */
  readonly hold: MemoryHold
}
