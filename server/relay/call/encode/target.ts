/** Where an attempt is sent, with the headers that do not depend on its body. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Dialect, UpstreamCall, UpstreamTarget } from '../../formats/dialects/dialect'
import { OPERATION_ROWS } from '../../formats/operations'
import { placedUrl } from '../channel/place'
import { conversationHeader } from './cache-key'

/** Throws `route.not_implemented` where the channel has no address for it. */
export function targetOf(dialect: Dialect, upstreamCall: UpstreamCall): UpstreamTarget {
  const target = dialect.target(upstreamCall)
  if (target === undefined) throw new GatewayError('route.not_implemented')
  const url = placedUrl(target.url, upstreamCall)
  const headers = withTypes(target.headers, acceptedBy(upstreamCall))
  const { channel, conversation } = upstreamCall
  if (conversation !== undefined) {
    const name = conversationHeader(channel)
    if (name !== '') headers[name] = conversation
  }
  return { ...target, url, headers }
}

function acceptedBy({ operation, stream }: UpstreamCall): string {
  const { answers, lastEvents } = OPERATION_ROWS[operation]
  if (answers !== 'json' || lastEvents !== undefined) return '*/*'
  return stream ? 'text/event-stream' : 'application/json'
}

function withTypes(headers: Readonly<Record<string, string>>, accept: string) {
  const typed: Record<string, string> = {
    'content-type': 'application/json',
    accept,
    'user-agent': 'gw',
  }
  for (const name in headers) typed[name] = headers[name] as string
  return typed
}
