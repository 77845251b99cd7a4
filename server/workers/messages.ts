/** What a worker and the writer of a gateway say to each other. */

import type { TokenState, UserState } from '../../db/ledger-orders'
import type { HeldQuery, QueryAnswer } from '../../db/remote/writer'
import type { HotOrder, OrderOutcome } from '../domain/ledger/orders'
import type { LimitUsage } from '../domain/limits/limit'
import type { LiveReport } from '../domain/live/report'
import type { RequestLimit } from '../relay/ports/request-limits'
import type { EndOrder, EndOutcome } from '../services/live-port'
import type { ProcessReport } from '../services/metrics/process-report'

interface Question<Input, Answer> {
  readonly input: Input
  readonly answer: Answer
}

/** The worker asks them, but for the last three. */
export interface Questions {
  readonly hello: Question<Hello, Welcome>
  readonly order: Question<HotOrder, OrderOutcome>
  /** Takes the write connection; the answer names it. */
  readonly hold: Question<null, number>
  readonly query: Question<HeldQuery, QueryAnswer>
  readonly release: Question<number, null>
  /** Counts a request; the answer names it, for its end. */
  readonly admit: Question<AdmitQuestion, number>
  /** Counts a wrong key of an address; seconds to wait. */
  readonly wrong_key: Question<string, number>
  /** The writer asks: what the worker relays now. */
  readonly live: Question<null, LiveReport>
  readonly end_call: Question<EndOrder, EndOutcome>
  /** What the worker has measured. */
  readonly metrics: Question<null, ProcessReport>
}

/** Nobody answers them. */
export interface Notices {
  /** As `encodeChanges` writes it; both ways. */
  readonly changes: string
  /** From a worker: where it can be called. */
  readonly listening: string
  /** From a worker: there may be work to follow. */
  readonly job: null
  readonly admitted: { readonly id: number; readonly isSuccess: boolean }
  /** From the writer: balances after a commit. */
  readonly balances: {
    readonly users: readonly UserState[]
    readonly tokens: readonly TokenState[]
  }
  readonly limits: readonly LimitUsage[]
  readonly draining: boolean
}

export interface Hello {
  /** Its number among the workers, from 1 on. */
  readonly index: number
  /** Calls that hold something, begun under a writer that is gone. */
  readonly open: readonly string[]
  /** Where it listens, if it does already. */
  readonly url: string | undefined
}

export interface Welcome {
  readonly version: string
  readonly isDraining: boolean
}

export interface AdmitQuestion {
  readonly userId: number
  readonly limit: RequestLimit
}
