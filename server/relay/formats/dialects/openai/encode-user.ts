import { isOwnAddress } from '../../../../domain/channels/api-variants'
import type { JsonObject } from '../../../wire/chat'
import type { UpstreamCall } from '../dialect'
import { fittingUser } from '../fitting'

/** Longest id of a user that OpenAI documents. */
const LONGEST_USER = 64

/** In the field that the vendor has for it now; who imitates the vendor knows the older one. */
export function encodeUser(
  user: string | undefined,
  { channel: { type, baseUrl } }: UpstreamCall,
  losses: Set<string>,
): JsonObject {
  const field = isOwnAddress(type, baseUrl) ? type.traits.userField : 'user'
  return { [field]: fittingUser(user, LONGEST_USER, losses) }
}
