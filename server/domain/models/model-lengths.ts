/** How much a model reads and answers at most, and who of those that say so counts. */
import { type OutputLimits, refusedAbove } from './capabilities'

/** Tokens; absent where nobody says. */
export interface ModelLengths {
  readonly context?: number
  readonly output?: number
}

export interface OwnLengths {
  readonly contexts: Readonly<Record<string, number>>
  readonly outputs: OutputLimits
}

interface LengthOptions {
  readonly 'global.context_tokens': OwnLengths['contexts']
  readonly 'global.max_output_tokens': OutputLimits
}

export function ownLengthsIn(options: LengthOptions): OwnLengths {
  return {
    contexts: options['global.context_tokens'],
    outputs: options['global.max_output_tokens'],
  }
}

/** An operator's own numbers win, then what calls are held to, then what a source has reported. */
export function lengthsOf(
  model: string,
  own: OwnLengths,
  fetched: ModelLengths = {},
): ModelLengths {
  const named = Object.hasOwn(own.contexts, model) ? own.contexts[model] : undefined
  const context = named ?? fetched.context
  const output = refusedAbove(model, own.outputs) ?? fetched.output
  return { ...(context !== undefined && { context }), ...(output !== undefined && { output }) }
}

/** Longer than any model reads; what is beyond is a fault of the source. */
const MOST_TOKENS = 1_000_000_000

/** As part of what a source says of a model; empty where it says no length. */
export interface WithLengths {
  readonly lengths?: ModelLengths
}

/** Of what a source writes: 0, blanks and the like stand for what it does not know. */
export function lengthsIn(context: unknown, output: unknown): WithLengths {
  const lengths = { ...(isTokens(context) && { context }), ...(isTokens(output) && { output }) }
  return Object.keys(lengths).length > 0 ? { lengths } : {}
}

function isTokens(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_TOKENS
}
