/** What a user chose about notices: JSON text in the column `setting`. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isNoticeService, type NoticeServiceId } from '../../domain/notices/service-ids'
import type { OptionValues } from '../../domain/options'

const NotifySetting = Type.Object({
  /** Id of a row of `domain/notices/services.ts`. */
  notify_type: Type.String(),
  /** Credits. */
  quota_warning_threshold: Type.Number(),
  webhook_url: Type.Optional(Type.String()),
  /** Sealed. */
  webhook_secret: Type.Optional(Type.String()),
  /** Fields of the other services, as they are shown: `***` for a secret that is set. */
  notify_fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** JSON of the secrets among them, sealed. */
  notify_sealed: Type.Optional(Type.String()),
  /** Instead of the account's own address. */
  notification_email: Type.Optional(Type.String()),
  accept_unset_model_ratio_model: Type.Optional(Type.Boolean()),
  language: Type.Optional(Type.Union([Type.Literal('zh'), Type.Literal('en')])),
})

export interface NotifySetting extends Static<typeof NotifySetting> {
  readonly notify_type: NoticeServiceId
}

/** Of both secrets that a setting may have. */
export const WEBHOOK_SECRET_PURPOSE = 'webhook secret'

/** `undefined` until a user has saved one, and for text that is none. */
export function readSetting(text: string): NotifySetting | undefined {
  try {
    const setting: unknown = JSON.parse(text || 'null')
    if (!Value.Check(NotifySetting, setting)) return undefined
    const { notify_type, ...rest } = setting
    return isNoticeService(notify_type) ? { ...rest, notify_type } : undefined
  } catch {
    return undefined
  }
}

/**
 * Credits below which a user is warned: the user's own number, else the site's. The form shows
 * the same.
 */
export function warningThreshold(options: OptionValues, setting: string): number {
  return readSetting(setting)?.quota_warning_threshold ?? options.QuotaRemindThreshold
}
