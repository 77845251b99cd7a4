/** The relays of a gateway as its services ask them. */
import type { LiveReport } from '../domain/live/report'

export interface EndOrder {
  /** Request id of the call. */
  readonly id: string
  readonly actorId: number
  readonly role: number
}

export type EndOutcome =
  | { readonly kind: 'ended'; readonly username: string; readonly model: string }
  | { readonly kind: 'outranked' }
  | { readonly kind: 'unknown' }

/** One process that relays. */
export interface LiveProcess {
  readonly report: () => LiveReport
  readonly end: (order: EndOrder) => EndOutcome
}

/** All of them. */
export interface LivePort {
  readonly reports: () => Promise<readonly LiveReport[]>
  readonly end: (order: EndOrder) => Promise<EndOutcome>
}
