/** The error body of Google's APIs, whose clients read when to try again out of it. */
import { ERRORS } from './catalogue'
import { FAILURE_KINDS } from './failure-kinds'
import { type GatewayError, UpstreamError } from './gateway-error'
import { geminiStatus, relayFailureHeaders, speaks, withRequestId } from './render'

export interface GoogleErrorBody {
  readonly error: {
    readonly code: number
    readonly message: string
    readonly status: string
    readonly details: readonly Detail[]
  }
}

type Fields = Readonly<Record<string, string | readonly Readonly<Record<string, string>>[]>>

interface Detail extends Fields {
  readonly '@type': string
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  504: 'DEADLINE_EXCEEDED',
}

/** As Google's own, where the upstream is Google: one status of theirs has several names. */
const NAME = /^[A-Z][A-Z_]{2,40}$/

export function renderGoogle(
  error: GatewayError,
  requestId: string,
  message: string,
): GoogleErrorBody {
  const code = geminiStatus(error)
  const own = STATUSES[code] ?? (code >= 500 ? 'UNAVAILABLE' : 'INVALID_ARGUMENT')
  const upstreamType = ownWords(error)?.upstreamType
  return {
    error: {
      code,
      message: withRequestId(message, requestId),
      status: upstreamType !== undefined && NAME.test(upstreamType) ? upstreamType : own,
      details: [
        detail('ErrorInfo', { reason: reasonOf(error), domain: 'gw' }),
        ...fieldOf(error, message),
        ...waitOf(error, code),
        detail('RequestInfo', { requestId }),
      ],
    },
  }
}

/** The failure where its words are Google's. */
function ownWords(error: GatewayError): UpstreamError | undefined {
  return error instanceof UpstreamError && speaks(error, 'gemini') ? error : undefined
}

function detail(name: string, fields: Fields): Detail {
  return { '@type': `type.googleapis.com/google.rpc.${name}`, ...fields }
}

function reasonOf(error: GatewayError): string {
  const kind = error instanceof UpstreamError ? FAILURE_KINDS[error.kind].openai.code : undefined
  const own = ownWords(error)
  const known = own === undefined ? kind : own.upstreamCode
  const code = known ?? ERRORS[error.id].openai.code ?? error.id
  return code.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()
}

function fieldOf(error: GatewayError, description: string): readonly Detail[] {
  const { field } = error.params
  const isUpstream = error instanceof UpstreamError && error.kind !== 'operator_fault'
  const named = isUpstream ? error.upstreamParam : field
  if (named === undefined || !(error instanceof UpstreamError || isOfRequest(error))) return []
  return [detail('BadRequest', { fieldViolations: [{ field: String(named), description }] })]
}

function isOfRequest({ id }: GatewayError): boolean {
  return id.startsWith('request.')
}

const MS_PER_SECOND = 1000

/** The same time as the headers tell. */
function waitOf(error: GatewayError, status: number): readonly Detail[] {
  const headers = relayFailureHeaders(error, status)
  const ms = headers['retry-after-ms']
  const seconds = ms === undefined ? Number(headers['retry-after']) : Number(ms) / MS_PER_SECOND
  return seconds > 0 ? [detail('RetryInfo', { retryDelay: `${seconds}s` })] : []
}
