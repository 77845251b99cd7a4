/** Tokens of a prompt: counted by a channel that can, else counted here. */

import { GatewayError } from '../../../domain/errors/gateway-error'
import { PROTOCOL_CODECS } from '../../formats/protocols'
import { answerHeaders, passedHeaders } from '../../net/answer-headers'
import { COUNTED_BY_HEADER } from '../../net/cross-origin'
import type { RelayChannel } from '../../ports/ports'
import type { JsonObject } from '../../wire/chat'
import { attempt } from '../attempt'
import type { Call } from '../call'
import { apiFor } from '../channel/channel-api'
import { answerContext, readAnswer } from '../deliver'
import { encodeAttempt } from '../encode/encode-attempt'
import type { Relay } from '../relay'

/** Free of charge; a failing upstream is replaced by the tokenizer, and a header says so. */
export async function countTokens(
  relay: Relay,
  call: Call,
  channel: RelayChannel | undefined,
): Promise<Response> {
  const counted = channel === undefined ? undefined : await askUpstream(relay, call, channel)
  const headers = {
    'content-type': 'application/json',
    ...answerHeaders(call.facts.requestId),
  }
  if (counted !== undefined) {
    const passed = { ...headers, ...passedHeaders(call.upstreamHeaders) }
    return new Response(counted as BodyInit, { headers: passed })
  }
  const { counting } = PROTOCOL_CODECS[call.facts.protocol]
  const body = JSON.stringify(counting.write(await call.countPromptTokens()))
  return new Response(body, { headers: { ...headers, [COUNTED_BY_HEADER]: 'tokenizer' } })
}

function refuse(): never {
  throw new GatewayError('upstream.invalid_answer')
}

async function askUpstream(
  relay: Relay,
  call: Call,
  channel: RelayChannel,
): Promise<Buffer | undefined> {
  const face = apiFor(channel, call)
  if (face === undefined) return undefined
  call.begin(face.channel)
  const { facts } = call
  const encoding = await encodeAttempt(relay, call, face)
  const ports = {
    upstream: relay.upstream,
    drainLimitMs: relay.drainLimitMs,
    openingLimitMs: relay.openingLimitMs,
    answerLimitMs: relay.answerLimitMs,
    idleMs: relay.idleMs,
    clock: relay.clock,
    readAnswer: (text: Buffer, json: JsonObject) =>
      readAnswer(relay, call, { text, json, encoding }),
    readLarge: () => Promise.reject(new GatewayError('upstream.invalid_answer')),
    endsAsLength: () => false,
    streamWriter: () => PROTOCOL_CODECS[facts.protocol].streamWriter(answerContext(relay, call)),
    // A number is no stream, and short.
    deliver: refuse,
    answerMemory: refuse,
  }
  try {
    const delivery = await attempt(ports, call, encoding)
    if (!('json' in delivery)) return undefined
    const { counting } = PROTOCOL_CODECS[facts.protocol]
    return counting.read(delivery.json) === undefined ? undefined : delivery.text
  } catch (error) {
    if (error instanceof GatewayError && error.id !== 'request.aborted') return undefined
    throw error
  }
}
