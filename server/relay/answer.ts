/** Turns a complete JSON answer into the client's protocol and into usage. */
import { GatewayError } from '../domain/errors/gateway-error'
import type { Usage } from '../domain/usage'
import type { Delivery } from './attempt'
import type { Call } from './call'
import type { ChatAnswer, ChatEvent, Part } from './chat'
import type { AnswerContext, ChatProtocol } from './protocols/protocol'

export interface ClientAnswer {
  readonly contentType: 'application/json' | 'text/event-stream'
  readonly body: Uint8Array | string
  readonly usage: Usage | undefined
  /** Text the model generated, for counting when there is no usage. */
  readonly generatedText: () => string
}

type Answered = Extract<Delivery, { kind: 'answer' }>

export interface AnswerTarget {
  readonly protocol: ChatProtocol
  readonly context: AnswerContext
}

export function clientAnswer(
  call: Call,
  answered: Answered,
  { protocol, context }: AnswerTarget,
): ClientAnswer {
  if ('chat' in answered) return chatAnswer(call, answered.chat, { protocol, context })
  const { dialect, isNative, upstreamCall } = answered.encoding
  const { operation, query } = call.facts
  if (operation === 'embeddings' && !isNative && dialect.embeddings !== undefined) {
    const { body, usage } = dialect.embeddings.readAnswer(answered.json, upstreamCall)
    return plainAnswer(JSON.stringify(body), usage, () => '')
  }
  const { meter } = dialect
  if (isNative && !(query.stream && operation === 'chat')) {
    const generatedText = () => meter.generatedTextOfJson(answered.json)
    return plainAnswer(answered.text, meter.fromJson(answered.json, operation), generatedText)
  }
  if (dialect.chat === undefined) throw new GatewayError('upstream.invalid_answer')
  return chatAnswer(call, dialect.chat.readAnswer(answered.json), { protocol, context })
}

function chatAnswer(
  { facts }: Call,
  answer: ChatAnswer,
  { protocol, context }: AnswerTarget,
): ClientAnswer {
  const generatedText = () => textOf(answer)
  if (!facts.query.stream) {
    return plainAnswer(
      JSON.stringify(protocol.writeAnswer(answer, context)),
      answer.usage,
      generatedText,
    )
  }
  // The client asked for a stream and the upstream answered at once: same content, as frames.
  const writer = protocol.streamWriter(context)
  const frames = [...eventsOf(answer)].map((event) => writer.write(event)).join('')
  return {
    contentType: 'text/event-stream',
    body: frames + writer.end(),
    usage: answer.usage,
    generatedText,
  }
}

function plainAnswer(
  body: Uint8Array | string,
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

/** The events a stream of this answer would have had. */
function* eventsOf(answer: ChatAnswer): Generator<ChatEvent> {
  yield { type: 'start', id: answer.id, model: answer.model }
  for (const [choice, { parts, finishReason, stopSequence }] of answer.choices.entries()) {
    let index = 0
    for (const part of parts) {
      yield* eventsOfPart(part, choice, index)
      if (part.type === 'tool_call') index += 1
    }
    const finish = { type: 'finish', reason: finishReason, choice } as const
    yield stopSequence === undefined ? finish : { ...finish, stopSequence }
  }
  if (answer.usage !== undefined) yield { type: 'usage', usage: answer.usage }
}

function* eventsOfPart(part: Part, choice: number, index: number): Generator<ChatEvent> {
  if (part.type === 'text') yield { type: 'text', text: part.text, choice }
  else if (part.type === 'thinking') {
    yield { type: 'thinking', text: part.text, choice }
    if (part.signature !== undefined) {
      yield { type: 'signature', signature: part.signature, choice }
    }
  } else if (part.type === 'redacted_thinking') {
    yield { type: 'redacted_thinking', blob: part.blob, choice }
  } else if (part.type === 'tool_call') {
    const { id, name, signature } = part
    const begun = { type: 'tool_call', index, id, name, choice } as const
    yield signature === undefined ? begun : { ...begun, signature }
    yield { type: 'tool_arguments', index, json: part.argumentsJson, choice }
  }
}
