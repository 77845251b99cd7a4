import type { UpstreamCall, UpstreamTarget } from '../dialect'
import { keyHeaders } from '../key-headers'
import { modelOf } from './model'

const INVOKED = '/model/{model}/invoke'

/** Chats converse; vectors and pictures are requested from the model itself. */
export function converseTarget(call: UpstreamCall): UpstreamTarget | undefined {
  const { type, baseUrl } = call.channel
  if (baseUrl === '' || type.paths[call.operation] === null) return undefined
  const talk = call.stream ? '/model/{model}/converse-stream' : '/model/{model}/converse'
  const template = call.operation === 'chat' ? talk : (type.paths[call.operation] ?? INVOKED)
  // Ids hold colons, and those of own profiles slashes, none of which may divide the path.
  const path = template.replace('{model}', () => encodeURIComponent(modelOf(call)))
  return { method: 'POST', url: baseUrl + path, headers: headersOf(call) }
}

function headersOf({ channel, stream }: UpstreamCall): Readonly<Record<string, string>> {
  const accept = stream ? 'application/vnd.amazon.eventstream' : 'application/json'
  return { ...channel.type.headers, ...keyHeaders(channel), accept }
}
