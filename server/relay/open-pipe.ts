/** Chooses how a stream travels: as it came, decoded and written anew, or as one answer. */
import { GatewayError } from '../domain/errors/gateway-error'
import { AnswerAssembly } from './assemble'
import type { Call } from './call'
import type { StreamReader } from './dialects/dialect'
import type { Encoding } from './encode'
import { NativePipe } from './native-pipe'
import { PROTOCOL_CODECS } from './protocols'
import type { StreamWriter } from './protocols/protocol'
import { restoringReader } from './restoration'
import type { StreamPipe } from './stream-pipe'
import { thinkingAsText } from './thinking-to-content'
import { TranslatedPipe } from './translated-pipe'
import { failuresOf } from './upstream-failure'

export function openPipe(
  encoding: Encoding,
  call: Call,
  streamWriter: () => StreamWriter,
): StreamPipe {
  const { dialect, isNative, hidesUsage, upstreamCall } = encoding
  const failureOf = failuresOf(upstreamCall.channel, call.heard)
  if (isNative && !isRewritten(encoding, call)) {
    return new NativePipe({
      dialect,
      failureOf,
      hideUsage: hidesUsage,
      usageFrame: usageFrameFor(call),
    })
  }
  const framing = dialect.stream?.framing()
  const ends = { reader: chatReader(encoding, call), writer: streamWriter(), framing }
  return new TranslatedPipe(ends, failureOf)
}

/** Claude's streams always tell it, OpenAI's to those who ask. */
function usageFrameFor({ facts }: Call) {
  const isWanted = facts.protocol !== 'openai' || facts.query.includeUsage
  return isWanted ? PROTOCOL_CODECS[facts.protocol].usageFrame : undefined
}

/** For a call that wants one whole answer. Throws `upstream.invalid_answer` for what is no chat. */
export function openAssembly(encoding: Encoding, call: Call): AnswerAssembly {
  const { dialect, upstreamCall, restoration } = encoding
  if (dialect.chat === undefined || call.facts.operation !== 'chat') {
    throw new GatewayError('upstream.invalid_answer')
  }
  const reader = restoringReader(dialect.chat.streamReader(), restoration)
  const failureOf = failuresOf(upstreamCall.channel, call.heard)
  return new AnswerAssembly(reader, failureOf, dialect.stream?.framing())
}

/** The operator may want an OpenAI stream in the standard form, whatever the upstream adds. */
function isRewritten({ upstreamCall }: Encoding, { facts }: Call): boolean {
  const { forceFormat, thinkingToContent } = upstreamCall.channel
  const isOpenaiChat = facts.protocol === 'openai' && facts.operation === 'chat'
  return isOpenaiChat && (forceFormat || thinkingToContent)
}

function chatReader(encoding: Encoding, { facts }: Call): StreamReader {
  const { dialect, upstreamCall, restoration } = encoding
  if (dialect.chat === undefined) throw new GatewayError('upstream.invalid_answer')
  const reader = restoringReader(dialect.chat.streamReader(), restoration)
  const asText = facts.protocol === 'openai' && upstreamCall.channel.thinkingToContent
  return asText ? thinkingAsText(reader) : reader
}
