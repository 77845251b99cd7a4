/** Every client protocol; a new one is a folder and a line here. */
import { PROTOCOLS, type ProtocolName } from '../../../domain/calls/protocol'
import { claudeProtocol } from './claude/index'
import { cohereProtocol } from './cohere/index'
import { geminiProtocol } from './gemini/index'
import { openaiProtocol } from './openai/index'
import type { Protocol } from './protocol'
import { responsesProtocol } from './responses/index'

export const PROTOCOL_CODECS: Record<ProtocolName, Protocol> = {
  openai: openaiProtocol,
  claude: claudeProtocol,
  responses: responsesProtocol,
  gemini: geminiProtocol,
  cohere: cohereProtocol,
}

/** Who is not known to speak another one; and in whose words embeddings are translated. */
export const COMMON_PROTOCOL: ProtocolName = 'openai'

/** Whose words a request is refused in that has no route. */
export function protocolAt(path: string): ProtocolName {
  const own = PROTOCOLS.filter((name) => {
    const { home, otherHomes = [] } = PROTOCOL_CODECS[name]
    return path.startsWith(home) || otherHomes.some((other) => path.startsWith(other))
  })
  const deepest = (a: ProtocolName, b: ProtocolName) =>
    PROTOCOL_CODECS[b].home.length > PROTOCOL_CODECS[a].home.length ? b : a
  return own.reduce(deepest, COMMON_PROTOCOL)
}

/** Who asks on a route that protocols share. */
export function protocolOf({ pathname, searchParams }: URL, headers: Headers): ProtocolName {
  const own = protocolAt(pathname)
  if (own !== COMMON_PROTOCOL) return own
  const marked = PROTOCOLS.find((name) => {
    const { marks, isOwn, queryKey } = PROTOCOL_CODECS[name]
    if (marks.some((mark) => headers.has(mark)) || isOwn?.(headers) === true) return true
    return queryKey !== undefined && searchParams.has(queryKey)
  })
  return marked ?? COMMON_PROTOCOL
}
