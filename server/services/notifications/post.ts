/** One message to one receiver. */
import type { ErrorId } from '../../domain/errors/catalogue'
import { type ErrorParams, GatewayError } from '../../domain/errors/gateway-error'
import { MASK } from '../../domain/network/url-credentials'
import type { NoticeServiceId } from '../../domain/notices/service-ids'
import { noticeService, type ServiceValues } from '../../domain/notices/services'
import type { OptionValues } from '../../domain/options'
import { mailOf } from '../mail/compose-mail'
import { sendMail } from '../mail/send-mail'
import type { SendWebhook, ServiceDeps } from '../service-deps'
import { FORMATS } from './formats'
import type { Message } from './message'
import { partOf, withPresets } from './service-values'

const SECOND_MS = 1000
const LONGEST_WAIT_MS = 24 * 3_600_000

/** A service has not taken a notice. */
export class NoticeRefused extends GatewayError {
  /** As the service says it; `undefined` when it says nothing. */
  readonly retryAfterMs: number | undefined

  constructor(service: NoticeServiceId, reason: string, retryAfterMs?: number) {
    const { id, params } = refusalOf(service, reason)
    super(id, params)
    this.retryAfterMs = retryAfterMs && Math.min(retryAfterMs, LONGEST_WAIT_MS)
  }
}

interface Refusal {
  readonly id: ErrorId
  readonly params: ErrorParams
}

function refusalOf(service: NoticeServiceId, reason: string): Refusal {
  return service === 'webhook'
    ? { id: 'notice.webhook_failed', params: { reason } }
    : { id: 'notice.refused', params: { service: noticeService(service).name, reason } }
}

export interface Receiver {
  readonly service: NoticeServiceId
  readonly values: ServiceValues
}

interface Sending extends Receiver {
  readonly message: Message
}

/**
 * Returns what the other side said. Throws `mail.not_configured`, `mail.failed`,
 * `upstream.address_refused`, `notice.webhook_failed` or `notice.refused`.
 */
export async function sendTo(
  deps: ServiceDeps,
  options: OptionValues,
  { service, values, message }: Sending,
): Promise<string> {
  if (service !== 'email') return await post(deps, { service, values, message })
  const { headline: subject, text, link } = message
  return await sendMail(deps, options, {
    to: values.to ?? '',
    mail: mailOf({ subject, text, link }),
  })
}

async function post(
  { sendWebhook, clock }: ServiceDeps,
  { service, values, message }: Sending & { readonly service: keyof typeof FORMATS },
): Promise<string> {
  if (sendWebhook === undefined) throw new Error('there is no sender of webhooks')
  const format = FORMATS[service]
  const { url, headers, body } = format.made(message, withPresets(service, values))
  const request = {
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    // What the receiver of a webhook says besides its status is of no interest.
    readsAnswer: service !== 'webhook',
  }
  const { status, text = '', retryAfter } = await answerOf(sendWebhook, service, request)
  const answer = { status, text }
  const reason = format.refusal(answer)
  if (reason === undefined) return `HTTP ${status}`
  const waitMs = format.retryAfterMs?.(answer) ?? waitOf(retryAfter, clock.nowMs())
  const shown = withoutSecrets(reason, partOf(service, values, true))
  throw new NoticeRefused(service, shown, waitMs !== undefined && waitMs > 0 ? waitMs : undefined)
}

async function answerOf(
  send: SendWebhook,
  service: NoticeServiceId,
  request: Parameters<SendWebhook>[0],
): ReturnType<SendWebhook> {
  try {
    return await send(request)
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    const { id, params } = refusalOf(service, 'reason.webhook_silent')
    throw new GatewayError(id, params, { cause })
  }
}

/** Some services repeat the key that they do not know. */
function withoutSecrets(reason: string, secrets: ServiceValues): string {
  return Object.values(secrets).reduce((text, secret) => text.replaceAll(secret, MASK), reason)
}

/** Of the header: seconds, or a date. */
function waitOf(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * SECOND_MS)
  return Date.parse(header) - nowMs
}
