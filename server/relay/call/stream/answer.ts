/** Turns a complete JSON answer into the client's protocol and into usage. */

import type { Operation, ProtocolName } from '../../../domain/calls/protocol'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { totalCompletionTokens, totalPromptTokens, type Usage } from '../../../domain/money/usage'
import { eventsOf } from '../../formats/answer-events'
import { answerIds, withIds } from '../../formats/chat/answer-ids'
import { type Restoration, restoreAnswer } from '../../formats/chat/restoration'
import type { Dialect, UpstreamCall } from '../../formats/dialects/dialect'
import type { UpstreamErrorFacts } from '../../formats/dialects/error-facts'
import { OPERATION_ROWS } from '../../formats/operations'
import { isObject } from '../../formats/parsed-body'
import { PROTOCOL_CODECS } from '../../formats/protocols'
import type { AnswerContext, ChatProtocol } from '../../formats/protocols/protocol'
import type { ChatAnswer, JsonObject, Part } from '../../wire/chat'
import { livingCall, type PlainCall } from '../query/plain-call'
import { failureInBody, spoken } from './answer-check'
import { withRequestedVectors } from './requested-vectors'
import { withOwnNames } from './restored-names'
import { answerWithModel, shownModel } from './shown-model'

interface AnswerFacts {
  readonly protocol: ProtocolName
  readonly operation: Operation
  /** The client requested a stream. */
  readonly wantsStream: boolean
  /** As one JSON list, and not as events. */
  readonly asList: boolean
  readonly isNative: boolean
  readonly packsVectors: boolean
  /** The `encoding_format` of a call that passes through; absent for as it comes. */
  readonly vectorsAs: string | undefined
  readonly restoration: Restoration | undefined
  /** Names of the request's fields, where the answer depends on them. */
  readonly requestFields?: ReadonlySet<string> | undefined
  readonly context: AnswerContext
}

export interface AnswerWork extends AnswerFacts {
  readonly dialect: Dialect
  readonly upstreamCall: UpstreamCall
  /** The upstream's bytes, as they came. */
  readonly text: Uint8Array
  readonly json: JsonObject
}

export interface ClientAnswer {
  readonly contentType: 'application/json' | 'text/event-stream'
  /** Reports what was billed; bytes that say it themselves stay as they came. */
  readonly body: (billed: Usage | undefined) => Uint8Array | string
  /** What the upstream reported. */
  readonly usage: Usage | undefined
  /** Text the model generated, for counting when there is no usage. */
  readonly generatedText: () => string
}

export function clientAnswer(given: AnswerWork): ClientAnswer {
  const work = given.vectorsAs === undefined ? given : withRequestedVectors(given, given.vectorsAs)
  const { dialect, operation, isNative, wantsStream, upstreamCall, json } = work
  const { codec, twin } = OPERATION_ROWS[operation]
  if (twin !== undefined && !isNative) {
    const { body: twinBody, usage } = twinAnswer(work)
    const answer = twin.readAnswer(twinBody, work.context)
    const made = JSON.stringify({ ...answer, ...suppliedTo(work, answer) })
    return plainAnswer(
      () => made,
      usage,
      () => '',
    )
  }
  if (codec === 'embeddings' && !isNative) return vectorsAnswer(work)
  if (codec === 'images' && !isNative) return picturesAnswer(work)
  const { meter } = dialect
  const isFramed = wantsStream && codec === 'chat'
  const { frameOfAnswer } = PROTOCOL_CODECS[work.protocol]
  if (isNative && isFramed && frameOfAnswer !== undefined) return framedAnswer(work, frameOfAnswer)
  if (isNative && !isFramed) {
    const generatedText = () => meter.generatedTextOfJson(json)
    const usage = meter.fromJson(json, operation)
    const supplied = suppliedTo(work, json)
    const bodyWith = (billed: Usage | undefined) => {
      if (supplied !== undefined) return JSON.stringify({ ...json, ...supplied })
      return hasUsage(usage) ? work.text : withUsage(work, usageOf(work, billed))
    }
    const model = shownModel(upstreamCall)
    const named = (billed: Usage | undefined) => withOwnNames(bodyWith(billed), work.restoration)
    const body =
      model === undefined
        ? named
        : (billed: Usage | undefined) => answerWithModel(named(billed), work, model)
    return plainAnswer(body, usage, generatedText)
  }
  if (dialect.chat === undefined) throw new GatewayError('upstream.invalid_answer')
  const restored = restoreAnswer(spoken(dialect.chat.readAnswer(json)), work.restoration)
  const { requestId } = work.context
  return chatAnswer(work, withIds(restored, answerIds(dialect, { ...work, requestId })))
}

