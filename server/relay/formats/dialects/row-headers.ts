import type { UpstreamCall } from './dialect'
import { keyHeaders } from './key-headers'

/** Headers that the type's row states. One whose placeholder is empty is not sent. */
export function rowHeaders({ channel }: Pick<UpstreamCall, 'channel'>): Record<string, string> {
  const { type, other, organization } = channel
  const headers: Record<string, string> = {}
  for (const [name, template] of Object.entries(type.headers)) {
    const value = template.replaceAll('{other}', other || type.defaultOther)
    if (value !== '') headers[name.toLowerCase()] = value
  }
  if (type.traits.takesOrganization && organization !== '') {
    headers['openai-organization'] = organization
  }
  return headers
}

type ChannelHeaders = Readonly<Record<string, string>>

/** A channel is made anew whenever it changes. */
const known = new WeakMap<UpstreamCall['channel'], ChannelHeaders>()

/** Those of the row, and what shows whose channel calls. */
export function channelHeaders({ channel }: Pick<UpstreamCall, 'channel'>): ChannelHeaders {
  const seen = known.get(channel)
  if (seen !== undefined) return seen
  const made = { ...rowHeaders({ channel }), ...keyHeaders(channel) }
  known.set(channel, made)
  return made
}
