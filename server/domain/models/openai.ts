/** OpenAI's models. */
import type { CapabilityRow, ThinkingKind } from './capability'
import type { Effort } from './effort'

const EFFORT: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>(['effort'])
const REASONING = {
  sampling: false,
  stop: false,
  thinking: EFFORT,
  reasonsUnseen: true,
} as const

/** Each generation's words of effort, as its error for any other lists them. */
const CLASSIC: readonly Effort[] = ['low', 'medium', 'high']
const CODED: readonly Effort[] = [...CLASSIC, 'xhigh']
const SINCE_52: readonly Effort[] = ['none', ...CODED]
const SINCE_56: readonly Effort[] = [...SINCE_52, 'max']
const ONLY_RESPONSES = { responsesApi: 'only' } as const
const CHAT = { thinking: new Set<ThinkingKind>(), responsesApi: 'optional' } as const

export const OPENAI: readonly CapabilityRow[] = [
  [/^(gpt-(?!oss)|chatgpt-|codex-|o\d)/, { plainArguments: true }],
  [/^gpt-3\.5/, { ...CHAT, longestOutput: 4_096 }],
  [/^gpt-4/, { ...CHAT, longestOutput: 8_192 }],
  [/^gpt-4-32k/, { longestOutput: undefined, usualOutput: 8_192 }],
  [/^gpt-4-(turbo|1106|0125|vision)/, { longestOutput: 4_096 }],
  [/^gpt-4\.5/, { longestOutput: 16_384 }],
  [/^gpt-4\.1/, { longestOutput: 32_768 }],
  [/^(gpt-4o|chatgpt-4o|gpt-audio)/, { ...CHAT, longestOutput: 16_384 }],
  [/^gpt-([5-9]|\d\d)/, { ...REASONING, efforts: SINCE_56 }],
  [/^gpt-5/, { longestOutput: 128_000 }],
  [/^gpt-5(-(mini|nano|20\d\d)|$)/, { efforts: ['minimal', ...CLASSIC] }],
  [/^gpt-5(\.1)?-codex/, { efforts: CLASSIC }],
  [/^gpt-5-pro/, { efforts: ['high'] }],
  [/^gpt-5\.1(-(mini|20\d\d)|$)/, { efforts: ['none', ...CLASSIC] }],
  [/^gpt-5\.1-codex-max/, { efforts: CODED }],
  [/^gpt-5\.[2-5]/, { efforts: SINCE_52 }],
  [/^gpt-5\.[2-5]-codex/, { efforts: CODED }],
  [/^gpt-5\.[2-5]-pro/, { efforts: ['medium', 'high', 'xhigh'] }],
  // Chat completions of these refuse tools while the model reasons, and it does so by default.
  [/^gpt-(5[.-]?([4-9]|[1-9]\d)(?!\d)|[6-9]|[1-9]\d)/, { responsesApi: 'for_tools' }],
  [
    /^gpt-[5-9][^/]*-chat/,
    { ...CHAT, sampling: true, stop: true, reasonsUnseen: false, longestOutput: 16_384 },
  ],
  [/^o\d/, { ...REASONING, efforts: CLASSIC, longestOutput: 100_000 }],
  [/^o1-mini/, { longestOutput: 65_536 }],
  [/^codex-mini/, { ...REASONING, efforts: CLASSIC, longestOutput: 100_000 }],
  [
    /^(gpt-([5-9]|\d\d)[^/]*-(codex|pro)|codex-mini|o\d-pro|o\d[^/]*-deep-research)/,
    ONLY_RESPONSES,
  ],
  [/^gpt-oss/, { reasonsUnseen: true }],
]
