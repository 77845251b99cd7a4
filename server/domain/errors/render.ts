/**
 * The three faces of an error. The message is made elsewhere (`message.ts`), because it depends
 * on the reader's language; statuses and types depend on the surface only.
 */
import { ERRORS, type ErrorId } from './catalogue'
import { type ClaudeErrorType, claudeTypeFor, type ErrorRow, passesWithTime } from './error-row'
import { type GatewayError, UpstreamError } from './gateway-error'

export interface OpenaiErrorBody {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: string | null
    readonly code: string
  }
}

export interface ClaudeErrorBody {
  readonly type: 'error'
  readonly error: { readonly type: ClaudeErrorType; readonly message: string }
  readonly request_id: string
}

export interface ConsoleErrorBody {
  readonly success: false
  readonly message: string
  /** Stable id, for programs. */
  readonly code: string
}

export function renderOpenai(
  error: GatewayError,
  requestId: string,
  message: string,
): OpenaiErrorBody {
  const row = ERRORS[error.id].openai
  const code = row.code ?? error.id.replaceAll('.', '_')
  const text = withRequestId(message, requestId)
  if (error instanceof UpstreamError) {
    return {
      error: {
        message: text,
        type: error.upstreamType || row.type,
        param: error.upstreamParam ?? null,
        code: error.upstreamCode || code,
      },
    }
  }
  const field = error.params.field
  const isAboutField = /^(?:request|owned)\./.test(error.id)
  const param = isAboutField && field !== undefined ? String(field) : null
  return { error: { message: text, type: row.type, param, code } }
}

export function renderClaude(
  error: GatewayError,
  requestId: string,
  message: string,
): ClaudeErrorBody {
  return {
    type: 'error',
    error: { type: claudeType(error), message: withRequestId(message, requestId) },
    request_id: requestId,
  }
}

export function renderConsole(error: GatewayError, message: string): ConsoleErrorBody {
  return { success: false, message, code: error.id }
}

export function openaiStatus(error: GatewayError): number {
  return relayStatus(error, ERRORS[error.id].openai.status)
}

export function claudeStatus(error: GatewayError): number {
  return relayStatus(error, ERRORS[error.id].claude.status)
}

export function consoleStatus(error: GatewayError): number {
  return ERRORS[error.id].console.status
}

/** Refused in the middle of their body: what still comes of it is no next request. */
const LEAVES_BODY: ReadonlySet<ErrorId> = new Set<ErrorId>([
  'request.too_large',
  'request.too_slow',
])

/** Headers that a failure asks for where it is answered with `status`. */
export function failureHeaders(
  error: GatewayError,
  status: number,
): Readonly<Record<string, string>> {
  if (LEAVES_BODY.has(error.id)) return { connection: 'close' }
  const row: ErrorRow = ERRORS[error.id]
  const isTemporary = status === 429 || status === 503
  const seconds = row.retryAfterSeconds ?? (isTemporary ? error.params.seconds : undefined)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/**
 * The same for API clients, with what the upstream said of trying again. SDKs go by the status
 * alone unless `x-should-retry` says that it would be in vain.
 */
export function relayFailureHeaders(
  error: GatewayError,
  status: number,
): Readonly<Record<string, string>> {
  const isUpstream = error instanceof UpstreamError
  const mayRepeat = isUpstream ? passesWithTime(status) : ERRORS[error.id].mayRepeat
  return {
    ...failureHeaders(error, status),
    ...(mayRepeat ? undefined : { 'x-should-retry': 'false' }),
    ...(isUpstream ? error.headers : undefined),
  }
}

/** An error object inside a 2xx or 3xx answer is still a failure to the client. */
function relayStatus(error: GatewayError, rowStatus: number): number {
  if (!(error instanceof UpstreamError)) return rowStatus
  const { status } = error
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : 502
}

const ANTHROPIC_TYPES: ReadonlySet<string> = new Set<ClaudeErrorType>([
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'request_too_large',
  'rate_limit_error',
  'timeout_error',
  'api_error',
  'overloaded_error',
])

function isAnthropicType(type: string | undefined): type is ClaudeErrorType {
  return type !== undefined && ANTHROPIC_TYPES.has(type)
}

/**
 * OpenAI shares the name `invalid_request_error` but uses it for 401 and 429 too, so it is
 * trusted only beside a status that Anthropic would give it.
 */
function claudeType(error: GatewayError): ClaudeErrorType {
  if (!(error instanceof UpstreamError)) return ERRORS[error.id].claude.type
  const byStatus = claudeTypeFor(claudeStatus(error))
  const told = error.upstreamType
  if (!isAnthropicType(told)) return byStatus
  return told === 'invalid_request_error' ? byStatus : told
}

export function withRequestId(message: string, requestId: string): string {
  return requestId === '' ? message : `${message} (request id: ${requestId})`
}
