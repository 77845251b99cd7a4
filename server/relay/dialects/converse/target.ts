import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { keyHeaders } from '../key-headers'
import { modelOf } from './model'

/** `undefined` for anything but a chat. */
export function converseTarget(call: UpstreamCall): UpstreamTarget | undefined {
  const { type, baseUrl } = call.channel
  if (call.operation !== 'chat' || baseUrl === '' || type.paths.chat === null) return undefined
  const method = call.stream ? 'converse-stream' : 'converse'
  // Ids hold colons, and those of own profiles slashes, none of which may divide the path.
  const path = `/model/${encodeURIComponent(modelOf(call))}/${method}`
  return { method: 'POST', url: baseUrl + path, headers: headersOf(call) }
}

function headersOf({ channel, stream }: UpstreamCall): Readonly<Record<string, string>> {
  const accept = stream ? 'application/vnd.amazon.eventstream' : 'application/json'
  return { ...channel.type.headers, ...keyHeaders(channel), accept }
}
