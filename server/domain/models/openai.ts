/** OpenAI's models. */
import type { CapabilityRow, ThinkingKind } from './capability'

const EFFORT: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>(['effort'])
const REASONING = { sampling: false, thinking: EFFORT, reasonsUnseen: true } as const
const CHAT = { thinking: new Set<ThinkingKind>() } as const

export const OPENAI: readonly CapabilityRow[] = [
  [/^gpt-3\.5/, { ...CHAT, longestOutput: 4_096 }],
  [/^gpt-4/, { ...CHAT, longestOutput: 8_192 }],
  [/^gpt-4-32k/, { longestOutput: undefined, usualOutput: 8_192 }],
  [/^gpt-4-(turbo|1106|0125|vision)/, { longestOutput: 4_096 }],
  [/^gpt-4\.5/, { longestOutput: 16_384 }],
  [/^gpt-4\.1/, { longestOutput: 32_768 }],
  [/^(gpt-4o|chatgpt-4o|gpt-audio)/, { ...CHAT, longestOutput: 16_384 }],
  [/^gpt-5/, { ...REASONING, longestOutput: 128_000 }],
  [/^gpt-5[^/]*-chat/, { ...CHAT, sampling: true, reasonsUnseen: false, longestOutput: 16_384 }],
  [/^o\d/, { ...REASONING, longestOutput: 100_000 }],
  [/^o1-mini/, { longestOutput: 65_536 }],
  [/^gpt-oss/, { reasonsUnseen: true }],
]
