/**
 * Every failure that is raised on purpose: one row per id, with its rendering on each surface.
 * The id is also the key of the message in both dictionaries, so a row without a text does not
 * compile. Statuses follow the family's habits: the console answers business refusals with
 * HTTP 200 and `success: false`, because its front ends show no message otherwise.
 */
import { type ClaudeErrorType, claudeTypeFor } from './claude-error-types'

export interface ErrorRow {
  readonly console: { readonly status: number }
  /** `code: null` means that the id itself, with underscores, is the code. */
  readonly openai: {
    readonly status: number
    readonly type: string
    readonly code: string | null
  }
  readonly claude: { readonly status: number; readonly type: ClaudeErrorType }
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

/** Whether time alone may mend what was answered with this status. */
export function passesWithTime(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501)
}

const INVALID = 'invalid_request_error'
const GATEWAY = 'new_api_error'
const UPSTREAM = 'upstream_error'

interface Extras {
  readonly code?: string
  readonly console?: number
  readonly retryable?: boolean
  readonly disablesChannel?: boolean
  readonly mayRepeat?: boolean
}

/** A refusal on the relay surfaces; the console shows it as a business error. */
function relay(status: number, type: string, extras: Extras = {}): ErrorRow {
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
function everywhere(status: number, type: string, code?: string): ErrorRow {
  return relay(status, type, { console: status, ...(code !== undefined && { code }) })
}

/** A console refusal: HTTP 200 there, `status` if it ever surfaces on a relay route. */
function business(status = 400): ErrorRow {
  return relay(status, INVALID)
}

const RETRY: Extras = { retryable: true }
/** Of no use to repeat, although its status belongs to the server. */
const FINAL: Extras = { mayRepeat: false }

export const ERRORS = {
  // Requests as such.
  'request.invalid_json': everywhere(400, INVALID, 'invalid_json'),
  'request.not_an_object': everywhere(400, INVALID, 'invalid_json'),
  'request.not_a_socket': everywhere(426, INVALID, 'websocket_required'),
  'request.invalid_form': everywhere(400, INVALID, 'invalid_form'),
  'request.invalid': everywhere(400, INVALID, 'invalid_request'),
  'request.too_large': everywhere(413, INVALID, 'request_too_large'),
  'request.too_slow': everywhere(408, INVALID, 'request_timeout'),
  'request.bad_address': everywhere(400, INVALID, 'bad_address'),
  'request.bad_encoding': everywhere(400, INVALID, 'bad_encoding'),
  'request.unsupported_encoding': everywhere(415, INVALID, 'unsupported_encoding'),
  'request.model_missing': everywhere(400, INVALID, 'model_required'),
  'request.sensitive_words': relay(400, INVALID, { code: 'sensitive_words_detected' }),
  'request.aborted': everywhere(499, INVALID, 'request_aborted'),
  'request.too_many': everywhere(429, GATEWAY, 'too_many_requests'),
  'limit.requests': relay(429, GATEWAY, { code: 'rate_limit_exceeded', console: 429 }),
  'limit.successes': relay(429, GATEWAY, { code: 'rate_limit_exceeded', console: 429 }),
  'limit.bodies': everywhere(429, GATEWAY, 'too_many_large_bodies'),
  'limit.body_bytes': everywhere(429, GATEWAY, 'too_many_body_bytes'),

  // Values of forms, flags and API bodies.
  'value.invalid': business(),
  'value.too_long': business(),
  'value.out_of_range': business(),

  // Client tokens, on the relay.
  'token.missing': relay(401, GATEWAY, { code: 'missing_api_key' }),
  'token.invalid': relay(401, GATEWAY, { code: 'invalid_api_key' }),
  'token.disabled': relay(401, GATEWAY),
  'token.expired': relay(401, GATEWAY),
  'token.exhausted': relay(401, GATEWAY),
  'token.ip_refused': relay(403, GATEWAY),
  'token.model_refused': relay(403, GATEWAY),
  'token.group_refused': relay(403, GATEWAY),
  'token.group_deprecated': relay(403, GATEWAY),
  'token.pin_refused': relay(403, GATEWAY),
  // Client tokens, as rows.
  'token.not_found': business(404),
  'token.name_too_long': business(),
  'token.quota_invalid': business(),
  'token.expiry_invalid': business(),
  'token.count_invalid': business(),
  'token.ip_list_invalid': business(),
  'token.cannot_enable_expired': business(),
  'token.cannot_enable_exhausted': business(),

  // Users.
  'user.banned': relay(403, GATEWAY),
  'user.not_found': business(404),
  'user.name_or_password_empty': business(),
  'user.name_invalid': business(),
  'user.name_too_long': business(),
  'user.name_taken': business(),
  'user.display_name_too_long': business(),
  'user.email_invalid': business(),
  'user.email_taken': business(),
  'user.email_not_registered': business(),
  'user.password_too_short': business(),
  'user.password_too_long': business(),
  'user.password_wrong': business(),
  'user.passwords_differ': business(),
  'user.role_invalid': business(),
  'user.quota_invalid': business(),
  'user.outranked': business(403),
  'user.root_protected': business(403),
  'user.promotion_needs_root': business(403),
  'user.already_admin': business(),
  'user.already_ordinary': business(),
  'user.action_unknown': business(),
  'user.deletion_not_confirmed': business(),
  'user.notify_type_invalid': business(),
  'user.webhook_invalid': business(),
  'user.webhook_private': business(),
  'user.threshold_invalid': business(),
  'transfer.too_small': business(),
  'transfer.too_large': business(),

  // Sign-in, sessions, registration.
  'session.missing': everywhere(401, GATEWAY),
  'session.expired': everywhere(401, GATEWAY),
  'session.user_header_missing': everywhere(401, GATEWAY),
  'session.user_header_wrong': everywhere(401, GATEWAY),
  'session.confirmation_needed': business(403),
  'session.origin_refused': everywhere(403, GATEWAY),
  'session.not_found': business(404),
  'access_token.invalid': relay(401, GATEWAY),
  'access_token.refused': everywhere(400, GATEWAY, 'access_token_not_supported'),
  'access_token.not_found': business(404),
  'permission.denied': business(403),
  'permission.root_needed': business(403),
  'login.wrong': business(401),
  'login.locked': business(429),
  'login.password_closed': business(403),
  'login.method_closed': business(403),
  'login.other_account': business(),
  'register.closed': business(403),
  'register.password_closed': business(403),
  'code.wrong': business(),
  'code.too_many_attempts': business(429),
  'code.resend_wait': business(429),
  'reset.link_invalid': business(),
  'email.domain_refused': business(),
  'email.alias_refused': business(),
  'mail.not_configured': business(),
  'mail.failed': business(),
  'mail.refused': business(),
  'mail.address_missing': business(),
  'notice.not_found': business(404),
  'notice.not_retried': business(),
  'notice.no_way': business(),
  'notice.outdated': business(),
  'notice.webhook_failed': business(),
  'notice.given_up': business(),
  'notice.test_too_often': business(429),
  'bot_check.missing': business(),
  'bot_check.failed': business(),
  'bot_check.unavailable': business(),
  'oauth.state_mismatch': everywhere(403, GATEWAY),
  'oauth.failed': business(),
  'oauth.signature_invalid': business(403),
  'oauth.user_deleted': business(403),
  'oauth.cannot_register': business(403),
  'binding.taken': business(),
  'binding.missing': business(),

  // Options and secrets.
  'option.unknown': business(404),
  'option.invalid': business(),
  'option.in_use': business(),
  'option.trial_failed': business(),
  'option.last_way_in': business(),
  'option.needs': business(),
  'option.secret_hidden': business(403),
  'secret.unreadable': relay(500, GATEWAY, { console: 500, ...FINAL }),
  'secret.key_invalid': relay(500, GATEWAY, { console: 500, ...FINAL }),
  'secret.key_missing': relay(500, GATEWAY, { console: 500, ...FINAL }),

  // Channels as rows.
  'channel.not_found': business(404),
  'channel.name_or_key_empty': business(),
  'channel.key_empty': business(),
  'channel.key_invalid': business(),
  'channel.models_empty': business(),
  'channel.type_unknown': business(),
  'channel.type_not_relayed': business(),
  'channel.type_retired': business(),
  'channel.field_invalid': business(),
  'channel.base_url_invalid': business(),
  'channel.address_refused': business(),
  'channel.tag_empty': business(),
  'channel.tag_not_found': business(404),
  'channel.none_selected': business(),
  'channel.test_unsupported': business(),
  'channel.model_untestable': business(),
  'channel.test_running': business(),
  'channel.balance_unsupported': business(),
  'channel.prices_unsupported': business(),
  'channel.verify_too_dear': business(),
  'channel.models_unsupported': business(),
  'channel.models_unreadable': business(),
  // Channels on the relay.
  'channel.pin_invalid': relay(400, GATEWAY),
  'channel.disabled': relay(403, GATEWAY),
  'channel.none': relay(503, GATEWAY, { code: 'no_available_channel' }),
  'model_mapping.invalid': relay(500, GATEWAY, { code: 'model_mapped_error', ...FINAL }),
  'model_mapping.loop': relay(500, GATEWAY, { code: 'model_mapped_error', ...FINAL }),
  'model.not_found': relay(404, INVALID, { code: 'model_not_found' }),
  'model.not_offered': relay(404, INVALID, { code: 'model_not_supported' }),
  'group.not_found': business(404),
  'group.not_allowed': relay(403, GATEWAY, { code: 'group_not_allowed' }),

  // Money.
  'price.missing': relay(400, INVALID, { code: 'model_price_error' }),
  'price.changed': business(409),
  'quota.user_short': relay(403, GATEWAY, { code: 'insufficient_user_quota' }),
  'quota.token_short': relay(403, GATEWAY, { code: 'pre_consume_token_quota_failed' }),
  'quota.user_ran_out': relay(403, GATEWAY, { code: 'insufficient_user_quota' }),
  'quota.token_ran_out': relay(403, GATEWAY, { code: 'token_exhausted' }),
  'redemption.not_found': business(404),
  'redemption.code_empty': business(),
  'redemption.code_unknown': business(404),
  'redemption.used': business(),
  'redemption.disabled': business(),
  'redemption.name_invalid': business(),
  'redemption.count_invalid': business(),
  'redemption.quota_invalid': business(),
  'redemption.used_is_final': business(),
  'payment.closed': business(),
  'payment.amount_too_small': business(),
  'payment.method_unknown': business(),
  'payment.order_not_found': business(404),
  'payment.order_mismatch': business(),
  'payment.signature_invalid': business(403),
  'ledger.differs': business(500),

  // Logs and tasks.
  'log.time_missing': business(),
  'log.range_too_long': business(),
  'drawing.not_found': business(404),
  'drawing.not_finished': relay(400, INVALID, { code: 'task_status_not_success' }),
  'job.not_failed': business(409),
  'job.not_kept': business(410),
  'job.not_charged': business(409),
  'task.not_found': business(404),

  // What upstreams keep for users.
  'job.not_found': relay(404, INVALID, { code: 'task_not_exist' }),
  'job.action_unsupported': relay(400, INVALID),
  'job.channel_gone': relay(503, GATEWAY, { code: 'channel_unavailable', ...FINAL }),
  'job.duplicate': relay(502, UPSTREAM, FINAL),
  'job.lost': relay(502, UPSTREAM, FINAL),
  'job.timed_out': relay(504, UPSTREAM, FINAL),
  'job.failed': relay(502, UPSTREAM, FINAL),
  'job.over': relay(409, INVALID, FINAL),
  'job.running': relay(409, INVALID, FINAL),
  'job.link_invalid': relay(403, INVALID),
  'job.switched_off': relay(403, GATEWAY, FINAL),
  'owned.not_found': relay(404, INVALID, { code: 'not_found' }),
  'owned.answer_not_found': relay(404, INVALID, { code: 'previous_response_not_found' }),
  'owned.channel_gone': relay(503, GATEWAY, { code: 'channel_unavailable', ...FINAL }),
  'owned.key_changed': relay(404, GATEWAY, { code: 'channel_key_changed' }),
  'owned.apart': relay(400, INVALID),
  'owned.not_offered': relay(404, INVALID),
  'owned.job_running': relay(409, INVALID, FINAL),

  // Upstreams.
  'upstream.refused': relay(502, UPSTREAM, {
    code: 'bad_response_status_code',
    retryable: true,
    disablesChannel: true,
  }),
  'upstream.saturated': relay(429, UPSTREAM, { code: 'upstream_saturated', ...RETRY }),
  'upstream.unreachable': relay(502, UPSTREAM, { code: 'do_request_failed', ...RETRY }),
  'upstream.timeout': relay(504, UPSTREAM, { code: 'upstream_timeout' }),
  'upstream.invalid_answer': relay(502, UPSTREAM, { code: 'bad_response_body', ...RETRY }),
  'upstream.cut': relay(502, UPSTREAM, { code: 'upstream_cut', ...RETRY }),
  'upstream.silent': relay(504, UPSTREAM, { code: 'upstream_silent' }),
  'upstream.slow': relay(504, UPSTREAM, { code: 'upstream_slow' }),
  'upstream.too_large': relay(502, UPSTREAM, { code: 'upstream_answer_too_large', ...FINAL }),
  'upstream.address_refused': relay(502, UPSTREAM, {
    code: 'upstream_address_refused',
    ...RETRY,
    ...FINAL,
  }),
  'upstream.key_invalid': relay(502, UPSTREAM, {
    code: 'upstream_key_invalid',
    ...RETRY,
    ...FINAL,
  }),
  'upstream.region_unknown': relay(502, UPSTREAM, {
    code: 'upstream_region_unknown',
    ...RETRY,
  }),
  'upstream.proxy_invalid': relay(502, UPSTREAM, {
    code: 'do_request_failed',
    ...RETRY,
    ...FINAL,
  }),
  'media.unreadable': relay(400, INVALID, { code: 'media_unreadable' }),
  'media.too_large': relay(400, INVALID, { code: 'media_too_large' }),
  'media.unsupported': relay(400, INVALID, { code: 'media_unsupported' }),

  // The service itself.
  'route.not_found': everywhere(404, INVALID),
  'route.retired': relay(410, INVALID, { code: 'api_retired' }),
  'route.not_implemented': everywhere(501, GATEWAY, 'api_not_implemented'),
  'demo.read_only': everywhere(405, GATEWAY),
  'setup.done': business(),
  'setup.needed': business(503),
  'db.too_new': everywhere(500, GATEWAY),
  'db.checksum_differs': everywhere(500, GATEWAY),
  'db.in_use': everywhere(500, GATEWAY),
  'db.url_invalid': everywhere(500, GATEWAY),
  'db.not_a_file': everywhere(500, GATEWAY),
  'db.missing': business(404),
  'db.truncated': everywhere(500, GATEWAY),
  'db.unavailable': { ...everywhere(503, GATEWAY), retryAfterSeconds: 5 },
  'db.query_too_long': everywhere(503, GATEWAY),
  'backup.unfinished': business(500),
  'backup.is_current': business(),
  'check.failed': business(500),
  'import.unreadable': business(),
  'import.row_refused': business(),
  'import.too_long': business(),
  'file.unreadable': business(),
  'file.exists': business(),
  'server.unreachable': business(502),
  overloaded: everywhere(503, GATEWAY),
  shutting_down: everywhere(503, GATEWAY),
  internal: everywhere(500, GATEWAY, 'internal_error'),
} satisfies Record<string, ErrorRow>

export type ErrorId = keyof typeof ERRORS

export const ERROR_IDS = Object.keys(ERRORS) as readonly ErrorId[]

export function isErrorId(id: string): id is ErrorId {
  return Object.hasOwn(ERRORS, id)
}
