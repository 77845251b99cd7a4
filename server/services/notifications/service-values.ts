/** What a service has to know of one receiver: checked, stored in two parts, and shown. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ReasonKey } from '../../domain/i18n/zh/reasons'
import { KEPT_SECRET } from '../../domain/notices/kept-secret'
import type { NoticeServiceId } from '../../domain/notices/service-ids'
import {
  FIELD_NAMES,
  noticeService,
  type ServiceField,
  type ServiceValues,
} from '../../domain/notices/services'
import { visibleLine } from '../../domain/text/visible-text'
import type { ServiceDeps } from '../service-deps'
import { emailOf } from '../users/fields'

const MAX_ADDRESS = 2000
const MAX_LINE = 500

export type GivenValues = Readonly<Record<string, string>>

/**
 * A secret that is absent or `***` stays, unless another host would get it. Throws
 * `value.invalid`, `value.too_long` or `user.email_invalid`.
 */
export function checkedValues(
  service: NoticeServiceId,
  given: GivenValues,
  before: ServiceValues = {},
): ServiceValues {
  const { fields } = noticeService(service)
  const unknown = Object.keys(given).find((name) => fields.every((field) => field.name !== name))
  if (unknown !== undefined) throw invalid(unknown, 'reason.not_allowed')
  const typed = (field: ServiceField) => {
    const text = given[field.name]
    return text === undefined || (field.isSecret === true && text === KEPT_SECRET)
      ? undefined
      : text
  }
  const isMoved = fields
    .filter(({ kind }) => kind === 'address')
    .some((field) => {
      const text = typed(field)
      const { name, preset } = field
      return text !== undefined && hostOf(text.trim() || preset) !== hostOf(before[name] ?? preset)
    })
  const entries = fields.flatMap((field) => {
    const keeps = typed(field) === undefined && !(isMoved && field.isSecret === true)
    const value = keeps ? (before[field.name] ?? '') : checked(field, typed(field) ?? '')
    if (value === '' && field.isRequired === true) throw invalid(field.name, 'reason.empty')
    return value === '' ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(entries)
}

function checked({ name, kind, isSecret, pattern }: ServiceField, given: string): string {
  const text = visibleLine(name, given.trim())
  if (text === '') return ''
  if (kind === 'mail') return emailOf(text)
  const max = kind === 'address' ? MAX_ADDRESS : MAX_LINE
  if (text.length > max) throw new GatewayError('value.too_long', { field: name, max })
  if (kind === 'address') return addressOf(name, text)
  // It travels in a header or an address.
  const isPlain = isSecret !== true || /^[\x20-\x7e]+$/.test(text)
  if (!isPlain || pattern?.test(text) === false) throw invalid(name, 'reason.not_allowed')
  return text
}

function addressOf(name: string, text: string): string {
  const url = URL.parse(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (url === null || !isPlain || !/^https:\/\//i.test(text)) {
    throw invalid(name, 'reason.must_be_https')
  }
  return url.href
}

function invalid(field: string, reason: ReasonKey): GatewayError {
  return new GatewayError('value.invalid', { field, reason })
}

function hostOf(url: string | undefined): string {
  return URL.parse(url ?? '')?.host ?? ''
}

/**
 * Reported at once, because later the notices would only be missing. A name that resolves to
 * nothing passes: each notice is judged again before it is sent. Throws `user.webhook_private`.
 */
export async function refusePrivateHosts(
  { channelPorts }: ServiceDeps,
  service: NoticeServiceId,
  values: ServiceValues,
): Promise<void> {
  for (const { name, kind } of noticeService(service).fields) {
    const host = kind === 'address' ? URL.parse(values[name] ?? '')?.hostname : undefined
    if (host !== undefined && (await channelPorts?.checkHost(host)) === 'private') {
      throw new GatewayError('user.webhook_private', { host })
    }
  }
}

/** `isSecret` chooses which of the two parts. */
export function partOf(service: NoticeServiceId, values: ServiceValues, isSecret: boolean) {
  const { fields } = noticeService(service)
  const chosen = fields.filter((field) => (field.isSecret === true) === isSecret)
  return Object.fromEntries(
    chosen.flatMap(({ name }) => {
      const value = values[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}

/** Of JSON text; names that this version does not know are left out. */
export function readValues(json: string): ServiceValues {
  try {
    const stored: Record<string, unknown> = Object(JSON.parse(json || '{}'))
    const entries = FIELD_NAMES.flatMap((name) => {
      const value = stored[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** With `***` in place of what is secret. */
export function shownValues(service: NoticeServiceId, values: ServiceValues): ServiceValues {
  const secrets = Object.keys(partOf(service, values, true))
  const masks = Object.fromEntries(secrets.map((name) => [name, KEPT_SECRET]))
  return { ...partOf(service, values, false), ...masks }
}

/** What is shown, with the secrets in place of their masks. */
export function joinedValues(
  service: NoticeServiceId,
  shown: ServiceValues,
  secrets: ServiceValues,
): ServiceValues {
  return { ...partOf(service, shown, false), ...partOf(service, secrets, true) }
}

/** What shows people where notices go: an address, a chat, a host. Nothing of it is secret. */
export function targetOf(service: NoticeServiceId, values: ServiceValues): string {
  const { to, chat_id, receivers, url, server } = withPresets(service, values)
  return to ?? chat_id ?? receivers ?? hostOf(url ?? server)
}

/** As a service is called with them. */
export function withPresets(service: NoticeServiceId, values: ServiceValues): ServiceValues {
  const { fields } = noticeService(service)
  const presets = fields.flatMap(({ name, preset }) =>
    preset === undefined ? [] : [[name, preset] as const],
  )
  const all: ServiceValues = { ...Object.fromEntries(presets), ...values }
  const { server } = all
  return server === undefined ? all : { ...all, server: server.replace(/\/+$/, '') }
}
