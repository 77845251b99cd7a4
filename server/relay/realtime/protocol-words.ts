import type { ProtocolName } from '../../domain/calls/protocol'
import { geminiWords } from './gemini-codec'
import { openaiWords } from './openai-codec'
import type { SocketCodec } from './socket-codec'

/** Those that have sockets for conversations. */
const WORDS: Readonly<Partial<Record<ProtocolName, SocketCodec>>> = {
  openai: openaiWords,
  gemini: geminiWords,
}

export function wordsOf(protocol: ProtocolName): SocketCodec {
  return WORDS[protocol] ?? openaiWords
}
