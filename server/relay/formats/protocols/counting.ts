/** Tokens of a prompt as Anthropic reports them, and OpenAI with a name for the answer. */
import type { Counting } from './protocol'

export const COUNTING: Counting = {
  write: (tokens) => ({ input_tokens: tokens }),
  read: ({ input_tokens: tokens }) => (typeof tokens === 'number' ? tokens : undefined),
}
