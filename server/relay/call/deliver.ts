/** From a successful attempt to the client's response, with the bill written first. */
import type { GatewayError } from '../../domain/errors/gateway-error'
import type { LimitUsage } from '../../domain/limits/limit'
import { limitHeaders } from '../../domain/limits/limit-headers'
import type { Usage } from '../../domain/money/usage'
import { OPERATION_ROWS } from '../formats/operations'
import { PROTOCOL_CODECS } from '../formats/protocols'
import type { AnswerContext, SentFrames } from '../formats/protocols/protocol'
import { answerHeaders, passedHeaders } from '../net/answer-headers'
import { UNTRANSLATED_HEADER } from '../net/cross-origin'
import { isSliced, streamOf } from '../net/slices'
import type { Loss } from '../wire/chat'
import { releaseCall, settleCall } from './billing/settle'
import type { Call } from './call'
import type { Delivery } from './delivery'
import type { Encoding } from './encode/encode'
import { plainCall } from './query/plain-call'
import type { Relay } from './relay'
import { type ClientAnswer, chatAnswer, clientAnswer, hasUsage } from './stream/answer'
import type { AnswerMemory } from './stream/answer-memory'
import { answerWithModel, shownModel } from './stream/shown-model'
import type { VendorObject } from './vendor-objects/vendor-object'

/** Many fields may be lost; the log has all of them, the header the first. */
const MAX_NAMED_LOSSES = 32
const MAX_LOSS_CHARACTERS = 80

export async function deliver(relay: Relay, call: Call, delivery: Delivery): Promise<Response> {
  if (delivery.kind === 'stream') {
    return new Response(delivery.stream.body, {
      headers: responseHeaders(call, streamType(call)),
    })
  }
  const memory = 'memory' in delivery ? delivery.memory : undefined
  try {
    return await deliverWhole(relay, call, { delivery, memory })
  } catch (error) {
    memory?.release()
    throw error
  }
}

interface Delivering {
  readonly delivery: Whole
  readonly memory: AnswerMemory | undefined
}

async function deliverWhole(relay: Relay, call: Call, { delivery, memory }: Delivering) {
  const { vendorObject } = call
  if (vendorObject !== undefined) noteVendorObject(vendorObject, delivery)
  const written = vendorObject?.written()
  if (vendorObject?.isUnfinished && delivery.kind === 'answer') {
    await written
    return promised(call, delivery)
  }
  const { write, contentType, usage, generated } = wholeAnswer(relay, call, delivery)
  const { aborted } = call.facts.signal
  const billed = await settleCall(relay.settlePorts, call, {
    usage,
    isWhole: true,
    generated,
    cut: aborted ? { by: 'client', policy: call.channel?.cutPolicy ?? 'partial' } : undefined,
    error: undefined,
  })
  await written
  await vendorObject?.settled()
  const made = await write(billed)
  call.stored?.take(made)
  const sent = bodyOf(call, made, memory)
  return new Response(sent, { headers: responseHeaders(call, contentType) })
}

/** A large one counts until its client has it, or has left. */
function bodyOf(
  { facts }: Call,
  made: Uint8Array | string,
  memory: AnswerMemory | undefined,
): BodyInit {
  const body = typeof made === 'string' && memory !== undefined ? Buffer.from(made) : made
  const release = memory?.release ?? NOTHING_TO_DO
  if (isSliced(body)) {
    // Nobody asks for the rest of what a client has left.
    if (facts.signal.aborted) release()
    else if (memory !== undefined) facts.signal.addEventListener('abort', release, { once: true })
    return streamOf(body, release)
  }
  release()
  return body as BodyInit
}

const NOTHING_TO_DO = () => {}

function noteVendorObject(vendorObject: VendorObject, delivery: Whole): void {
  if (delivery.kind === 'answer') vendorObject.read(delivery.json)
  else if (delivery.kind === 'large') vendorObject.readLong(delivery.answer.body)
}

/** The upstream goes on in the background; nothing is billed before its end is seen. */
function promised(call: Call, { text, encoding }: Answered): Response {
  const model = shownModel(encoding.upstreamCall)
  const body = model === undefined ? text : answerWithModel(text, call.facts, model)
  return new Response(body as BodyInit, { headers: responseHeaders(call, 'application/json') })
}

/** Bytes are what their upstream says they are. */
function streamType({ facts, upstreamHeaders }: Call): string {
  if (OPERATION_ROWS[facts.operation].answers === 'json') {
    return facts.query.asList ? 'application/json' : 'text/event-stream'
  }
  const type = upstreamHeaders?.['content-type']
  return typeof type === 'string' ? type : 'application/octet-stream'
}

type Whole = Exclude<Delivery, { kind: 'stream' }>
type Answered = Extract<Delivery, { kind: 'answer' }>

/** An answer in the client's protocol; `write` makes its bytes once the bill is known. */
interface WholeAnswer {
  readonly contentType: ClientAnswer['contentType']
  readonly usage: Usage | undefined
  readonly generated: () => Promise<number> | number
  readonly write: (billed: Usage | undefined) => Promise<Uint8Array | string> | Uint8Array | string
}

