/** Chooses how a stream travels: as it came, decoded and written anew, or as one answer. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { answerIds, idReader } from '../../formats/chat/answer-ids'
import { restoringReader } from '../../formats/chat/restoration'
import { SseFraming } from '../../formats/framings/sse'
import { OPERATION_ROWS } from '../../formats/operations'
import { PROTOCOL_CODECS } from '../../formats/protocols'
import type { ChatProtocol, StreamWriter } from '../../formats/protocols/protocol'
import type { JsonObject, StreamReader } from '../../wire/chat'
import type { Call } from '../call'
import type { Encoding } from '../encode/encode'
import { failuresOf } from '../upstream-failure'
import { AnswerAssembly } from './assemble'
import { BytesPipe } from './bytes-pipe'
import { EventsPipe } from './events-pipe'
import { type FrameEdit, withoutNull } from './frame-edits'
import { ListPipe } from './list-pipe'
import { NativePipe } from './native-pipe'
import { nameEdits } from './restored-names'
import { modelEdit, shownModel } from './shown-model'
import type { StreamPipe } from './stream-pipe'
import { lastWords } from './terminator'
import { thinkingAsText } from './thinking-to-content'
import { TranslatedPipe } from './translated-pipe'

export interface PipePorts {
  readonly streamWriter: () => StreamWriter
  /** A stream that nobody can pay further ends as if it had reached its greatest length. */
  readonly endsAsLength: () => boolean
}

export function openPipe(encoding: Encoding, call: Call, ports: PipePorts): StreamPipe {
  const pipe = eventsPipe(encoding, call, ports)
  const { listOf } = PROTOCOL_CODECS[call.facts.protocol]
  const { asList = false } = call.facts.query
  return asList && listOf !== undefined ? new ListPipe(pipe, listOf) : pipe
}

function eventsPipe(encoding: Encoding, call: Call, ports: PipePorts): StreamPipe {
  const { operation } = call.facts
  const { answers, lastEvents, checkBytes } = OPERATION_ROWS[operation]
  if (answers === 'bytes' && lastEvents === undefined) return new BytesPipe()
  const { dialect, isNative, hidesUsage, upstreamCall } = encoding
  const { hold: memory } = call.facts
  const failureOf = failuresOf(upstreamCall.channel, call.upstreamHeaders)
  if (lastEvents !== undefined) {
    const isEvents = String(call.upstreamHeaders?.['content-type']).includes('text/event-stream')
    if (!isEvents) {
      checkBytes?.(call.pricingFacts())
      return new BytesPipe()
    }
    const usageOf = (event: JsonObject) => dialect.meter.fromJson(event, operation)
    return new EventsPipe({ dialect, failureOf, lastEvents, usageOf, memory })
  }
  if (isNative && !isRewritten(encoding, call)) {
    const { lengthFrames, lengthRecord } = PROTOCOL_CODECS[call.facts.protocol]
    return new NativePipe({
      dialect,
      failureOf,
      memory,
      watch: watcherOf(call),
      hideUsage: hidesUsage,
      edits: frameEdits(encoding, call),
      lengthFrames,
      lengthRecord: lengthRecord && ports.endsAsLength() ? lengthRecord() : undefined,
      ...usageWriters(call),
    })
  }
  const framing = dialect.stream?.framing(memory) ?? new SseFraming(memory)
  const ends = {
    reader: chatReader(encoding, call),
    writer: ports.streamWriter(),
    framing,
    lastWords: lastWords(dialect.meter),
  }
  return new TranslatedPipe(ends, failureOf)
}

/** `undefined` where nothing is stored of it. */
function watcherOf({ vendorObject, stored }: Call): ((frames: Buffer) => void) | undefined {
  if (vendorObject === undefined) return stored && ((frames) => stored.observe(frames))
  if (stored === undefined) return (frames) => vendorObject.observe(frames)
  return (frames) => {
    vendorObject.observe(frames)
    stored.observe(frames)
  }
}

/** `undefined` where there are none, so that nothing is looked for. */
function frameEdits({ hidesUsage, upstreamCall, restoration }: Encoding, { facts }: Call) {
  const model = shownModel(upstreamCall)
  const names = nameEdits(restoration)
  if (model === undefined && names === undefined) return hidesUsage ? UNASKED_USAGE : undefined
  const edit = model === undefined ? [] : [modelEdit(facts, model)]
  return [...edit, ...(hidesUsage ? UNASKED_USAGE : []), ...(names ?? [])]
}

/** Who has not requested usage has no such field, not even an empty one. */
const UNASKED_USAGE: readonly FrameEdit[] = [withoutNull('usage')]

type UsageWriters = Pick<ChatProtocol, 'usageFrame' | 'withUsage' | 'withUsageFields'>

function usageWriters({ facts }: Call): UsageWriters {
  if (!OPERATION_ROWS[facts.operation].reportsUsage) return {}
  const codec = PROTOCOL_CODECS[facts.protocol]
  if (!codec.streamReportsUsage(facts.query.includeUsage)) return {}
  const { usageFrame, withUsage, withUsageFields } = codec
  return { usageFrame, withUsage, withUsageFields }
}

/** For a call that wants one whole answer. Throws `upstream.invalid_answer` for what is no chat. */
export function openAssembly(encoding: Encoding, call: Call): AnswerAssembly {
  const { dialect, upstreamCall } = encoding
  if (OPERATION_ROWS[call.facts.operation].codec !== 'chat') {
    throw new GatewayError('upstream.invalid_answer')
  }
  const reader = answerReader(encoding, call)
  const failureOf = failuresOf(upstreamCall.channel, call.upstreamHeaders)
  const { hold } = call.facts
  const framing = dialect.stream?.framing(hold) ?? new SseFraming(hold)
  return new AnswerAssembly(reader, failureOf, { framing, lastWords: lastWords(dialect.meter) })
}

/** The operator may want a stream in the standard form, whatever the upstream adds. */
function isRewritten({ upstreamCall }: Encoding, { facts }: Call): boolean {
  const { forceFormat, thinkingToContent } = upstreamCall.channel
  const { isReshaped } = PROTOCOL_CODECS[facts.protocol]
  const isChat = OPERATION_ROWS[facts.operation].codec === 'chat'
  return isReshaped && isChat && (forceFormat || thinkingToContent)
}

function chatReader(encoding: Encoding, call: Call): StreamReader {
  const reader = answerReader(encoding, call)
  const asText =
    PROTOCOL_CODECS[call.facts.protocol].isReshaped &&
    encoding.upstreamCall.channel.thinkingToContent
  return asText ? thinkingAsText(reader) : reader
}

/** Throws `upstream.invalid_answer` where the upstream's format has no chat. */
function answerReader({ dialect, restoration }: Encoding, { facts }: Call): StreamReader {
  if (dialect.chat === undefined) throw new GatewayError('upstream.invalid_answer')
  const reader = restoringReader(dialect.chat.streamReader(), restoration)
  return idReader(reader, answerIds(dialect, facts))
}
