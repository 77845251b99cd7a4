/**
 * Makers whose models many vendors serve, each with limits of its own: how long answers become
 * is given for holds only.
 */
import { MISTRAL_CALL_IDS } from '../vendor-limits/names'
import type { CapabilityRow } from './capability'

export const OTHERS: readonly CapabilityRow[] = [
  [/^deepseek/, { usualOutput: 8_192, wantsReasoningBack: true }],
  [/^deepseek-(reasoner|r1)/, { usualOutput: 65_536, reasonsUnseen: true }],
  [/^(qwen3|qwq|kimi-k2|doubao-seed|mistral|magistral)/, { usualOutput: 32_768 }],
  [
    /(mistral|mixtral|magistral|ministral|codestral|devstral|pixtral)/,
    { callIds: MISTRAL_CALL_IDS },
  ],
  [/^kimi-/, { wantsReasoningBack: true }],
  [/^(qwq|magistral|minimax-m|grok-(3-mini|[4-9]))/, { reasonsUnseen: true }],
  [/^grok-[4-9]/, { usualOutput: 131_072, stop: false, penalties: false }],
  [/^grok-[4-9].*non-reasoning/, { stop: true, penalties: true }],
  [/^glm-(4\.[5-9]|[5-9])/, { usualOutput: 131_072, reasonsUnseen: true }],
]
