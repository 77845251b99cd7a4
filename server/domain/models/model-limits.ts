/** How much a model reads and answers at most, and who of those that say so counts. */
import { type OutputLimits, refusedAbove } from './capabilities'

/** Tokens; absent where nobody says. */
export interface ModelLimits {
  readonly context?: number
  readonly output?: number
}

export interface OwnLimits {
  readonly contexts: Readonly<Record<string, number>>
  readonly outputs: OutputLimits
}

interface LengthOptions {
  readonly 'global.context_tokens': OwnLimits['contexts']
  readonly 'global.max_output_tokens': OutputLimits
}

export function ownLimitsIn(options: LengthOptions): OwnLimits {
  return {
    contexts: options['global.context_tokens'],
    outputs: options['global.max_output_tokens'],
  }
}

/** An operator's own numbers win, then what calls are held to, then what a source has told. */
export function limitsOf(model: string, own: OwnLimits, told: ModelLimits = {}): ModelLimits {
  const named = Object.hasOwn(own.contexts, model) ? own.contexts[model] : undefined
  const context = named ?? told.context
  const output = refusedAbove(model, own.outputs) ?? told.output
  return { ...(context !== undefined && { context }), ...(output !== undefined && { output }) }
}

/** Longer than any model reads; what is beyond is a fault of the source. */
const MOST_TOKENS = 1_000_000_000

/** Of what a source writes: 0, blanks and the like stand for what it does not know. */
export function toldLimits(context: unknown, output: unknown): { readonly limits?: ModelLimits } {
  const limits = { ...(isTokens(context) && { context }), ...(isTokens(output) && { output }) }
  return Object.keys(limits).length > 0 ? { limits } : {}
}

function isTokens(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_TOKENS
}
