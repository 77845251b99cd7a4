/** Where calls go, and what is left alone because it has failed. */
import { Type } from '@sinclair/typebox'
import { MAX_CREDITS } from '../bounds'
import { ROUTE_ORDERS } from '../routing/order'
import { boolean, integer, json, section } from './option'

const OrderByGroup = Type.Record(
  Type.String(),
  Type.Union(ROUTE_ORDERS.map((order) => Type.Literal(order))),
)

const FallbacksByModel = Type.Record(
  Type.String(),
  Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 10 }),
)

export const routingOptions = section('routing', {
  /** Failures in a row that each could be chance; 0 leaves nothing alone. */
  ChannelBreakerFailures: integer({ default: 3, min: 0, max: 1000 }),
  /** Seconds of the first rest; each further one is twice as long. */
  ChannelBreakerSeconds: integer({ default: 15, min: 1, max: 3600 }),
  ChannelAffinityEnabled: boolean(true),
  /** Model → those that answer in its place when none of its channels does, in their order. */
  ModelFallbacks: json({ default: {}, schema: FallbacksByModel }),
  /** Credits that tries of one request may have cost, prompts alone; 0 sets no limit. */
  RetryCreditLimit: integer({ default: 0, min: 0, max: MAX_CREDITS }),
  /** Group → weight, latency or cost. */
  GroupRouteOrder: json({ default: {}, schema: OrderByGroup }),
})
