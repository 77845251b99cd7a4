/** What vendors say when something goes wrong, and the kind that it is. */
import { describe, expect, test } from 'bun:test'
import { kindOfFailure, NO_STATUS } from '../../../server/domain/errors/classify-failure'
import { contextFiguresIn, contextMessage } from '../../../server/domain/errors/context-length'

describe('a prompt that is too long', () => {
  const texts: readonly (readonly [string, string, number?, number?])[] = [
    ['Anthropic', 'prompt is too long: 210000 tokens > 200000 maximum', 210_000, 200_000],
    [
      'Anthropic with its answer',
      'input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000, decrease it',
      190_000,
      200_000,
    ],
    [
      'OpenAI',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in " +
        '130001 tokens. Please reduce the length of the messages.',
      130_001,
      128_000,
    ],
    [
      'DeepSeek',
      "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens " +
        '(66000 in the messages, 4000 in the completion).',
      70_000,
      65_536,
    ],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 131072 tokens. However, you requested about " +
        '140000 tokens (139000 of text input, 1000 in the output).',
      140_000,
      131_072,
    ],
    ['OpenAI Responses', 'Your input exceeds the context window of this model.'],
    [
      'Gemini',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      1_200_000,
      1_048_576,
    ],
    ['Bedrock', 'Input is too long for requested model.'],
    [
      'Mistral',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum ' +
        'context length',
      40_000,
      32_768,
    ],
    [
      'xAI',
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      140_000,
      131_072,
    ],
    [
      'Moonshot',
      'Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)',
      9000,
      8192,
    ],
    ['Qwen', 'Range of input length should be [1, 30720]', undefined, 30_720],
    ['Zhipu', 'Prompt exceeds max length'],
    ['MiniMax', 'invalid params, context window exceeds limit'],
    ['Cohere', 'too many tokens: size limit exceeded by 3000 tokens. Try using fewer inputs'],
    [
      'vLLM',
      'The decoder prompt (length 5000) is longer than the maximum model length of 4096.',
      5000,
      4096,
    ],
    [
      'SGLang',
      "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
      5000,
      4096,
    ],
    [
      'llama.cpp',
      'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it',
      5000,
      4096,
    ],
    ['Ollama', 'the input length exceeds the context length'],
  ]
  for (const [vendor, message, promptTokens, maxTokens] of texts) {
    test(`is known by what ${vendor} says`, () => {
      expect(kindOfFailure({ status: 400, message })).toBe('context_too_long')
      expect(contextFiguresIn(message)).toEqual({
        ...(promptTokens !== undefined && { promptTokens }),
        ...(maxTokens !== undefined && { maxTokens }),
      })
      const claude = contextMessage(message, 'claude')
      expect(claude).toMatch(/prompt is too long|exceed context limit/)
      const isTold = promptTokens !== undefined && maxTokens !== undefined
      if (isTold && !claude.includes('context limit')) {
        expect(claude).toBe(`prompt is too long: ${promptTokens} tokens > ${maxTokens} maximum`)
      }
    })
  }

  test('is no limit of tokens per minute', () => {
    const message = 'Request too large for gpt-4o on tokens per min (TPM): Limit 3, Requested 9'
    expect(kindOfFailure({ status: 429, message, code: 'rate_limit_exceeded' })).toBe(
      'rate_limited',
    )
  })
})

test.each([
  ['a refused key', 401, 'invalid_api_key', '', 'Incorrect API key', 'operator_fault'],
  ['a bad key at Gemini', 400, 'API_KEY_INVALID', '', 'API key not valid', 'operator_fault'],
  [
    'an empty account at Anthropic',
    400,
    '',
    'invalid_request_error',
    'Your credit balance is too low to access the Anthropic API',
    'operator_fault',
  ],
  ['an empty account at OpenAI', 429, 'insufficient_quota', '', 'no', 'operator_fault'],
  ['an empty account at DeepSeek', 402, '', '', 'Insufficient Balance', 'operator_fault'],
  ['an unknown deployment', 404, 'DeploymentNotFound', '', 'no', 'operator_fault'],
  ['a country', 403, 'unsupported_country_region_territory', '', 'no', 'operator_fault'],
  ['Gemini’s daily limit', 429, '', 'RESOURCE_EXHAUSTED', 'check your plan', 'rate_limited'],
  ['Azure’s filter', 400, 'content_filter', '', 'no', 'content_refused'],
  ['Alibaba’s filter', 400, 'data_inspection_failed', '', 'no', 'content_refused'],
  ['OpenRouter’s filter', 403, '403', '', 'Your input was flagged for "x"', 'content_refused'],
  ['an unknown model', 404, 'model_not_found', '', 'no', 'model_not_found'],
  ['the same at Gemini', 404, '', 'NOT_FOUND', 'models/x is not found for', 'model_not_found'],
  ['the same at Anthropic', 404, '', 'not_found_error', 'model: claude-9', 'model_not_found'],
  ['the same at DeepSeek', 400, '', 'invalid_request_error', 'Model Not Exist', 'model_not_found'],
  ['an overload', 529, '', 'overloaded_error', 'Overloaded', 'overloaded'],
  ['the same in a stream', NO_STATUS, '', 'overloaded_error', 'Overloaded', 'overloaded'],
  ['the same in Gemini’s', NO_STATUS, '503', 'UNAVAILABLE', 'later', 'overloaded'],
  ['a limit in a stream', NO_STATUS, '429', 'RESOURCE_EXHAUSTED', 'later', 'rate_limited'],
  ['a bad key in a stream', NO_STATUS, '401', '', 'User not found.', 'operator_fault'],
  ['a wrong field', 422, '', '', 'temperature', 'invalid_request'],
  ['anything else', 500, '', '', 'oops', 'server_error'],
] as const)('%s (%d) is told by code %p, type %p or its text', (...facts) => {
  const [, status, code, type, message, kind] = facts
  expect(kindOfFailure({ status, code, type, message })).toBe(kind)
})
