/** One attempt to tell one user, by the way the user chose. */
import { createHmac } from 'node:crypto'
import type { UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { DICTIONARIES, type Language, translate } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { composeMail } from '../mail/compose-mail'
import { sendMail } from '../mail/send-mail'
import type { SendWebhook, ServiceDeps } from '../service-deps'
import type { NoticeContent } from './notice'
import { type RobotRequest, robotRequest } from './robots'
import { type NotifySetting, readSetting, WEBHOOK_SECRET_PURPOSE } from './setting'

/** `undefined`: the user has no address to be told at. */
export function wayTo(user: UserRow): 'email' | 'webhook' | undefined {
  const setting = readSetting(user.setting)
  if (setting?.notify_type === 'webhook') return 'webhook'
  return addressOf(user) === '' ? undefined : 'email'
}

export function addressOf(user: UserRow): string {
  return readSetting(user.setting)?.notification_email || user.email
}

export interface Sending {
  readonly user: UserRow
  /** As webhooks name it. */
  readonly type: string
  readonly content: NoticeContent
}

/**
 * Returns what the other side said. Throws `notice.no_way`, `mail.not_configured`,
 * `mail.failed`, `upstream.address_refused` or `notice.webhook_failed`.
 */
export async function sendToUser(
  deps: ServiceDeps,
  options: OptionValues,
  sending: Sending,
): Promise<string> {
  const { user, content } = sending
  const setting = readSetting(user.setting)
  const language = setting?.language ?? 'zh'
  const way = wayTo(user)
  if (way === undefined) throw new GatewayError('notice.no_way')
  if (way === 'webhook' && setting !== undefined) {
    return await postNotice(deps, setting, { sending, language })
  }
  const { title: subject, text, params, link } = content
  const mail = composeMail({ language, subject, text, params, link })
  return await sendMail(deps, options, { to: addressOf(user), mail })
}

interface Post {
  readonly sending: Sending
  readonly language: Language
}

async function postNotice(
  deps: ServiceDeps,
  { webhook_url = '', webhook_secret }: NotifySetting,
  made: Post,
): Promise<string> {
  const secret =
    webhook_secret === undefined ? '' : deps.sealer.open(webhook_secret, WEBHOOK_SECRET_PURPOSE)
  const nowMs = deps.clock.nowMs()
  const robot = robotRequest(webhook_url, { text: plainText(made), secret, nowMs })
  const status =
    robot === undefined
      ? await postSigned(deps, { url: webhook_url, secret }, made)
      : await postToRobot(deps, robot)
  const answer = `HTTP ${status}`
  if (status < 200 || status > 299) {
    throw new GatewayError('notice.webhook_failed', { reason: answer })
  }
  return answer
}

async function postToRobot(
  deps: ServiceDeps,
  { url, body, refusal }: RobotRequest,
): Promise<number> {
  const { status, text = '' } = await post(deps, {
    url,
    body,
    headers: JSON_TYPE,
    readsAnswer: true,
  })
  const reason = status === 200 ? refusal(text) : undefined
  if (reason !== undefined) throw new GatewayError('notice.webhook_failed', { reason })
  return status
}

/** Title, text and link, as a person reads them. */
function plainText({ sending: { content: notice }, language }: Post): string {
  const { title, text, params, link } = notice
  const lines = [translate(language, title, params), translate(language, text, params), link]
  return lines.filter((line) => line !== undefined).join('\n')
}

const JSON_TYPE = { 'content-type': 'application/json' }

interface Receiver {
  readonly url: string
  /** "" for none. */
  readonly secret: string
}

async function postSigned(
  deps: ServiceDeps,
  { url, secret }: Receiver,
  { sending: { type, content: notice }, language }: Post,
): Promise<number> {
  const { content, values } = withPlaceholders(notice, language)
  const body = JSON.stringify({
    type,
    title: translate(language, notice.title, notice.params),
    content,
    values,
    timestamp: Math.floor(deps.clock.nowMs() / 1000),
  })
  const headers = { ...JSON_TYPE, ...signatureHeaders(body, secret) }
  return (await post(deps, { url, headers, body })).status
}

async function post(
  { sendWebhook }: ServiceDeps,
  request: Parameters<SendWebhook>[0],
): ReturnType<SendWebhook> {
  if (sendWebhook === undefined) throw new Error('there is no sender of webhooks')
  try {
    return await sendWebhook(request)
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    const reason = 'reason.webhook_silent'
    throw new GatewayError('notice.webhook_failed', { reason }, { cause })
  }
}

function signatureHeaders(body: string, secret: string): Record<string, string> {
  if (secret === '') return {}
  return {
    authorization: `Bearer ${secret}`,
    'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }
}

/** Receivers of this family fill each `{{value}}` with the next of the values. */
function withPlaceholders({ text, params, link }: NoticeContent, language: Language) {
  const values: (string | number)[] = []
  const content = DICTIONARIES[language][text].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    values.push(params[name] ?? '')
    return '{{value}}'
  })
  if (link === undefined) return { content, values }
  return { content: `${content} {{value}}`, values: [...values, link] }
}
