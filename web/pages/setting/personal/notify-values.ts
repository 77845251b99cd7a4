/** The form of notifications: read out of the JSON text of a user, checked, and sent. */
import type { InputOf } from '../../../../server/domain/api-calls/contract'
import type { SiteStatus } from '../../../../server/domain/endpoints/status'
import type { UserJson } from '../../../../server/domain/endpoints/user'
import { KEPT_SECRET } from '../../../../server/domain/notices/kept-secret'
import type { Text } from '../../../app/language'
import { isRecord } from '../../../app/storage'
import type { Problems } from '../../../components/form/use-form'
import { type FieldTexts, sentTexts } from '../../../components/notice/field-texts'

export interface NotifyValues {
  readonly type: 'email' | 'webhook' | 'other'
  /** Of `other`; what is typed. */
  readonly service: string
  readonly fields: FieldTexts
  /** Credits, as typed. */
  readonly threshold: string
  readonly email: string
  readonly webhookUrl: string
  readonly webhookSecret: string
  /** A stored secret goes. */
  readonly clearsSecret: boolean
}

export interface StoredNotify {
  readonly values: NotifyValues
  /** Of a service: `***` for secrets that are set; those of another than is stored are none. */
  readonly fieldsOf: (service: string) => FieldTexts
  readonly hasSecret: boolean
}

/** `siteThreshold`, in credits, is in force for those who have not chosen yet. */
export function storedNotify(setting: string, siteThreshold: number): StoredNotify {
  const stored = parsed(setting)
  const text = (name: string): string => {
    const value = stored[name]
    return typeof value === 'string' ? value : ''
  }
  const threshold = Number(stored.quota_warning_threshold)
  const type = text('notify_type')
  const isOther = !['', 'email', 'webhook'].includes(type)
  const fields = textsIn(stored.notify_fields)
  return {
    fieldsOf: (service) => (service === type ? fields : {}),
    hasSecret: text('webhook_secret') !== '',
    values: {
      type: isOther ? 'other' : type === 'webhook' ? 'webhook' : 'email',
      service: isOther ? type : 'telegram',
      fields: {},
      threshold: String(threshold > 0 ? threshold : siteThreshold),
      email: text('notification_email'),
      webhookUrl: text('webhook_url'),
      webhookSecret: '',
      clearsSecret: false,
    },
  }
}

/** Whether the user may call models that have no price: it lies among the same settings. */
export function acceptsUnpriced(setting: string): boolean {
  return parsed(setting).accept_unset_model_ratio_model === true
}

function parsed(setting: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(setting || '{}')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function textsIn(value: unknown): FieldTexts {
  const entries = isRecord(value) ? Object.entries(value) : []
  return Object.fromEntries(
    entries.flatMap(([name, field]) => (typeof field === 'string' ? [[name, field]] : [])),
  )
}

/** What another service needs the server knows, so that its rows are read with its fields. */
export function checkNotify(values: NotifyValues, text: Text): Problems<NotifyValues> {
  const { type, threshold, webhookUrl } = values
  const isHttps = /^https:\/\/\S+$/i.test(webhookUrl.trim())
  return {
    ...(!(Number(threshold) > 0) && { threshold: text('user.threshold_invalid') }),
    ...(type === 'webhook' && !isHttps && { webhookUrl: text('user.webhook_invalid') }),
  }
}

/** Why notices by e-mail would not arrive; the server says the same when it saves. */
export function unreachable(
  { type, email }: Pick<NotifyValues, 'type' | 'email'>,
  user: Pick<UserJson, 'email'>,
  { mail_enabled }: Pick<SiteStatus, 'mail_enabled'>,
): 'no_address' | 'mail_off' | undefined {
  if (type !== 'email') return undefined
  if (email.trim() === '' && user.email === '') return 'no_address'
  return mail_enabled ? undefined : 'mail_off'
}

export function notifyBody(
  values: NotifyValues,
  { hasSecret, fieldsOf }: Omit<StoredNotify, 'values'>,
): NonNullable<InputOf<'account.setting'>['body']> {
  const { type, service, threshold, email, webhookUrl, webhookSecret, clearsSecret } = values
  const quota_warning_threshold = Number(threshold)
  if (type === 'other') {
    const notify_fields = sentTexts(values.fields, fieldsOf(service))
    return { notify_type: service, quota_warning_threshold, notify_fields }
  }
  const keepsSecret = hasSecret && webhookSecret === '' && !clearsSecret
  return {
    notify_type: type,
    quota_warning_threshold,
    ...(type === 'email'
      ? { notification_email: email.trim() }
      : {
          webhook_url: webhookUrl.trim(),
          webhook_secret: keepsSecret ? KEPT_SECRET : webhookSecret,
        }),
  }
}
