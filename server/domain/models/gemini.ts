/** Google's models; how much each generation may think is arithmetic of its dialect. */
import type { CapabilityRow, ThinkingKind } from './capability'

const NONE: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>([])
const BUDGET: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>(['budget', 'adaptive', 'off'])
const LEVEL: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>(['adaptive', 'effort'])

const BEFORE_25 = { thinking: NONE, jsonSchema: false, reasonsUnseen: false } as const

export const GEMINI: readonly CapabilityRow[] = [
  [/^gemini-/, { longestOutput: 65_536, thinking: BUDGET, plainArguments: true }],
  [/^gemini-2\.5/, { reasonsUnseen: true }],
  [/^gemini-([3-9]|\d\d)/, { thinking: LEVEL, signsToolCalls: true, reasonsUnseen: true }],
  [/^gemini-(1|2\.0)/, { ...BEFORE_25, longestOutput: 8_192 }],
  [/^(gemma|learnlm)/, BEFORE_25],
  [/^gemini-.*(2\.5-flash-image|-tts\b)/, { thinking: NONE }],
]
