/** One attempt as it is sent: by a face of the channel, and with what authorizes it. */

import { GATEWAY_ID } from '../net/answer-headers'
import { OPERATION_ROWS } from '../operations'
import type { Relay } from '../relay'
import type { Call } from './call'
import { type Encoding, encodeCall } from './encode'
import type { Facing } from './facing'
import { placedModel } from './place'

/** At once, unless a thread makes the body or the vendor has to be asked for a token. */
export function encodeAttempt(
  relay: Relay,
  call: Call,
  { dialect, channel }: Facing,
): Encoding | Promise<Encoding> {
  const { facts } = call
  const requestedModel = facts.query.model
  const encoded = encodeCall(dialect, call, {
    channel,
    operation: facts.operation,
    stream: OPERATION_ROWS[facts.operation].writes && facts.query.stream,
    requestedModel,
    upstreamModel: placedModel(channel, { requestedModel, upstreamModel: call.upstreamModel }),
    settings: relay.directory.vendorSettings(),
    clientHeaders: facts.vendorHeaders,
  })
  const { auth, traits } = channel.type
  if (auth !== 'vendor' && !traits.isGateway) return encoded
  const finished = (made: Encoding) =>
    auth === 'vendor' ? authorized(relay, made) : named(made, facts.requestId)
  return encoded instanceof Promise ? encoded.then(finished) : finished(encoded)
}

/** Another gateway is told which request it is, so that one line of a log finds the other. */
function named(encoding: Encoding, requestId: string): Encoding {
  const { target } = encoding
  const headers = { ...target.headers, [GATEWAY_ID]: requestId }
  return { ...encoding, target: { ...target, headers } }
}

function authorized(
  { vendorOf }: Pick<Relay, 'vendorOf'>,
  encoding: Encoding,
): Encoding | Promise<Encoding> {
  const { target, body, upstreamCall } = encoding
  const { channel } = upstreamCall
  const made = vendorOf(channel.type).authorize?.({ ...target, body, channel }) ?? {}
  const signed = (headers: Readonly<Record<string, string>>): Encoding => ({
    ...encoding,
    target: { ...target, headers: { ...target.headers, ...headers } },
  })
  return made instanceof Promise ? made.then(signed) : signed(made)
}
