/** The program of a thread that reads one list of prices: megabytes, for which no call waits. */
import { GatewayError } from '../domain/errors/gateway-error'
import { planSource } from '../domain/prices/sources/plan'
import type { PriceListReply, PriceListWork } from './read'

addEventListener('message', ({ data: { text, order } }: MessageEvent<PriceListWork>) => {
  postMessage(replyTo(text, order))
})

function replyTo(text: string, order: PriceListWork['order']): PriceListReply {
  try {
    return { plan: planSource(text, order) }
  } catch (cause) {
    if (cause instanceof GatewayError) return { error: { id: cause.id, params: cause.params } }
    return { crash: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}
