/** Refusals that clients act upon, as each vendor documents them. */
import type { AnyVoiceName } from './pairs'

export type RefusalKind = 'context' | 'overloaded' | 'limited' | 'content' | 'unpaid' | 'key'

export interface Refusal {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

/** A kind that a vendor has no words for is left out. */
type Refusals = Readonly<Partial<Record<RefusalKind, Refusal>>>

const INVALID = 'invalid_request_error'

const openai = (status: number, type: string, code: string | null, message: string): Refusal => ({
  status,
  body: { error: { message, type, param: null, code } },
})
const anthropic = (status: number, type: string, message: string): Refusal => ({
  status,
  body: { type: 'error', error: { type, message } },
})
const gemini = (code: number, status: string, message: string, reason?: string): Refusal => ({
  status: code,
  body: { error: { code, message, status, ...(reason && { details: [{ reason }] }) } },
})
const cohere = (status: number, message: string): Refusal => ({ status, body: { message } })
const ollama = (status: number, error: string): Refusal => ({ status, body: { error } })
/** Refusals come with status 200 from both of these. */
const hunyuan = (Code: string, Message: string): Refusal => ({
  status: 200,
  body: { Response: { Error: { Code, Message }, RequestId: 'r1' } },
})
const ernie = (error_code: number, error_msg: string): Refusal => ({
  status: 200,
  body: { error_code, error_msg },
})
const converse = (status: number, type: string, message: string): Refusal => ({
  status,
  headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/` },
  body: { message },
})

const OPENAI_CONTEXT = openai(
  400,
  INVALID,
  'context_length_exceeded',
  "This model's maximum context length is 128000 tokens. However, your messages resulted in " +
    '130001 tokens. Please reduce the length of the messages.',
)

export const REFUSALS: Readonly<Record<AnyVoiceName, Refusals>> = {
  // DeepSeek's.
  openai: {
    context: OPENAI_CONTEXT,
    overloaded: openai(503, 'service_unavailable_error', null, 'Service is too busy.'),
    limited: openai(429, 'rate_limit_reached_error', null, 'Rate limit reached'),
    content: openai(400, INVALID, INVALID, 'Content Exists Risk'),
    unpaid: openai(402, 'unknown_error', INVALID, 'Insufficient Balance'),
    key: openai(401, 'authentication_error', INVALID, 'Authentication Fails: your api key'),
  },
  anthropic: {
    context: anthropic(400, INVALID, 'prompt is too long: 130001 tokens > 128000 maximum'),
    overloaded: anthropic(529, 'overloaded_error', 'Overloaded'),
    limited: anthropic(429, 'rate_limit_error', 'This request would exceed your rate limit'),
    content: anthropic(400, INVALID, 'Output blocked by content filtering policy'),
    unpaid: anthropic(400, INVALID, 'Your credit balance is too low to access the Anthropic API.'),
    key: anthropic(401, 'authentication_error', 'invalid x-api-key'),
  },
  gemini: {
    context: gemini(
      400,
      'INVALID_ARGUMENT',
      'The input token count (130001) exceeds the maximum number of tokens allowed (128000).',
    ),
    overloaded: gemini(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    limited: gemini(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota'),
    unpaid: gemini(
      400,
      'FAILED_PRECONDITION',
      'Gemini API free tier is not available in your country. Please enable billing on your ' +
        'project in Google AI Studio.',
    ),
    key: gemini(400, 'INVALID_ARGUMENT', 'API key not valid.', 'API_KEY_INVALID'),
  },
  responses: {
    context: OPENAI_CONTEXT,
    overloaded: openai(503, 'server_error', 'server_is_overloaded', 'The server is overloaded'),
    limited: openai(429, 'tokens', 'rate_limit_exceeded', 'Rate limit reached'),
    content: openai(400, INVALID, 'invalid_prompt', 'Your prompt was flagged'),
    unpaid: openai(429, 'insufficient_quota', 'insufficient_quota', 'Check your billing details.'),
    key: openai(401, INVALID, 'invalid_api_key', 'Incorrect API key provided: sk-scr***ipted'),
  },
  cohere: {
    context: cohere(400, 'too many tokens: size limit exceeded by 11326 tokens.'),
    overloaded: cohere(503, 'the service is overloaded'),
    limited: cohere(429, 'You are using a Trial key, which is limited to 10 calls / minute.'),
    unpaid: cohere(402, 'Please add or update your payment method'),
    key: cohere(401, 'invalid api token'),
  },
  ollama: {
    context: ollama(400, 'the input length exceeds the context length'),
    overloaded: ollama(503, 'server busy, please try again. maximum pending requests exceeded'),
    limited: ollama(429, 'you have reached your hourly usage limit'),
    unpaid: ollama(403, 'this model requires a subscription, upgrade for access'),
    key: ollama(401, 'unauthorized'),
  },
  hunyuan: {
    limited: hunyuan('RequestLimitExceeded', 'The request limit is exceeded'),
    unpaid: hunyuan('ResourceUnavailable.InArrears', 'The account is in arrears'),
    key: hunyuan('AuthFailure.SecretIdNotFound', 'The SecretId is not found'),
  },
  ernie: {
    context: ernie(336_103, 'Prompt tokens too long'),
    overloaded: ernie(336_100, 'try again later'),
    limited: ernie(18, 'Open api qps request limit reached'),
    unpaid: ernie(19, 'Open api total request limit reached'),
    key: ernie(6, 'No permission to access data'),
  },
  converse: {
    context: converse(400, 'ValidationException', 'Input is too long for requested model.'),
    overloaded: converse(503, 'ServiceUnavailableException', 'Bedrock is unable to process it.'),
    limited: converse(429, 'ThrottlingException', 'Too many requests, please wait.'),
    content: converse(400, 'ValidationException', 'Output blocked by content filtering policy'),
    unpaid: converse(
      403,
      'AccessDeniedException',
      'Model access is denied due to INVALID_PAYMENT_INSTRUMENT.',
    ),
    key: converse(403, 'UnrecognizedClientException', 'The security token is invalid.'),
  },
}
