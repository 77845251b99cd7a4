/** One attempt as it is sent: by a face of the channel, and with what authorizes it. */

import { OPERATION_ROWS } from '../operations'
import type { Relay } from '../relay'
import { authorized } from '../vendors'
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
    owner: `gw-${facts.user.id}`,
  })
  if (channel.type.auth !== 'vendor') return encoded
  if (encoded instanceof Promise) return encoded.then((made) => signed(relay, made))
  return signed(relay, encoded)
}

function signed(
  { vendorOf }: Pick<Relay, 'vendorOf'>,
  encoding: Encoding,
): Encoding | Promise<Encoding> {
  const { target, body, upstreamCall } = encoding
  const made = authorized(vendorOf, { ...target, body, channel: upstreamCall.channel })
  const sentTo = (found: Awaited<typeof made>): Encoding => ({
    ...encoding,
    target: { ...target, ...found },
  })
  return made instanceof Promise ? made.then(sentTo) : sentTo(made)
}
