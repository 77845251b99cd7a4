/**
 * Claude models, after Anthropic's migration guides and the table of its AI SDK provider. A name
 * that is newer than the rows takes the first one, which is what the newest models accept.
 */
import type { CapabilityRow, ThinkingKind } from './capability'

const NONE: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>([])
const BUDGET: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>(['budget', 'off'])
const EITHER: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>([
  'budget',
  'adaptive',
  'effort',
  'off',
])
const ADAPTIVE: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>(['adaptive', 'effort', 'off'])
const ALWAYS: ReadonlySet<ThinkingKind> = new Set<ThinkingKind>(['adaptive', 'effort'])

/** Before structured outputs. */
const UNSTRUCTURED = { strictTools: false, jsonSchema: false } as const

export const CLAUDE: readonly CapabilityRow[] = [
  [
    /^claude-/,
    {
      longestOutput: 128_000,
      longestToolName: 128,
      sampling: false,
      prefill: false,
      thinking: ALWAYS,
      forcedTool: false,
      plainArguments: true,
    },
  ],
  [/^claude-fable-5(-20\d{6}|$)/, { forcedTool: true }],
  [/^claude-haiku-5-5/, { thinking: ADAPTIVE, forcedTool: true }],
  [
    /^claude-(opus|sonnet|haiku)-5(-20\d{6}|-[0-4](?!\d)|$)/,
    { thinking: ADAPTIVE, forcedTool: true },
  ],
  [/^claude-(opus|sonnet|haiku)-4-[78]/, { thinking: ADAPTIVE, forcedTool: true }],
  [/^claude-(opus|sonnet|haiku)-4-6/, { sampling: true, thinking: EITHER, forcedTool: true }],
  [
    /^claude-(opus|sonnet|haiku)-4(-[0-5](?!\d)|-20\d{6}|@|-thinking|$)/,
    { longestOutput: 64_000, sampling: true, prefill: true, thinking: BUDGET, forcedTool: true },
  ],
  [/^claude-opus-4(-[01](?!\d)|-20\d{6}|@|-thinking|$)/, { longestOutput: 32_000 }],
  [/^claude-(opus|sonnet)-4(-0(?!\d)|-20\d{6}|@|-thinking|$)/, UNSTRUCTURED],
  [
    /^claude-(instant|2|3)/,
    {
      longestOutput: 4_096,
      sampling: true,
      prefill: true,
      thinking: NONE,
      forcedTool: true,
      ...UNSTRUCTURED,
    },
  ],
  [/^claude-3-5/, { longestOutput: 8_192 }],
  // Twice as much with a beta header, which an operator may have set.
  [/^claude-3-7/, { longestOutput: undefined, usualOutput: 64_000, thinking: BUDGET }],
]
