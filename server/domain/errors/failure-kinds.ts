/** Kinds of upstream failures that clients act upon, and each protocol's own words for them. */
/** Families of error bodies: Responses has those of chat. */
export type ErrorVocabulary = 'openai' | 'claude' | 'gemini' | 'cohere'

/** The words of an upstream's errors; `other` for those that no client speaks. */
export type UpstreamVocabulary = ErrorVocabulary | 'other'

export interface FailureKindRow {
  /** Absent: the status that the upstream answered with. */
  readonly status?: number
  /** Where Anthropic has a status of its own. */
  readonly claudeStatus?: number
  readonly openai: { readonly type: string; readonly code: string }
}

const INVALID = 'invalid_request_error'
const SERVER = 'server_error'

export const FAILURE_KINDS = {
  context_too_long: {
    status: 400,
    openai: { type: INVALID, code: 'context_length_exceeded' },
  },
  content_refused: { status: 400, openai: { type: INVALID, code: 'content_policy_violation' } },
  model_not_found: { status: 404, openai: { type: INVALID, code: 'model_not_found' } },
  request_too_large: { status: 413, openai: { type: INVALID, code: 'request_too_large' } },
  invalid_request: { openai: { type: INVALID, code: 'invalid_request' } },
  rate_limited: { status: 429, openai: { type: 'requests', code: 'rate_limit_exceeded' } },
  overloaded: {
    status: 503,
    claudeStatus: 529,
    openai: { type: SERVER, code: 'overloaded' },
  },
  server_error: { openai: { type: SERVER, code: SERVER } },
  /**
   * The operator's key is refused, its account is empty or suspended, its region or its settings
   * are wrong. Reported as `upstream.misconfigured`: no fault of whoever called.
   */
  operator_fault: { openai: { type: 'upstream_error', code: 'upstream_misconfigured' } },
} satisfies Record<string, FailureKindRow>

export type FailureKind = keyof typeof FAILURE_KINDS

/** `undefined` for kinds whose status is the upstream's own. */
export function statusOfKind(
  kind: FailureKind,
  vocabulary: UpstreamVocabulary | undefined,
): number | undefined {
  const row: FailureKindRow = FAILURE_KINDS[kind]
  return vocabulary === 'claude' ? (row.claudeStatus ?? row.status) : row.status
}
