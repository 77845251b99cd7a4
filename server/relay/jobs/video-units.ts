/** How many seconds of video a request is. */
import type { Usage } from '../../domain/money/usage'
import type { JobOrder } from './provider'

/** What a provider makes where the request leaves it open. */
export interface VideoDefaults {
  readonly seconds: number
  readonly size: string
  readonly quality?: string
}

/**
 * Seconds of all films together, at the tier of what they look like: `pro+1280x720`. What is the
 * provider's default is written too, so that a price row can name it.
 */
export function videoUnits(
  { order }: Pick<JobOrder<'video'>, 'order'>,
  defaults: VideoDefaults,
): Partial<Usage> {
  const seconds = order.seconds ?? defaults.seconds
  const quality = order.quality || (defaults.quality ?? '')
  const size = order.size || order.resolution || defaults.size
  const tier = [quality, size].filter((part) => part !== '').join('+')
  return {
    videoSeconds: Math.ceil(seconds) * order.count,
    ...(tier !== '' && tier.length <= 40 && { tier }),
  }
}
