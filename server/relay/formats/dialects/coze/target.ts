import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { channelHeaders } from '../row-headers'

const CHAT_PATH = '/v3/chat'

/** `undefined` for anything but a chat. */
export function cozeTarget(call: UpstreamCall): UpstreamTarget | undefined {
  const { type, baseUrl } = call.channel
  if (call.operation !== 'chat' || type.paths.chat === null || baseUrl === '') return undefined
  return {
    method: 'POST',
    url: baseUrl + (type.paths.chat ?? CHAT_PATH),
    // An answer that does not stream would have to be polled.
    headers: { ...channelHeaders(call), accept: 'text/event-stream' },
  }
}
