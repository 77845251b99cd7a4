/** What the operator says of where calls go. */
import type { RouteOrder } from '../../domain/routing/order'

export interface BreakerSettings {
  /** Failures in a row before a rest, of kinds that alone could be chance. */
  readonly failures: number
  /** First rest of a channel; each further one is twice as long. */
  readonly restMs: number
}

export interface RoutingSettings {
  /** The calls of one conversation go to one channel and key while these work. */
  readonly keepsConversations: boolean
  /** By group; those that are not named go by weight. */
  readonly orders: Readonly<Record<string, RouteOrder>>
  /** Some group wants to know which channel answers soonest. */
  readonly isTimed: boolean
}
