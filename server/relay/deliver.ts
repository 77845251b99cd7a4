/** From a successful attempt to the client's response, with the bill written first. */
import type { GatewayError } from '../domain/errors/gateway-error'
import { pickLanguage } from '../domain/i18n/translate'
import { chatAnswer, clientAnswer } from './answer'
import type { Delivery } from './attempt'
import type { Call } from './call'
import type { Loss } from './chat'
import { CROSS_ORIGIN_HEADERS, UNTRANSLATED_HEADER } from './cross-origin'
import type { Encoding } from './encode'
import { plainCall } from './plain-call'
import { PROTOCOL_CODECS } from './protocols'
import type { AnswerContext } from './protocols/protocol'
import type { Relay } from './relay'
import { releaseCall, settleCall } from './settle'
import { isSliced, streamOf } from './slices'

/** Many fields may be lost; the log has all of them, the header the first. */
const MAX_NAMED_LOSSES = 32
const MAX_LOSS_CHARACTERS = 80

export async function deliver(relay: Relay, call: Call, delivery: Delivery): Promise<Response> {
  if (delivery.kind === 'stream') {
    return new Response(delivery.stream.body, {
      headers: responseHeaders(call, 'text/event-stream'),
    })
  }
  const { body, contentType, usage, generated } = wholeAnswer(relay, call, delivery)
  const { aborted } = call.facts.signal
  await settleCall(relay.settlePorts, call, {
    usage,
    isWhole: true,
    generated,
    cut: aborted ? { by: 'client', policy: call.channel?.cutPolicy ?? 'partial' } : undefined,
    error: undefined,
  })
  const sent = isSliced(body) ? streamOf(body) : (body as BodyInit)
  return new Response(sent, { headers: responseHeaders(call, contentType) })
}

type Whole = Exclude<Delivery, { kind: 'stream' }>

function wholeAnswer(relay: Relay, call: Call, delivery: Whole) {
  if (delivery.kind === 'large') {
    const { generatedTokens, ...answer } = delivery.answer
    return { ...answer, generated: () => generatedTokens }
  }
  if (delivery.kind === 'assembled') {
    const { protocol, query } = call.facts
    const target = { protocol, wantsStream: query.stream, context: answerContext(relay, call) }
    const answer = chatAnswer(target, delivery.chat)
    return { ...answer, generated: () => call.countText(answer.generatedText()) }
  }
  const { encoding, text, json } = delivery
  const { protocol, operation, query } = call.facts
  const { dialect, isNative, packsVectors, restoration, upstreamCall } = encoding
  const answer = clientAnswer({
    protocol,
    operation,
    wantsStream: query.stream,
    isNative,
    packsVectors,
    restoration,
    context: answerContext(relay, call),
    dialect,
    upstreamCall,
    text,
    json,
  })
  return { ...answer, generated: () => call.countText(answer.generatedText()) }
}

interface LargeDelivery {
  readonly pieces: readonly Uint8Array[]
  readonly encoding: Encoding
}

/** An answer too large for the loop, read by a thread. Throws `upstream.invalid_answer`. */
export function readLarge(relay: Relay, call: Call, { pieces, encoding }: LargeDelivery) {
  const { protocol, operation, query, user } = call.facts
  const { isNative, packsVectors, restoration } = encoding
  const order = {
    protocol,
    operation,
    wantsStream: query.stream,
    isNative,
    packsVectors,
    restoration,
    context: answerContext(relay, call),
    upstreamCall: plainCall(encoding.upstreamCall),
    pieces,
  }
  return relay.bodies.readAnswer(order, user.id)
}

/** Ends a call that brought no answer: released, or billed when it was broken off on this side. */
export async function endWithout(relay: Relay, call: Call, error: GatewayError): Promise<void> {
  const policy = call.channel?.cutPolicy ?? 'refund'
  // A caller who was ended owes what was asked for; nobody owes what our own stop broke off.
  const isEnded = call.ended !== undefined && error.id !== 'shutting_down'
  if ((error.id !== 'request.aborted' && !isEnded) || !call.isSent) {
    await releaseCall(relay.settlePorts, call, error)
    return
  }
  await settleCall(relay.settlePorts, call, {
    usage: undefined,
    isWhole: false,
    generated: () => 0,
    cut: call.ended === undefined ? { by: 'client', policy } : { by: 'gateway', policy: 'partial' },
    error,
  })
}

export function answerContext(relay: Relay, call: Call): AnswerContext {
  const { requestId, query } = call.facts
  return {
    requestId,
    model: query.model,
    nowSeconds: Math.floor(relay.clock.nowMs() / 1000),
    includeUsage: query.includeUsage,
    promptTokensEstimate: call.estimatePromptTokens(),
  }
}

const encoder = new TextEncoder()

/** The stream broke: said in the client's own protocol, and no terminator follows. */
export function errorFrame(call: Call, error: GatewayError): Uint8Array {
  const { protocol, requestId, acceptLanguage } = call.facts
  const codec = PROTOCOL_CODECS[protocol]
  return encoder.encode(codec.errorFrame(error, requestId, pickLanguage(acceptLanguage)))
}

function responseHeaders(call: Call, contentType: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': contentType,
    'x-oneapi-request-id': call.facts.requestId,
    ...CROSS_ORIGIN_HEADERS,
  }
  if (contentType === 'text/event-stream') {
    headers['cache-control'] = 'no-cache'
    // Asks reverse proxies not to collect frames.
    headers['x-accel-buffering'] = 'no'
  }
  if (call.losses.length > 0) {
    headers[UNTRANSLATED_HEADER] = lossNames(call.losses)
  }
  return headers
}

/** Names come from the client's body: what a header cannot carry is escaped. */
function lossNames(losses: readonly Loss[]): string {
  return losses
    .slice(0, MAX_NAMED_LOSSES)
    .map((loss) => loss.slice(0, MAX_LOSS_CHARACTERS).toWellFormed().replace(UNSAFE, quoted))
    .join(', ')
}

/** Anything but visible ASCII, and the characters that escaping and listing need. */
const UNSAFE = /[^!-~]|[%,]/gu

function quoted(character: string): string {
  return encodeURIComponent(character)
}