/** What went to the upstream in the other shape, in the words of that shape. */
function twinAnswer({ dialect, upstreamCall, json, packsVectors }: AnswerWork) {
  const { operation } = upstreamCall
  const own =
    OPERATION_ROWS[operation].codec === 'embeddings'
      ? dialect.embeddings?.readAnswer(json, { ...upstreamCall, packsVectors })
      : undefined
  return own ?? { body: json, usage: dialect.meter.fromJson(json, operation) }
}

function suppliedTo({ operation, requestFields }: AnswerWork, answer: JsonObject) {
  return requestFields && OPERATION_ROWS[operation].supplied?.(answer, requestFields)
}

/** The client requested a stream of what came at once, and one of its frames is a whole answer. */
function framedAnswer(
  work: AnswerWork,
  frameOfAnswer: NonNullable<ChatProtocol['frameOfAnswer']>,
): ClientAnswer {
  const { dialect, operation, json, asList, protocol } = work
  const usage = dialect.meter.fromJson(json, operation)
  const body = (billed: Usage | undefined) => {
    const usageField = hasUsage(usage) ? undefined : usageOf(work, billed)
    const whole = { ...json, ...usageField, ...modelField(work) }
    const frame = withOwnNames(frameOfAnswer(whole), work.restoration)
    return asStream({ protocol, asList }, frame)
  }
  const generatedText = () => dialect.meter.generatedTextOfJson(json)
  return { contentType: streamType(asList), body, usage, generatedText }
}

function modelField({ protocol, operation, upstreamCall, json }: AnswerWork) {
  const model = shownModel(upstreamCall)
  const name = PROTOCOL_CODECS[protocol].modelPlace(operation).inAnswer
  return model !== undefined && Object.hasOwn(json, name) ? { [name]: model } : undefined
}

type StreamForm = Pick<AnswerFacts, 'protocol' | 'asList'>

/** All frames of a stream, in the form that the client wants them in. */
function asStream({ protocol, asList }: StreamForm, frames: string): string {
  const { listOf } = PROTOCOL_CODECS[protocol]
  return (asList && listOf?.(frames, { isFirst: true, isLast: true })) || frames
}

function streamType(asList: boolean): ClientAnswer['contentType'] {
  return asList ? 'application/json' : 'text/event-stream'
}

/** Out of the upstream's words into OpenAI's, and into those of a client that has its own. */
function vectorsAnswer(work: AnswerWork): ClientAnswer {
  const { dialect, upstreamCall, json, packsVectors, protocol, context } = work
  const { body, usage } = dialect.embeddings?.readAnswer(json, {
    ...upstreamCall,
    packsVectors,
  }) ?? { body: json, usage: dialect.meter.fromJson(json, 'embeddings') }
  const { embeddings } = PROTOCOL_CODECS[protocol]
  // A client of its own words learns here whether that was an answer at all.
  const own = embeddings?.writeAnswer(body, context, usage)
  const bodyWith = (billed: Usage | undefined) =>
    JSON.stringify(
      own === undefined
        ? { ...body, ...usageOf(work, billed) }
        : embeddings?.writeAnswer(body, context, billed ?? usage),
    )
  return plainAnswer(bodyWith, usage, () => '')
}

function picturesAnswer({ dialect, json, context }: AnswerWork): ClientAnswer {
  const made = dialect.images?.readAnswer(json)
  if (made === undefined) throw new GatewayError('upstream.invalid_answer')
  const text = JSON.stringify({ ...made.body, created: context.nowSeconds })
  return plainAnswer(
    () => text,
    made.usage,
    () => '',
  )
}

/** In the client's protocol, whole or as the frames of a stream. */
export function chatAnswer(
  {
    protocol: name,
    wantsStream,
    asList,
    context,
  }: Pick<AnswerFacts, 'protocol' | 'wantsStream' | 'asList' | 'context'>,
  answer: ChatAnswer,
): ClientAnswer {
  const protocol = PROTOCOL_CODECS[name]
  const generatedText = () => textOf(answer)
  if (!wantsStream) {
    const body = (billed: Usage | undefined) =>
      JSON.stringify(protocol.writeAnswer(billedAnswer(answer, billed), context))
    return plainAnswer(body, answer.usage, generatedText)
  }
  // The client requested a stream and the upstream answered at once: same content, as frames.
  const body = (billed: Usage | undefined) => {
    const writer = protocol.streamWriter(context)
    const frames = [...eventsOf(answer)].map((event) => writer.write(event)).join('')
    return asStream({ protocol: name, asList }, frames + writer.end(billed ?? answer.usage))
  }
  return { contentType: streamType(asList), body, usage: answer.usage, generatedText }
}

