/** The kinds of failures that Anthropic's clients know. */
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
