import { findUser, updateUser } from '../../../db/tables/users'
import { MAX_CREDITS } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import { isNoticeService, type NoticeServiceId } from '../../domain/notices/service-ids'
import { recordAudit } from '../audit/record'
import { isMailReady } from '../mail/send-mail'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { emailOf } from '../users/fields'
import { transact, type Work } from '../work'
import { addressOf } from './send'
import {
  checkedValues,
  type GivenValues,
  joinedValues,
  partOf,
  readValues,
  refusePrivateHosts,
  shownValues,
} from './service-values'
import { type NotifySetting, readSetting, WEBHOOK_SECRET_PURPOSE } from './setting'

export interface SettingInput {
  readonly notify_type: string
  /** Credits. */
  readonly quota_warning_threshold?: number | undefined
  readonly webhook_url?: string | undefined
  /** `***` or absent leaves the stored one; blank removes it. */
  readonly webhook_secret?: string | undefined
  readonly notification_email?: string | undefined
  /** Of the other services; a secret that is absent or `***` stays. */
  readonly notify_fields?: GivenValues | undefined
  readonly accept_unset_model_ratio_model?: boolean | undefined
  /** Of the notices, from now on. */
  readonly language: Language
}

const MAX_WEBHOOK_URL = 2000
const MAX_SECRET = 500
const MASK = '***'

/** Why no notice can arrive by what was chosen. */
export type Unreachable = 'no_address' | 'mail_off'

/**
 * Replaces the actor's setting. Returns why notices cannot arrive by it; `undefined` when they
 * can. Throws `user.notify_type_invalid`, `user.threshold_invalid`,
 * `user.webhook_invalid`, `user.webhook_private`, `user.email_invalid` or `value.too_long`.
 */
export async function setNotifySetting(
  deps: ServiceDeps,
  actor: Actor,
  input: SettingInput,
): Promise<Unreachable | undefined> {
  const { notify_type } = input
  if (!isNoticeService(notify_type)) throw new GatewayError('user.notify_type_invalid')
  const quota_warning_threshold = input.quota_warning_threshold ?? Number.NaN
  if (!(quota_warning_threshold > 0 && quota_warning_threshold <= MAX_CREDITS)) {
    throw new GatewayError('user.threshold_invalid', { max: MAX_CREDITS })
  }
  if (notify_type === 'webhook') {
    const url = webhookUrlOf(input.webhook_url ?? '')
    await refusePrivateHosts(deps, 'webhook', { url })
  }
  const given = input.notify_fields ?? {}
  await refusePrivateHosts(deps, notify_type, given)
  const address = await transact(deps, actor, async (work) => {
    const user = await findUser(work.trx, actor.id)
    if (user === undefined) throw new GatewayError('user.not_found', { user: actor.id })
    const before = readSetting(user.setting)
    const setting = {
      notify_type,
      quota_warning_threshold,
      ...ownPart(work, { ...input, notify_type }, before),
      accept_unset_model_ratio_model:
        input.accept_unset_model_ratio_model ?? before?.accept_unset_model_ratio_model ?? false,
      language: input.language,
    } satisfies NotifySetting
    const updated_at = work.clock.nowMs()
    await updateUser(work.trx, actor.id, { setting: JSON.stringify(setting), updated_at })
    await recordAudit(work, {
      action: 'user.setting',
      target: `user:${actor.id}`,
      before: { ...before },
      after: setting,
    })
    return addressOf({ ...user, setting: JSON.stringify(setting) })
  })
  if (notify_type !== 'email') return undefined
  if (address === '') return 'no_address'
  return isMailReady(await optionValues(deps.db.reader)) ? undefined : 'mail_off'
}

type OwnInput = SettingInput & { readonly notify_type: NoticeServiceId }

function ownPart(
  work: Work,
  input: OwnInput,
  before: NotifySetting | undefined,
): Partial<NotifySetting> {
  const { notify_type: service } = input
  if (service === 'email') return emailPart(input)
  if (service === 'webhook') return webhookPart(work, input, before)
  const isSame = before?.notify_type === service
  const sealed = isSame ? before.notify_sealed : undefined
  const secrets = sealed === undefined ? '' : work.sealer.open(sealed, WEBHOOK_SECRET_PURPOSE)
  const shown = readValues(JSON.stringify(isSame ? (before.notify_fields ?? {}) : {}))
  const known = joinedValues(service, shown, readValues(secrets))
  const values = checkedValues(service, input.notify_fields ?? {}, known)
  const secret = JSON.stringify(partOf(service, values, true))
  return {
    notify_fields: { ...shownValues(service, values) },
    notify_sealed: work.sealer.seal(secret, WEBHOOK_SECRET_PURPOSE),
  }
}

type WebhookPart = Pick<NotifySetting, 'webhook_url' | 'webhook_secret'>

function webhookPart(
  { sealer }: Work,
  { webhook_url = '', webhook_secret }: SettingInput,
  before: NotifySetting | undefined,
): WebhookPart {
  const url = webhookUrlOf(webhook_url)
  if (webhook_secret === undefined || webhook_secret === MASK) {
    const stored = before?.webhook_secret
    // A secret goes to the host it was meant for, not to one that is typed in later.
    const isSameHost = hostOf(before?.webhook_url ?? '') === hostOf(url)
    return stored !== undefined && isSameHost
      ? { webhook_url: url, webhook_secret: stored }
      : { webhook_url: url }
  }
  const secret = webhook_secret.trim()
  if (secret === '') return { webhook_url: url }
  if (secret.length > MAX_SECRET) {
    throw new GatewayError('value.too_long', { field: 'webhook_secret', max: MAX_SECRET })
  }
  // It travels in a header.
  if (!/^[\x20-\x7e]+$/.test(secret)) {
    const reason = 'reason.not_allowed'
    throw new GatewayError('value.invalid', { field: 'webhook_secret', reason })
  }
  return { webhook_url: url, webhook_secret: sealer.seal(secret, WEBHOOK_SECRET_PURPOSE) }
}

function emailPart({ notification_email = '' }: SettingInput): Partial<NotifySetting> {
  const email = emailOf(notification_email)
  return email === '' ? {} : { notification_email: email }
}

function webhookUrlOf(given: string): string {
  const typed = given.trim()
  const url = typed.length > MAX_WEBHOOK_URL ? null : URL.parse(typed)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (url === null || !isPlain || !/^https:\/\//i.test(typed)) {
    throw new GatewayError('user.webhook_invalid')
  }
  return url.href
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
