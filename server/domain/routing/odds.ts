/** How probable it is that a call goes to each of several channels first, in per cent. */
import type { RouteOrder } from './order'

/** Added to every weight, so that channels left at 0 still share the load. */
export const BASE_WEIGHT = 10

export interface OddsFacts {
  readonly id: number
  readonly weight: number
  readonly costRatio: number
}

/** Of channels of one priority that all may be tried; by id. */
export function oddsOf(
  channels: readonly OddsFacts[],
  order: RouteOrder,
): ReadonlyMap<number, number> {
  const least = Math.min(...channels.map(({ costRatio }) => costRatio))
  const drawn =
    order === 'cost' ? channels.filter(({ costRatio }) => costRatio === least) : channels
  const sum = drawn.reduce((all, { weight }) => all + Math.max(0, weight) + BASE_WEIGHT, 0)
  return new Map(
    channels.map((channel) => {
      const share = drawn.includes(channel) ? (Math.max(0, channel.weight) + BASE_WEIGHT) / sum : 0
      return [channel.id, Math.round(share * 1000) / 10]
    }),
  )
}
