/** Failures that clients act upon, as each vendor documents them. */
import type { DialectName } from './black-box'

export type Kind = 'context' | 'overloaded' | 'limited' | 'refused' | 'unknown' | 'operator'

export const KINDS: readonly Kind[] = [
  'context',
  'overloaded',
  'limited',
  'refused',
  'unknown',
  'operator',
]

export interface Failure {
  readonly status: number
  readonly error: object
}

const openai = (status: number, type: string, code: string | null, message: string): Failure => ({
  status,
  error: { message, type, param: null, code },
})
const anthropic = (status: number, type: string, message: string): Failure => ({
  status,
  error: { type, message },
})
const gemini = (code: number, status: string, message: string): Failure => ({
  status: code,
  error: { code, message, status },
})

export const FAILURES: Readonly<Record<DialectName, Readonly<Record<Kind, Failure>>>> = {
  openai: {
    context: openai(
      400,
      'invalid_request_error',
      'context_length_exceeded',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in " +
        '130001 tokens. Please reduce the length of the messages.',
    ),
    overloaded: openai(503, 'server_error', 'server_is_overloaded', 'The server is overloaded'),
    limited: openai(429, 'tokens', 'rate_limit_exceeded', 'Rate limit reached'),
    refused: openai(400, 'invalid_request_error', 'content_policy_violation', 'Not allowed'),
    unknown: openai(404, 'invalid_request_error', 'model_not_found', 'The model does not exist'),
    operator: openai(
      401,
      'invalid_request_error',
      'invalid_api_key',
      'Incorrect API key provided: sk-scr***ipted. You can find it at https://platform.openai.com',
    ),
  },
  anthropic: {
    context: anthropic(
      400,
      'invalid_request_error',
      'prompt is too long: 130001 tokens > 128000 maximum',
    ),
    overloaded: anthropic(529, 'overloaded_error', 'Overloaded'),
    limited: anthropic(429, 'rate_limit_error', 'This request would exceed your rate limit'),
    refused: anthropic(
      400,
      'invalid_request_error',
      'Output blocked by content filtering policy, blocked by content filter',
    ),
    unknown: anthropic(404, 'not_found_error', 'model: m'),
    operator: anthropic(
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. sk-scr***ipted',
    ),
  },
  gemini: {
    context: gemini(
      400,
      'INVALID_ARGUMENT',
      'The input token count (130001) exceeds the maximum number of tokens allowed (128000).',
    ),
    overloaded: gemini(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    limited: gemini(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota'),
    refused: gemini(400, 'INVALID_ARGUMENT', 'The prompt was flagged: it was flagged as unsafe'),
    unknown: gemini(404, 'NOT_FOUND', 'models/m is not found for API version v1beta'),
    operator: gemini(403, 'PERMISSION_DENIED', 'API key sk-scr***ipted was reported as leaked'),
  },
}
