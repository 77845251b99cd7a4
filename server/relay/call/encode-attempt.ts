/** One attempt as it is sent: by a face of the channel, and with what authorizes it. */

import { reachedAs } from '../../domain/model-calls'
import type { UpstreamCall } from '../dialects/dialect'
import { OPERATION_ROWS } from '../operations'
import type { Relay } from '../relay'
import type { Call } from './call'
import { type Encoding, encodeCall } from './encode'
import { encodeForm } from './encode-form'
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
  const upstreamCall: UpstreamCall = {
    channel,
    operation: reachedAs(channel.type, facts.operation) ?? facts.operation,
    stream: OPERATION_ROWS[facts.operation].writes && facts.query.stream,
    requestedModel,
    upstreamModel: placedModel(channel, { requestedModel, upstreamModel: call.upstreamModel }),
    settings: relay.directory.vendorSettings(),
    clientHeaders: facts.vendorHeaders,
  }
  const { form } = facts.query
  const encoded =
    form === undefined
      ? encodeCall(dialect, call, upstreamCall)
      : encodeForm(dialect, form, upstreamCall)
  if (channel.type.auth !== 'vendor') return encoded
  if (encoded instanceof Promise) return encoded.then((made) => authorized(relay, made))
  return authorized(relay, encoded)
}

function authorized(
  { vendorOf }: Pick<Relay, 'vendorOf'>,
  encoding: Encoding,
): Encoding | Promise<Encoding> {
  const { target, body, upstreamCall } = encoding
  const { channel } = upstreamCall
  const whole = typeof body === 'string' || body instanceof Uint8Array ? body : null
  const made = vendorOf(channel.type).authorize?.({ ...target, body: whole, channel }) ?? {}
  const signed = (headers: Readonly<Record<string, string>>): Encoding => ({
    ...encoding,
    target: { ...target, headers: { ...target.headers, ...headers } },
  })
  return made instanceof Promise ? made.then(signed) : signed(made)
}
