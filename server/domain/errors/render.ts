/**
 * The shapes of an error. The message is made elsewhere (`message.ts`), because it depends
 * on the reader's language; statuses and types depend on the surface only.
 */
import { ERRORS, type ErrorId } from './catalogue'
import { type ClaudeErrorType, claudeTypeFor, type ErrorRow, passesWithTime } from './error-row'
import {
  type ErrorVocabulary,
  FAILURE_KINDS,
  type FailureKind,
  statusOfKind,
} from './failure-kinds'
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

export interface CohereErrorBody {
  readonly id: string
  readonly message: string
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
  const text = withRequestId(message, requestId)
  if (error instanceof UpstreamError) return { error: { message: text, ...openaiWords(error) } }
  const row = ERRORS[error.id].openai
  const code = row.code ?? error.id.replaceAll('.', '_')
  const field = error.params.field
  const isAboutField = /^(?:request|owned)\./.test(error.id)
  const param = isAboutField && field !== undefined ? String(field) : null
  return { error: { message: text, type: row.type, param, code } }
}

/** Clients do nothing about them that they would not do about any failure. */
const LOOSE_KINDS: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid_request',
  'server_error',
])

/** A code is left out by some imitators, and others write the type a second time. */
function saysMore({ upstreamCode, upstreamType }: UpstreamError): boolean {
  return Boolean(upstreamCode) && upstreamCode !== upstreamType
}

/** What the upstream said of itself where it speaks OpenAI's words, else the same in them. */
function openaiWords(error: UpstreamError): Omit<OpenaiErrorBody['error'], 'message'> {
  const { kind, upstreamType, upstreamCode, upstreamParam } = error
  if (!speaks(error, 'openai')) {
    const param = kind === 'operator_fault' ? null : (upstreamParam ?? null)
    return { ...FAILURE_KINDS[kind].openai, param }
  }
  const { type, code } = ERRORS['upstream.refused'].openai
  const own = {
    type: upstreamType || type,
    param: upstreamParam ?? null,
    code: upstreamCode || code || kind,
  }
  // Imitators have codes of their own for what clients know by OpenAI's alone.
  if (kind === 'context_too_long') return { ...own, ...FAILURE_KINDS[kind].openai }
  if (LOOSE_KINDS.has(kind) || saysMore(error)) return own
  return { ...own, code: FAILURE_KINDS[kind].openai.code }
}

/** Whether the upstream's own words are those of the client; an operator's fault is never shown. */
export function speaks({ kind, vocabulary }: UpstreamError, wanted: ErrorVocabulary): boolean {
  return kind !== 'operator_fault' && (vocabulary === undefined || vocabulary === wanted)
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

export function renderCohere(id: string, message: string): CohereErrorBody {
  return { id, message: withRequestId(message, id) }
}

/** Whoever runs the site reads what an upstream said, whoever is at fault. */
export function renderConsole(error: GatewayError, message: string): ConsoleErrorBody {
  const code: ErrorId = error instanceof UpstreamError ? 'upstream.refused' : error.id
  return { success: false, message, code }
}

export function openaiStatus(error: GatewayError): number {
  return statusFor(error, 'openai')
}

export function claudeStatus(error: GatewayError): number {
  return statusFor(error, CLAUDE)
}

export function geminiStatus(error: GatewayError): number {
  return statusFor(error, 'gemini')
}

export function cohereStatus(error: GatewayError): number {
  return statusFor(error, 'cohere')
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
  const isByStatus = isUpstream && (error.kind !== 'operator_fault' || error.isMapped)
  const mayRepeat = isByStatus ? passesWithTime(status) : ERRORS[error.id].mayRepeat
  return {
    ...failureHeaders(error, status),
    ...(mayRepeat ? undefined : { 'x-should-retry': 'false' }),
    ...(isUpstream ? error.headers : undefined),
  }
}

const CLAUDE = 'claude'

export function statusFor(error: GatewayError, vocabulary: ErrorVocabulary): number {
  const face = vocabulary === CLAUDE ? CLAUDE : 'openai'
  if (!(error instanceof UpstreamError)) return ERRORS[error.id][face].status
  const status = upstreamStatus(error, vocabulary)
  // An error object inside a 2xx or 3xx answer is still a failure to the client.
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : 502
}

/** The operator's mapping has the last word; then the kind, where it has a status of its own. */
function upstreamStatus(error: UpstreamError, vocabulary: ErrorVocabulary): number {
  const { kind, status, isMapped } = error
  if (isMapped) return status
  if (kind === 'operator_fault') return ERRORS[error.id].openai.status
  return speaks(error, vocabulary) ? status : (statusOfKind(kind, vocabulary) ?? status)
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
 * trusted only with a status that Anthropic would give it.
 */
function claudeType(error: GatewayError): ClaudeErrorType {
  if (!(error instanceof UpstreamError)) return ERRORS[error.id].claude.type
  const byStatus = claudeTypeFor(claudeStatus(error))
  const upstreamType = error.upstreamType
  if (!(speaks(error, CLAUDE) && isAnthropicType(upstreamType))) return byStatus
  return upstreamType === 'invalid_request_error' ? byStatus : upstreamType
}

export function withRequestId(message: string, requestId: string): string {
  return requestId === '' ? message : `${message} (request id: ${requestId})`
}
