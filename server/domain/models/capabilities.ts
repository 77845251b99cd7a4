/**
 * What a model accepts, by its name: the makers' public tables of November 2026. A name that no
 * row knows is taken to accept everything, because refusing is its upstream's business; a name
 * of a known maker that is newer than its rows is taken to be like the newest of them.
 */
import type { Capabilities, CapabilityRow } from './capability'
import { CLAUDE } from './claude'
import { GEMINI } from './gemini'
import { OPENAI } from './openai'
import { OTHERS } from './others'

const UNKNOWN: Capabilities = {
  longestOutput: undefined,
  usualOutput: undefined,
  reasonsUnseen: false,
  sampling: true,
  thinking: undefined,
  efforts: undefined,
  stop: true,
  penalties: true,
  forcedTool: true,
  prefill: true,
  strictTools: true,
  plainArguments: false,
  jsonSchema: true,
  longestToolName: 64,
  callIds: undefined,
  signsToolCalls: false,
  wantsReasoningBack: false,
  responsesApi: 'optional',
}

/** Names of any maker that say it themselves. */
const TELLING: readonly CapabilityRow[] = [[/thinking|reason/, { reasonsUnseen: true }]]

const ROWS: readonly CapabilityRow[] = [...OTHERS, ...OPENAI, ...GEMINI, ...CLAUDE, ...TELLING]

/** Names come from clients: more than these are worked out anew. */
const MAX_REMEMBERED = 1_000
const remembered = new Map<string, Capabilities>()

export function capabilitiesOf(model: string): Capabilities {
  const known = remembered.get(model)
  if (known !== undefined) return known
  const name = plainName(model)
  const facts = ROWS.filter(([pattern]) => pattern.test(name)).map(([, row]) => row)
  const made: Capabilities = Object.assign({}, UNKNOWN, ...facts)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(model, made)
  return made
}

/**
 * Resellers put the maker before the name and dots into versions: "openai/gpt-4o",
 * "us.anthropic.claude-opus-4-5", "anthropic/claude-opus-4.5", "claude-4-opus".
 */
function plainName(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const at = name.indexOf('claude-')
  if (at < 0) return name
  const dashed = name.slice(at).replaceAll('.', '-')
  return dashed.replace(/^claude-([4-9](?:-\d)?)-(opus|sonnet|haiku)/, 'claude-$2-$1')
}

/** For names that no row knows. */
const USUAL_OUTPUT = 8_192

/** Model or "default" → tokens; an operator's own numbers win over the table. */
export type OutputLimits = Readonly<Record<string, number>>

/** How long an answer without a limit of its own can become: what is held for it. */
export function longestAnswer(model: string, own: OutputLimits): number {
  const { longestOutput, usualOutput } = capabilitiesOf(model)
  return ownLimit(model, own) ?? longestOutput ?? usualOutput ?? own.default ?? USUAL_OUTPUT
}

/** Tokens beyond which an upstream refuses the request; `undefined` where nobody says so. */
export function refusedAbove(model: string, own: OutputLimits): number | undefined {
  return ownLimit(model, own) ?? capabilitiesOf(model).longestOutput
}

function ownLimit(model: string, own: OutputLimits): number | undefined {
  return Object.hasOwn(own, model) ? own[model] : undefined
}

/** Whether a model is known to reason out of sight; what it reports later may add to this. */
export function reasonsByName(model: string): boolean {
  return capabilitiesOf(model).reasonsUnseen
}
