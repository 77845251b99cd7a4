/** Every client protocol; a new one is a folder and a line here. */
import { PROTOCOLS, type ProtocolName } from '../../domain/protocol'
import { claudeProtocol } from './claude/index'
import { openaiProtocol } from './openai/index'
import type { Protocol } from './protocol'
import { responsesProtocol } from './responses/index'

export const PROTOCOL_CODECS: Record<ProtocolName, Protocol> = {
  openai: openaiProtocol,
  claude: claudeProtocol,
  responses: responsesProtocol,
}

/** Who is not known to speak another one. */
const USUAL: ProtocolName = 'openai'

/** Whose words a request is refused in that has no route. */
export function protocolAt(path: string): ProtocolName {
  const own = PROTOCOLS.filter((name) => path.startsWith(PROTOCOL_CODECS[name].home))
  const deepest = (a: ProtocolName, b: ProtocolName) =>
    PROTOCOL_CODECS[b].home.length > PROTOCOL_CODECS[a].home.length ? b : a
  return own.reduce(deepest, USUAL)
}

/** Who asks on a route that protocols share. */
export function protocolOf(headers: Headers): ProtocolName {
  const marked = PROTOCOLS.find((name) => {
    const { mark } = PROTOCOL_CODECS[name]
    return mark !== undefined && headers.has(mark)
  })
  return marked ?? USUAL
}
