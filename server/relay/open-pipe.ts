/** Chooses how a stream travels: as it came, or decoded and written anew. */
import { GatewayError } from '../domain/errors/gateway-error'
import type { Call } from './call'
import type { StreamReader } from './dialects/dialect'
import type { Encoding } from './encode'
import { NativePipe } from './native-pipe'
import type { StreamWriter } from './protocols/protocol'
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
  const failureOf = failuresOf(upstreamCall.channel)
  if (isNative && !isRewritten(encoding, call)) {
    return new NativePipe({ dialect, failureOf, hideUsage: hidesUsage })
  }
  return new TranslatedPipe(chatReader(encoding, call), streamWriter(), failureOf)
}

/** The operator may want an OpenAI stream in the standard form, whatever the upstream adds. */
function isRewritten({ upstreamCall }: Encoding, { facts }: Call): boolean {
  const { forceFormat, thinkingToContent } = upstreamCall.channel
  const isOpenaiChat = facts.protocol === 'openai' && facts.operation === 'chat'
  return isOpenaiChat && (forceFormat || thinkingToContent)
}

function chatReader({ dialect, upstreamCall }: Encoding, { facts }: Call): StreamReader {
  if (dialect.chat === undefined) throw new GatewayError('upstream.invalid_answer')
  const reader = dialect.chat.streamReader()
  const asText = facts.protocol === 'openai' && upstreamCall.channel.thinkingToContent
  return asText ? thinkingAsText(reader) : reader
}