function billedAnswer(answer: ChatAnswer, billed: Usage | undefined): ChatAnswer {
  return billed === undefined ? answer : { ...answer, usage: billed }
}

type UsagePlace = Pick<AnswerFacts, 'protocol' | 'operation'>

function usageOf({ protocol, operation }: UsagePlace, billed: Usage | undefined) {
  if (billed === undefined || !OPERATION_ROWS[operation].reportsUsage) return undefined
  const { writeUsage, usageField } = PROTOCOL_CODECS[protocol]
  return { [usageField]: writeUsage(billed, operation) }
}

const CLOSE_BRACE = 125

/** A native answer that left it out; all other bytes stay, unless there is an empty field. */
function withUsage({ text, json, protocol }: AnswerWork, usage: JsonObject | undefined) {
  if (usage === undefined) return text
  const { usageField: name } = PROTOCOL_CODECS[protocol]
  const isPlain = Object.keys(json).length > 0 && !Object.hasOwn(json, name)
  if (!isPlain) return JSON.stringify({ ...json, ...usage })
  const end = text.lastIndexOf(CLOSE_BRACE)
  const field = Buffer.from(`,"${name}":${JSON.stringify(usage[name])}`)
  return Buffer.concat([text.subarray(0, end), field, text.subarray(end)])
}

const BYTE_ORDER_MARK = 0xfeff

/** Parses an upstream's JSON answer. Throws `upstream.invalid_answer`. */
export function parseAnswer(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text)
    if (isObject(value)) return value
  } catch (cause) {
    throw new GatewayError('upstream.invalid_answer', {}, { cause })
  }
  throw new GatewayError('upstream.invalid_answer')
}

/** An answer that is too large to be parsed on the loop, for a thread. */
export interface LargeAnswerOrder extends AnswerFacts {
  readonly upstreamCall: PlainCall
  /** The upstream's bytes in pieces, as they came. */
  readonly pieces: readonly Uint8Array[]
  /** For a second reading: what an answer that reported no usage was billed for. */
  readonly billed: Usage | undefined
}

export type LargeAnswer =
  /** A failure with status 200. */
  | { readonly kind: 'failure'; readonly facts: UpstreamErrorFacts }
  | {
      readonly kind: 'answer'
      readonly contentType: ClientAnswer['contentType']
      readonly body: Uint8Array
      readonly usage: Usage | undefined
      /** Counted when the upstream reported no usage; 0 otherwise. */
      readonly generatedTokens: number
    }

/** Throws `upstream.invalid_answer`. */
export async function readLargeAnswer(
  { pieces, ...facts }: LargeAnswerOrder,
  dialects: Readonly<Record<string, Dialect>>,
  count: (text: string) => Promise<number>,
): Promise<LargeAnswer> {
  const upstreamCall = livingCall(facts.upstreamCall)
  const dialect = dialects[upstreamCall.channel.type.dialect]
  if (dialect === undefined) throw new GatewayError('upstream.invalid_answer')
  const text = Buffer.concat(pieces)
  const json = parseAnswer(text.toString())
  const { operation, isNative } = facts
  const answered = { dialect, operation, isNative, json, text: () => text.toString() }
  const failure = failureInBody(answered)
  if (failure !== undefined) return { kind: 'failure', facts: failure }
  const answer = clientAnswer({ ...facts, dialect, upstreamCall, text, json })
  const { contentType, usage, generatedText } = answer
  const body = answer.body(facts.billed ?? usage)
  const isCounted = hasUsage(usage) || facts.billed !== undefined
  return {
    kind: 'answer',
    contentType,
    body: typeof body === 'string' ? Buffer.from(body) : body,
    usage,
    generatedTokens: isCounted ? 0 : await count(generatedText()),
  }
}

export function hasUsage(usage: Usage | undefined): boolean {
  return usage !== undefined && totalPromptTokens(usage) + totalCompletionTokens(usage) > 0
}

function plainAnswer(
  body: ClientAnswer['body'],
  usage: Usage | undefined,
  generatedText: () => string,
): ClientAnswer {
  return { contentType: 'application/json', body, usage, generatedText }
}

function textOf(answer: ChatAnswer): string {
  return answer.choices.flatMap(({ parts }) => parts.map(partText)).join('')
}

function partText(part: Part): string {
  if (part.type === 'text' || part.type === 'thinking') return part.text
  if (part.type === 'tool_call') return part.name + part.argumentsJson
  return ''
}
