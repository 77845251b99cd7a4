/** What the operator says of where calls go. */
import type { RouteOrder } from '../../domain/route-order'

export interface BreakerSettings {
  /** In a row, for those that each could be chance. */
  readonly failures: number
  /** Of a channel, the first time. */
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
