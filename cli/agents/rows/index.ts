/** The coding agents that are known, in the order of the list. */
import type { Agent } from '../agent'
import { aider } from './aider'
import { claude } from './claude'
import { cline } from './cline'
import { codex } from './codex'
import { continueDev } from './continue'
import { cursor } from './cursor'
import { gemini } from './gemini'
import { opencode } from './opencode'
import { qwen } from './qwen'
import { zed } from './zed'

export const AGENTS: readonly Agent[] = [
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  aider,
  continueDev,
  cline,
  zed,
  cursor,
]
