/** Which of the gateway's models an agent is given when nobody names one. */
import type { Agent } from './agent'

/** Models that are good at code, the best first. */
const CODING = [
  /claude.*sonnet/,
  /claude.*opus/,
  /gpt-.*codex/,
  /^(?:.*\/)?gpt-[5-9]/,
  /gemini.*pro/,
  /qwen.*coder/,
  /glm-/,
  /kimi/,
  /deepseek/,
  /claude/,
  /gpt-/,
  /gemini/,
  /qwen/,
]
const SMALL = [/haiku/, /gpt-.*(?:mini|nano)/, /gemini.*flash/, /qwen.*(?:flash|turbo)/]
const IS_SMALL = /mini|nano|lite|flash|haiku|small|tiny|turbo/
/** Models that cannot chat, in lists that do not state the operations. */
const NO_CHAT = new RegExp(
  'embed|rerank|moderation|ocr|whisper|tts|audio|speech|transcribe|realtime|' +
    'dall-e|image|imagen|video|sora|veo',
)
const DATE = /[-@]?(?:20\d{6}|20\d\d-\d\d-\d\d)/g
const SIZE = /\b[a-z]?\d+b\b/g

export interface ChosenModels {
  readonly model: string
  readonly smallModel: string
}

/** `undefined` where there is no model to chat with. */
export function chooseModels(
  agent: Pick<Agent, 'models' | 'smallModels'>,
  offered: readonly string[],
): ChosenModels | undefined {
  const chats = offered.filter(canChat)
  const large = chats.filter((name) => !IS_SMALL.test(name.toLowerCase()))
  const model =
    best(agent.models, large) ??
    best(agent.models, chats) ??
    best(CODING, large) ??
    best(CODING, chats) ??
    large[0] ??
    chats[0]
  if (model === undefined) return undefined
  return { model, smallModel: best([...agent.smallModels, ...SMALL], chats) ?? model }
}

export function canChat(name: string): boolean {
  return !NO_CHAT.test(name.toLowerCase())
}

/** Of the first pattern that any name fits, the newest. */
function best(patterns: readonly RegExp[], names: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    const [first] = names.filter((name) => pattern.test(name.toLowerCase())).toSorted(newestFirst)
    if (first !== undefined) return first
  }
  return undefined
}

/** By the numbers of the version; of two that share it, the shorter name is the plain one. */
function newestFirst(one: string, other: string): number {
  const [mine, theirs] = [versionOf(one), versionOf(other)]
  const at = mine.findIndex((number, index) => number !== theirs[index])
  if (at >= 0) return (theirs[at] ?? -1) - (mine[at] ?? -1)
  return theirs.length - mine.length || one.length - other.length || one.localeCompare(other)
}

function versionOf(name: string): readonly number[] {
  const bare = name.toLowerCase().replace(DATE, '').replace(SIZE, '')
  return (bare.match(/\d+/g) ?? []).map(Number)
}
