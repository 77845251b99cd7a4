/**
 * The words by which vendors say why an answer ended, in one table for all dialects: imitators
 * pass on each other's. A word that is not here means that the provider broke off, as
 * DeepSeek's `insufficient_system_resource`, Zhipu's `network_error`, OpenRouter's `error`, vLLM's
 * `abort` and Cohere's `TIMEOUT` do.
 */
import { UpstreamError } from '../../../domain/errors/gateway-error'
import type { ChatEvent, FinishReason } from '../../wire/chat'
import type { UpstreamErrorFacts } from './error-facts'

/** In lower case. */
const WORDS: Readonly<Record<FinishReason, readonly string[]>> = {
  stop: [
    ...['stop', 'end_turn', 'end_of_turn', 'end_of_text', 'endoftext', 'end', 'eos', 'eos_token'],
    ...['complete', 'completed', 'done', 'finish', 'finished', 'normal', 'stop_token', 'stop_str'],
    ...['stop_criteria_met', 'load', 'unload'],
    // Google's for what the model wrote and nobody can use, which its clients look at themselves.
    ...['other', 'malformed_function_call', 'unexpected_tool_call', 'too_many_tool_calls'],
    ...['malformed_response', 'no_image', 'image_other', 'continuation'],
    ...['finish_reason_unspecified', 'malformed_model_output', 'malformed_tool_use'],
  ],
  stop_sequence: ['stop_sequence'],
  length: [
    ...['length', 'max_tokens', 'max_output_tokens', 'max_output', 'max_length', 'max_len'],
    ...['maximum_tokens', 'model_length', 'token_limit', 'length_limit', 'context'],
    ...['context_length', 'model_context_window_exceeded', 'error_limit'],
  ],
  tool_calls: ['tool_calls', 'tool_call', 'tool_use', 'function_call'],
  content_filter: [
    ...['content_filter', 'content_filtered', 'sensitive', 'guardrail_intervened', 'error_toxic'],
    ...['safety', 'recitation', 'language', 'blocklist', 'prohibited_content', 'spii'],
    ...['model_armor', 'image_safety', 'image_prohibited_content', 'image_recitation'],
  ],
  refusal: ['refusal'],
  pause: ['pause_turn', 'compaction'],
}

const REASONS: ReadonlyMap<string, FinishReason> = new Map(
  (Object.keys(WORDS) as FinishReason[]).flatMap((reason) =>
    WORDS[reason].map((word) => [word, reason] as const),
  ),
)

/** Written where a piece of a stream has no word yet. */
const NO_WORDS: ReadonlySet<string> = new Set(['', 'null'])

const MAX_WORD_CHARACTERS = 100

type BrokenOff = UpstreamErrorFacts & { readonly code: string }

/** A dialect's own meanings of words that mean something else elsewhere. */
export type OwnWords = Readonly<Partial<Record<string, FinishReason>>>

/** `undefined` for a word by which the provider says that it broke off. */
export function reasonOf(word: string, own?: OwnWords): FinishReason | undefined {
  return own?.[word] ?? REASONS.get(word) ?? REASONS.get(word.toLowerCase())
}

/** What a word says of a failure; `undefined` for one that ends an answer, and for none. */
export function brokenOffBy(word: string | undefined): BrokenOff | undefined {
  if (word === undefined || NO_WORDS.has(word) || reasonOf(word) !== undefined) return undefined
  const code = word.slice(0, MAX_WORD_CHARACTERS)
  return { message: `the provider broke off the answer (${code})`, code }
}

/** Of a whole answer, which need not say it. Throws what it means that the provider broke off. */
export function finishReasonOf(word: string | undefined, own?: OwnWords): FinishReason {
  if (word === undefined || NO_WORDS.has(word)) return 'stop'
  const reason = reasonOf(word, own)
  if (reason !== undefined) return reason
  throw new UpstreamError({ status: 500, message: word, ...brokenOffBy(word) })
}

type Finish = Extract<ChatEvent, { type: 'finish' }>

interface FinishOptions {
  readonly own?: OwnWords
  /** What an end is called for other reasons than its word. */
  readonly instead?: FinishReason | undefined
}

/** The event that a word of a stream means: an end, or that there will be none. */
export function finishEvent(
  word: string | undefined,
  rest: Omit<Finish, 'type' | 'reason'> = {},
  { own, instead }: FinishOptions = {},
): ChatEvent {
  const facts = own?.[word ?? ''] === undefined ? brokenOffBy(word) : undefined
  if (facts !== undefined) return { type: 'error', message: facts.message, vendorCode: facts.code }
  return { type: 'finish', reason: instead ?? finishReasonOf(word, own), ...rest }
}
