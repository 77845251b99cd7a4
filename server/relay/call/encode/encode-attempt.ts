/** One attempt as it is sent: by an API variant of the channel, and with what authorizes it. */

import { reachedAs } from '../../../domain/calls/model-calls'
import type { UpstreamCall } from '../../formats/dialects/dialect'
import { OPERATION_ROWS } from '../../formats/operations'
import { GATEWAY_ID } from '../../net/answer-headers'
import type { Call } from '../call'
import type { ChannelApi } from '../channel/chosen-api'
import { placedModel } from '../channel/place'
import { authorized } from '../channel/vendor'
import type { Relay } from '../relay'
import { conversationKey } from '../route/affinity'
import { conversationHeader, takesCacheKey } from './cache-key'
import { concessionsOf } from './concessions'
import { type Encoding, encodeCall } from './encode'
import { encodeForm } from './encode-form'

/** At once, unless a thread makes the body or the vendor has to issue a token. */
export function encodeAttempt(
  relay: Relay,
  call: Call,
  { dialect, channel }: ChannelApi,
): Encoding | Promise<Encoding> {
  const { facts } = call
  const requestedModel = facts.query.model
  const upstreamCall: UpstreamCall = {
    channel,
    operation: reachedAs(channel.type, facts.operation) ?? facts.operation,
    verb: facts.verb,
    stream: OPERATION_ROWS[facts.operation].writes && facts.query.stream,
    requestedModel,
    upstreamModel: placedModel(channel, { requestedModel, upstreamModel: call.upstreamModel }),
    settings: relay.directory.vendorSettings(),
    clientHeaders: facts.vendorHeaders,
    owner: `gw-${facts.user.id}`,
    concessions: concessionsOf(channel, call),
    conversation: conversationOf(call, { dialect, channel }),
  }
  const { form } = facts.query
  const encoded =
    form === undefined
      ? encodeCall(dialect, call, upstreamCall)
      : encodeForm(dialect, form, upstreamCall)
  const { auth, traits } = channel.type
  const isPlain = auth !== 'vendor' && !traits.isGateway
  // What nearly every call is: nothing of it waits, or is changed any more.
  if (isPlain && relay.vendorOf(channel.type).prepareBody === undefined) return encoded
  const ready = after(encoded, (made) => prepared(relay, made))
  if (traits.isGateway) return after(ready, (made) => named(made, facts.requestId))
  return auth === 'vendor' ? after(ready, (made) => signed(relay, made)) : ready
}

/**
 * In a body only of what is translated: clients that pass through have their own key, or want
 * none. A header changes nothing of what passes.
 */
function conversationOf(call: Call, { dialect, channel }: ChannelApi): string | undefined {
  const isTranslated = dialect.native !== call.facts.protocol
  const isNamed = (isTranslated && takesCacheKey(channel)) || conversationHeader(channel) !== ''
  return isNamed ? conversationKey(call) : undefined
}

/** Another gateway learns which request it is, so that one line of a log finds the other. */
function named(encoding: Encoding, requestId: string): Encoding {
  const { target } = encoding
  const headers = { ...target.headers, [GATEWAY_ID]: requestId }
  return { ...encoding, target: { ...target, headers } }
}

function signed(
  { vendorOf }: Pick<Relay, 'vendorOf'>,
  encoding: Encoding,
): Encoding | Promise<Encoding> {
  const { target, body, upstreamCall } = encoding
  const { channel } = upstreamCall
  const made = authorized(vendorOf, { ...target, body: wholeOf(body), channel })
  return after(made, (found) => ({ ...encoding, target: { ...target, ...found } }))
}

/** With what the vendor wants to have before it. */
function prepared(
  { vendorOf }: Pick<Relay, 'vendorOf'>,
  encoding: Encoding,
): Encoding | Promise<Encoding> {
  const { target, body, upstreamCall } = encoding
  const { channel } = upstreamCall
  const whole = wholeOf(body)
  const made = vendorOf(channel.type).prepareBody?.({ ...target, body: whole, channel })
  return made === undefined ? encoding : made.then((ready) => ({ ...encoding, body: ready }))
}

/** What is sent as it comes is not there to be signed. */
function wholeOf(body: Encoding['body']) {
  return typeof body === 'string' || body instanceof Uint8Array ? body : null
}

/** At once for what is there already. */
function after<From, To>(
  value: From | Promise<From>,
  step: (value: From) => To | Promise<To>,
): To | Promise<To> {
  return value instanceof Promise ? value.then(step) : step(value)
}
