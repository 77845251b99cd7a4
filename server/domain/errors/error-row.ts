/** Shorthands for the rows of failures that are raised on purpose. */

/** How one is rendered on each surface. */
export interface ErrorRow {
  readonly console: { readonly status: number }
  /** `code: null` means that the id itself, with underscores, is the code. */
  readonly openai: {
    readonly status: number
    readonly type: string
    readonly code: string | null
  }
  readonly claude: {
    readonly status: number
    readonly type: ClaudeErrorType
    /** Words that its clients look for; they stand in front of the message. */
    readonly phrase?: string
  }
  /**
   * Whether another channel may be tried when nothing has been sent to the client yet. For
   * `upstream.refused` the mapped status decides instead.
   */
  readonly retryable: boolean
  /** Whether the failure counts against the channel; further rules decide if it is disabled. */
  readonly disablesChannel: boolean
  /**
   * Whether the client may succeed by sending the same call again. For `upstream.refused` the
   * mapped status decides instead.
   */
  readonly mayRepeat: boolean
  /** When to try again, unless the failure itself knows better. */
  readonly retryAfterSeconds?: number
}

export type ClaudeErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'billing_error'
  | 'permission_error'
  | 'not_found_error'
  | 'request_too_large'
  | 'rate_limit_error'
  | 'timeout_error'
  | 'api_error'
  | 'overloaded_error'

const CLAUDE_TYPES: Readonly<Record<number, ClaudeErrorType>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** Anthropic's own error type for a status. */
export function claudeTypeFor(status: number): ClaudeErrorType {
  return CLAUDE_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
}

/** Whether time alone may repair what was answered with this status. */
export function passesWithTime(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501)
}

export const INVALID = 'invalid_request_error'
export const GATEWAY = 'new_api_error'
export const UPSTREAM = 'upstream_error'

interface Extras {
  readonly code?: string
  readonly console?: number
  readonly retryable?: boolean
  readonly disablesChannel?: boolean
  readonly mayRepeat?: boolean
}

/** A refusal on the relay surfaces; the console shows it as a business error. */
export function relay(status: number, type: string, extras: Extras = {}): ErrorRow {
  return {
    console: { status: extras.console ?? 200 },
    openai: { status, type, code: extras.code ?? null },
    claude: { status, type: claudeTypeFor(status) },
    retryable: extras.retryable ?? false,
    disablesChannel: extras.disablesChannel ?? false,
    mayRepeat: extras.mayRepeat ?? passesWithTime(status),
  }
}

/** Same status on every surface: the transport itself refused. */
export function everywhere(status: number, type: string, code?: string): ErrorRow {
  return relay(status, type, { console: status, ...(code !== undefined && { code }) })
}

/** A console refusal: HTTP 200 there, `status` if it ever surfaces on a relay route. */
export function business(status = 400): ErrorRow {
  return relay(status, INVALID)
}

/** Nothing left to pay with: the family answers as it always has, Anthropic by its own error. */
export function unpaid(status: number, code?: string): ErrorRow {
  const claude = { status: 402, type: claudeTypeFor(402), phrase: 'Credit balance is too low' }
  return { ...relay(status, GATEWAY, code === undefined ? {} : { code }), claude }
}

export const RETRY: Extras = { retryable: true }
/** Of no use to repeat, although its status belongs to the server. */
export const FINAL: Extras = { mayRepeat: false }
