/** The key by which a vendor finds what it has cached of a conversation. */
import { isOwnAddress } from '../../../domain/channels/api-variants'
import type { UpstreamCall } from '../../formats/dialects/dialect'
import type { ChatRequest } from '../../wire/chat'

/**
 * With the key of the prompt's cache: the client's own, or one for the conversation, where the
 * vendor has such a thing; elsewhere it is named as one of the fields that have no place.
 */
export function withCacheKey(
  request: ChatRequest,
  { channel, conversation }: UpstreamCall,
): ChatRequest {
  const { promptCacheKey = conversation, unmapped, ...rest } = request
  if (takesCacheKey(channel)) return { ...rest, unmapped, promptCacheKey }
  if (conversationHeader(channel) !== '') return { ...rest, unmapped }
  if (request.promptCacheKey === undefined) return request
  return { ...rest, unmapped: { ...unmapped, prompt_cache_key: request.promptCacheKey } }
}

export function takesCacheKey({ type, baseUrl }: UpstreamCall['channel']): boolean {
  return type.traits.takesCacheKey && isVendors(type, baseUrl)
}

/** The name of the header that names the vendor which conversation it is; "" for none. */
export function conversationHeader({ type, baseUrl }: UpstreamCall['channel']): string {
  const { conversationHeader: name } = type.traits
  return name !== '' && isVendors(type, baseUrl) ? name : ''
}

/** A vendor without an address of its own has one for each customer. */
function isVendors(type: UpstreamCall['channel']['type'], baseUrl: string): boolean {
  return type.baseUrl === '' || isOwnAddress(type, baseUrl)
}
