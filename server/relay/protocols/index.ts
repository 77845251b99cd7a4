/** Every client protocol; a new one is a folder and a line here. */
import type { ProtocolName } from '../../domain/protocol'
import { claudeProtocol } from './claude/index'
import { openaiProtocol } from './openai/index'
import type { ChatProtocol } from './protocol'

export const PROTOCOL_CODECS: Record<ProtocolName, ChatProtocol> = {
  openai: openaiProtocol,
  claude: claudeProtocol,
}
