/** What kind of failure an upstream reports: rows of statuses, codes, types and texts. */
import { isContextTooLong } from './context-length'
import type { FailureKind } from './failure-kinds'

export interface ReportedFailure {
  /** `NO_STATUS` where the failure came inside an answer. */
  readonly status: number
  readonly code?: string | undefined
  readonly type?: string | undefined
  readonly message: string
}

/** Of a failure that came inside an answer or a stream. */
export const NO_STATUS = 0

interface FailureRow {
  readonly kind: FailureKind
  /** Absent: any. */
  readonly statuses?: readonly number[]
  /** One of these names or texts has to be there; with none of them the status says it all. */
  readonly names?: ReadonlySet<string>
  readonly says?: (message: string) => boolean
}

function says(...texts: readonly RegExp[]): (message: string) => boolean {
  return (message) => texts.some((text) => text.test(message))
}

/** The first row that applies decides. Names are codes and types alike, in lower case. */
const ROWS: readonly FailureRow[] = [
  {
    kind: 'context_too_long',
    statuses: [400, 413, 422, 500, NO_STATUS],
    names: new Set([
      'context_length_exceeded',
      'context_window_exceeded',
      'exceed_context_size_error',
      'model_context_window_exceeded',
      // Zhipu, Mistral, Baidu, iFlytek.
      '1261',
      '3051',
      '336103',
      '10907',
    ]),
    says: isContextTooLong,
  },
  {
    kind: 'operator_fault',
    names: new Set([
      // OpenAI and gateways of this family.
      'invalid_api_key',
      'insufficient_quota',
      'insufficient_user_quota',
      'pre_consume_token_quota_failed',
      'billing_not_active',
      'account_deactivated',
      'unsupported_country_region_territory',
      // Anthropic.
      'billing_error',
      'organization_on_hold',
      // Google.
      'api_key_invalid',
      'api_key_expired',
      'consumer_suspended',
      'consumer_invalid',
      'billing_disabled',
      'service_disabled',
      // Azure, Bedrock.
      'deploymentnotfound',
      'authorizationfailed',
      'unrecognizedclientexception',
      'invalidsignatureexception',
      'expiredtokenexception',
      'accessdeniedexception',
      // Alibaba, Volcano Ark, Moonshot.
      'arrearage',
      'invalidapikey',
      'accessdenied.unpurchased',
      'accountoverdueerror',
      'authenticationerror',
      'modelnotopen',
      'exceeded_current_quota_error',
      'invalid_authentication_error',
    ]),
    says: says(
      /credit balance is too low/i,
      /insufficient (?:account )?balance/i,
      /user location is not supported/i,
      /enable billing on your project/i,
      /account (?:is|has been|was) (?:suspended|deactivated|disabled)/i,
      /api key (?:is )?(?:not valid|invalid|expired|not found|missing)/i,
    ),
  },
  {
    kind: 'content_refused',
    statuses: [400, 403, 422, 451, NO_STATUS],
    names: new Set([
      'content_filter',
      'content_filtered',
      'content_policy_violation',
      'responsibleaipolicyviolation',
      'moderation_blocked',
      'sensitive_words_detected',
      'invalid_prompt',
      // Alibaba, Zhipu, MiniMax.
      'data_inspection_failed',
      'datainspectionfailed',
      '1301',
      '1026',
      '1027',
    ]),
    says: says(
      /content management policy/i,
      /blocked by (?:our )?content filter/i,
      /\bwas flagged\b/i,
      /inappropriate content/i,
      // DeepSeek.
      /^content exists risk$/i,
    ),
  },
  {
    kind: 'model_not_found',
    statuses: [400, 404, NO_STATUS],
    names: new Set(['model_not_found', 'modelnotfound', 'invalidendpointormodel.notfound', '1211']),
    says: says(
      /\bmodel\b.{0,80}\b(?:does not exist|not exist|not found)\b/i,
      /^models\/\S+ is not found/i,
      /^model: \S+$/i,
    ),
  },
  { kind: 'request_too_large', statuses: [413] },
  { kind: 'rate_limited', statuses: [429] },
  { kind: 'overloaded', statuses: [503, 529] },
  { kind: 'operator_fault', statuses: [401, 402, 403, 407] },
  {
    kind: 'overloaded',
    statuses: [NO_STATUS],
    names: new Set([
      'overloaded_error',
      'overloaded',
      'unavailable',
      'server_is_overloaded',
      'engine_overloaded_error',
      'serveroverloaded',
      'serviceunavailableexception',
      'modelnotreadyexception',
      '503',
      '529',
    ]),
    says: says(/\boverloaded\b/i),
  },
  {
    kind: 'rate_limited',
    statuses: [NO_STATUS],
    names: new Set([
      'rate_limit_error',
      'rate_limit_exceeded',
      'rate_limit_reached_error',
      'resource_exhausted',
      'throttlingexception',
      'throttling',
      'throttling.ratequota',
      'throttling.allocationquota',
      '429',
    ]),
  },
  {
    kind: 'operator_fault',
    statuses: [NO_STATUS],
    names: new Set([
      'authentication_error',
      'permission_error',
      'unauthenticated',
      'permission_denied',
      '401',
      '402',
      '403',
    ]),
  },
  {
    kind: 'invalid_request',
    statuses: [NO_STATUS],
    names: new Set(['invalid_request_error', 'invalid_argument', 'validationexception', '400']),
  },
]

export function kindOfFailure({ status, code, type, message }: ReportedFailure): FailureKind {
  const names = [code, type].flatMap((name) => (name === undefined ? [] : name.toLowerCase()))
  const found = ROWS.find((row) => {
    if (row.statuses?.includes(status) === false) return false
    if (row.names === undefined && row.says === undefined) return true
    return names.some((name) => row.names?.has(name)) || row.says?.(message) === true
  })
  return found?.kind ?? (status >= 400 && status < 500 ? 'invalid_request' : 'server_error')
}
