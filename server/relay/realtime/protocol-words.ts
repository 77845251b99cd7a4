import type { ProtocolName } from '../../domain/calls/protocol'
import { geminiWords } from './gemini-words'
import { openaiWords } from './openai-words'
import type { SocketWords } from './socket-words'

/** Those that have sockets for conversations. */
const WORDS: Readonly<Partial<Record<ProtocolName, SocketWords>>> = {
  openai: openaiWords,
  gemini: geminiWords,
}

export function wordsOf(protocol: ProtocolName): SocketWords {
  return WORDS[protocol] ?? openaiWords
}
