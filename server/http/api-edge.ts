import type { OptionValues } from '../domain/options'
import type { Logger } from '../log'
import type { Services } from '../services/create-services'
import type { Limiter } from '../services/limiter/limiter'
import type { WindowRule } from '../services/limiter/window'
import type { ProcessFacts } from '../services/site/status'
import type { AddressOf } from './client-address'

/** What every route of the management API shares. */
export interface ApiEdge {
  readonly services: Services
  readonly log: Logger
  /** Options in force. */
  readonly options: () => OptionValues
  readonly nextRequestId: () => string
  readonly nowMs: () => number
  readonly addressOf: AddressOf
  /** Whether forwarding headers of this peer are believed. */
  readonly isTrustedProxy: (peer: string) => boolean
  readonly limiter: Limiter
  readonly limits: ApiLimits
  /** Longest wait for the next part of a request's body. */
  readonly bodyTimeoutMs: number
  readonly program: ProcessFacts
  /** True once the server is going down: new calls are refused, running ones finish. */
  readonly isClosing: () => boolean
}

export interface ApiLimits {
  /** All calls of one user, or of one address while nobody is logged in. */
  readonly api: WindowRule | undefined
  /** Logging in, registering, codes and callbacks, by address. */
  readonly critical: WindowRule
}
