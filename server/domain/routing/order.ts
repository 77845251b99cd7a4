/** How the channel of a call is drawn among those of one priority. */

/** `weight` is what a group has that nothing is said of. */
export const ROUTE_ORDERS = ['weight', 'latency', 'cost'] as const
export type RouteOrder = (typeof ROUTE_ORDERS)[number]