function wholeAnswer(relay: Relay, call: Call, delivery: Whole): WholeAnswer {
  if (delivery.kind === 'large') return largeAnswer(delivery)
  const { contentType, usage, body, generatedText } =
    delivery.kind === 'assembled'
      ? chatAnswer(answerFacts(relay, call, delivery.encoding), delivery.chat)
      : delivery.answer
  return { contentType, usage, write: body, generated: () => call.countText(generatedText()) }
}

/** Written by a thread before the bill; anew when the upstream reported no usage. */
function largeAnswer({ answer, readAgain }: Extract<Whole, { kind: 'large' }>): WholeAnswer {
  const { contentType, usage, body, generatedTokens } = answer
  const write = async (billed: Usage | undefined) => {
    if (hasUsage(usage) || billed === undefined) return body
    // The bill is written: an answer without its usage is better than none.
    const reread = await readAgain(billed).catch(() => undefined)
    return reread?.kind === 'answer' ? reread.body : body
  }
  return { contentType, usage, write, generated: () => generatedTokens }
}

function answerFacts(relay: Relay, call: Call, encoding: Encoding) {
  const { protocol, operation, query } = call.facts
  const { isNative, packsVectors, restoration } = encoding
  const context = answerContext(relay, call)
  const wantsStream = query.stream
  const { asList = false, notes } = query
  const requestFields = OPERATION_ROWS[operation].supplied === undefined ? undefined : query.fields
  // Whoever wants bytes as they came gets them so.
  const vectorsAs = isNative && !call.facts.passesThrough ? notes?.encoding_format : undefined
  const form = { wantsStream, asList, isNative, packsVectors, vectorsAs }
  return { protocol, operation, ...form, restoration, requestFields, context }
}

/** An answer that came whole, in the client's protocol. Throws `upstream.invalid_answer`. */
export function readAnswer(
  relay: Relay,
  call: Call,
  body: Pick<Answered, 'encoding' | 'text' | 'json'>,
): ClientAnswer {
  const { encoding, text, json } = body
  const { dialect, upstreamCall } = encoding
  // Only the first spread of an object is cheap, so that the rest is named.
  return clientAnswer({ ...answerFacts(relay, call, encoding), dialect, upstreamCall, text, json })
}

interface LargeDelivery {
  readonly pieces: readonly Uint8Array[]
  readonly encoding: Encoding
  readonly billed: Usage | undefined
}

/** An answer too large for the loop, read by a thread. Throws `upstream.invalid_answer`. */
export function readLarge(relay: Relay, call: Call, delivery: LargeDelivery) {
  const { pieces, encoding, billed } = delivery
  const upstreamCall = plainCall(encoding.upstreamCall)
  const order = { ...answerFacts(relay, call, encoding), upstreamCall, pieces, billed }
  return relay.bodies.readAnswer(order, call.facts.user.id)
}

/** Ends a call that brought no answer: released, or billed when it was broken off on this side. */
export async function endWithout(relay: Relay, call: Call, error: GatewayError): Promise<void> {
  const policy = call.channel?.cutPolicy ?? 'refund'
  // A caller who was ended owes what was requested; nobody owes what our own stop broke off.
  const isEnded = call.ended !== undefined && error.id !== 'shutting_down'
  // Without its end a form has set nobody to work.
  const isPart = call.facts.query.form?.isWhole === false
  if ((error.id !== 'request.aborted' && !isEnded) || !call.isSent || isPart) {
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
    echo: query.echo,
    verb: call.facts.verb,
  }
}

const encoder = new TextEncoder()

/** The stream broke: said in the client's own protocol, and no terminator follows. */
export function errorFrame(call: Call, error: GatewayError, sent: SentFrames): Uint8Array {
  const { protocol, requestId, language } = call.facts
  const codec = PROTOCOL_CODECS[protocol]
  return encoder.encode(codec.errorFrame(error, requestId, language, sent))
}

/** Of a stream whose upstream has not answered. */
export function earlyHeaders(call: Call): Record<string, string> {
  return responseHeaders(call, streamType(call), undefined)
}

function responseHeaders(
  call: Call,
  contentType: string,
  upstreamHeaders = call.upstreamHeaders,
): Record<string, string> {
  const headers = passedHeaders(upstreamHeaders, answerHeaders(call.facts.requestId))
  headers['content-type'] = contentType
  if (call.limitUsages !== undefined) Object.assign(headers, ownLimits(call, call.limitUsages))
  if (contentType === 'text/event-stream') {
    headers['cache-control'] = 'no-cache'
    // Asks reverse proxies not to collect frames.
    headers['x-accel-buffering'] = 'no'
  }
  if (call.losses.length > 0) {
    headers[UNTRANSLATED_HEADER] = lossNames(call.losses)
  }
  call.facts.overhead?.addTo(headers)
  return headers
}

/** What is left here, in place of what the upstream says of the operator's own account. */
function ownLimits({ facts }: Call, usages: readonly LimitUsage[]) {
  return limitHeaders(PROTOCOL_CODECS[facts.protocol].limitHeaders, usages, facts.startedAtMs)
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
