/** Reading what an account's page answers. */

import { GatewayError } from '../../../domain/errors/gateway-error'
import type { AccountChannel } from '../../call/channel/vendor'
import { isObject } from '../../formats/dialects/json-fields'
import type { Upstream } from '../../net/upstream'
import type { JsonObject } from '../../wire/chat'
import { askAccount, bearer } from '../lookup/channel-lookup'

/** At the channel's own address: a key must not travel to a host that it was not entered for. */
export function accountPage(
  upstream: Upstream,
  channel: AccountChannel,
  path: string,
): Promise<JsonObject> {
  const url = channel.baseUrl + path
  return askAccount(upstream, channel, { url, headers: bearer(channel.key) })
}

/** Throws `upstream.invalid_answer` when nothing is there. */
export function objectAt(answer: JsonObject, field: string): JsonObject {
  const value = answer[field]
  if (!isObject(value)) throw new GatewayError('upstream.invalid_answer')
  return value
}

/** Several vendors write numbers as text. Throws `upstream.invalid_answer`. */
export function amount(value: unknown): number {
  const text = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof text !== 'number' || !Number.isFinite(text)) {
    throw new GatewayError('upstream.invalid_answer')
  }
  return text
}
