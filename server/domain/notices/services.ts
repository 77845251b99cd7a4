/** Services that carry notices, and what each has to know: forms and flags derive from the rows. */
import type { NoticeServiceId } from './service-ids'

export const FIELD_NAMES = [
  ...(['to', 'url', 'server', 'key', 'token', 'secret'] as const),
  ...(['chat_id', 'thread_id', 'topic', 'receivers'] as const),
] as const
export type FieldName = (typeof FIELD_NAMES)[number]

export interface ServiceField {
  readonly name: FieldName
  /** An address is a https URL. */
  readonly kind: 'line' | 'address' | 'mail'
  /** Stored sealed and never answered. */
  readonly isSecret?: true
  readonly isRequired?: true
  /** Taken when it is left empty. */
  readonly preset?: string
  /** How one looks. */
  readonly example?: string
  /** What it has to match: it becomes a part of an address, or is read as a number. */
  readonly pattern?: RegExp
}

export interface NoticeService {
  /** Its own name, the same in every language where it has one. */
  readonly name: string
  readonly fields: readonly ServiceField[]
}

/** Whoever knows it can write into the chat, so that it is a secret. */
const hook = (example: string) =>
  ({ name: 'url', kind: 'address', isSecret: true, isRequired: true, example }) as const
const server = (preset: string) => ({ name: 'server', kind: 'address', preset }) as const
const SIGNING_SECRET = { name: 'secret', kind: 'line', isSecret: true } as const
const KEY = { name: 'key', kind: 'line', isSecret: true, isRequired: true } as const
const TOKEN = { name: 'token', kind: 'line', isSecret: true, isRequired: true } as const

const NOTICE_SERVICES = {
  email: {
    name: 'E-mail',
    fields: [{ name: 'to', kind: 'mail', isRequired: true, example: 'ops@example.com' }],
  },
  webhook: { name: 'Webhook', fields: [hook('https://hooks.example.com/gw'), SIGNING_SECRET] },
  slack: { name: 'Slack', fields: [hook('https://hooks.slack.com/services/T…/B…/…')] },
  discord: { name: 'Discord', fields: [hook('https://discord.com/api/webhooks/…/…')] },
  telegram: {
    name: 'Telegram',
    fields: [
      { ...TOKEN, example: '123456:ABC-…', pattern: /^\d+:[\w-]+$/ },
      {
        name: 'chat_id',
        kind: 'line',
        isRequired: true,
        example: '-1001234567890',
        pattern: /^(-?\d+|@\w+)$/,
      },
      { name: 'thread_id', kind: 'line', pattern: /^\d{1,15}$/ },
      server('https://api.telegram.org'),
    ],
  },
  feishu: {
    name: 'Feishu / Lark',
    fields: [hook('https://open.feishu.cn/open-apis/bot/v2/hook/…'), SIGNING_SECRET],
  },
  dingtalk: {
    name: 'DingTalk',
    fields: [hook('https://oapi.dingtalk.com/robot/send?access_token=…'), SIGNING_SECRET],
  },
  wecom: {
    name: 'WeCom',
    fields: [hook('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…')],
  },
  serverchan: { name: 'ServerChan', fields: [{ ...KEY, example: 'SCT…', pattern: /^\w+$/ }] },
  bark: { name: 'Bark', fields: [KEY, server('https://api.day.app')] },
  ntfy: {
    name: 'ntfy',
    fields: [
      { name: 'topic', kind: 'line', isSecret: true, isRequired: true, example: 'gw-alerts' },
      { name: 'token', kind: 'line', isSecret: true, example: 'tk_…' },
      server('https://ntfy.sh'),
    ],
  },
  gotify: {
    name: 'Gotify',
    fields: [
      {
        name: 'server',
        kind: 'address',
        isRequired: true,
        example: 'https://gotify.example.com',
      },
      TOKEN,
    ],
  },
  pagerduty: { name: 'PagerDuty', fields: [KEY, server('https://events.pagerduty.com')] },
  wxpusher: {
    name: 'WxPusher',
    fields: [
      { ...TOKEN, example: 'AT_…' },
      { name: 'receivers', kind: 'line', example: 'UID_…, 1234' },
    ],
  },
} as const satisfies Readonly<Record<NoticeServiceId, NoticeService>>

export function noticeService(id: NoticeServiceId): NoticeService {
  return NOTICE_SERVICES[id]
}

/** Values of the fields of a service by their names; what is left empty is absent. */
export type ServiceValues = Readonly<Partial<Record<FieldName, string>>>
