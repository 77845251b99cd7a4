/** One notice to one user, by the way the user chose, and not too often. */
import { createHmac } from 'node:crypto'
import { takeNoticeSlot } from '../../../db/tables/notices'
import type { UserRow } from '../../../db/tables/users'
import {
  DICTIONARIES,
  type Language,
  type TextKey,
  type TextParams,
  translate,
} from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { composeLetter } from '../mail/letter'
import { sendMail } from '../mail/send-mail'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { type NotifySetting, readSetting, WEBHOOK_SECRET_PURPOSE } from './setting'

export interface Notice {
  /** As webhooks name it. */
  readonly type: 'quota_exceed' | 'channel_update' | 'channel_test'
  /** Notices of one kind count together for how often a user is told. */
  readonly kind: string
  readonly intervalMs: number
  readonly title: TextKey
  readonly text: TextKey
  readonly params: TextParams
  readonly link?: string | undefined
}

/** `no_way`: the user has no address to be told at. */
export type Delivery = 'sent' | 'too_soon' | 'no_way'

/** Throws `mail.not_configured`, `mail.failed` or what the webhook port throws. */
export async function deliverNotice(
  deps: ServiceDeps,
  options: OptionValues,
  { user, notice }: { readonly user: UserRow; readonly notice: Notice },
): Promise<Delivery> {
  const setting = readSetting(user.setting)
  const to = setting?.notification_email || user.email
  const byWebhook = setting?.notify_type === 'webhook'
  if (!byWebhook && to === '') return 'no_way'
  const { kind, intervalMs } = notice
  const mayTell = await transact(deps, SYSTEM_ACTOR, ({ trx, clock }) =>
    takeNoticeSlot(trx, { userId: user.id, kind, nowMs: clock.nowMs(), intervalMs }),
  )
  if (!mayTell) return 'too_soon'
  const language = setting?.language ?? 'zh'
  if (byWebhook) {
    await postNotice(deps, setting, { notice, language })
  } else {
    const { title: subject, text, params, link } = notice
    const letter = composeLetter({ language, subject, text, params, link })
    await sendMail(deps, options, { to, letter })
  }
  return 'sent'
}

async function postNotice(
  deps: ServiceDeps,
  { webhook_url = '', webhook_secret }: NotifySetting,
  { notice, language }: { readonly notice: Notice; readonly language: Language },
): Promise<void> {
  if (deps.sendWebhook === undefined) throw new Error('there is no sender of webhooks')
  const { content, values } = withPlaceholders(notice, language)
  const body = JSON.stringify({
    type: notice.type,
    title: translate(language, notice.title, notice.params),
    content,
    values,
    timestamp: Math.floor(deps.clock.nowMs() / 1000),
  })
  const secret =
    webhook_secret === undefined ? '' : deps.sealer.open(webhook_secret, WEBHOOK_SECRET_PURPOSE)
  const headers = { 'content-type': 'application/json', ...signatureHeaders(body, secret) }
  const { status } = await deps.sendWebhook({ url: webhook_url, headers, body })
  if (status < 200 || status > 299) throw new Error(`the webhook answered with status ${status}`)
}

function signatureHeaders(body: string, secret: string): Record<string, string> {
  if (secret === '') return {}
  return {
    authorization: `Bearer ${secret}`,
    'x-webhook-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }
}

/** Receivers of this family fill each `{{value}}` with the next of the values. */
function withPlaceholders({ text, params, link }: Notice, language: Language) {
  const values: (string | number)[] = []
  const content = DICTIONARIES[language][text].replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    values.push(params[name] ?? '')
    return '{{value}}'
  })
  if (link === undefined) return { content, values }
  return { content: `${content} {{value}}`, values: [...values, link] }
}
