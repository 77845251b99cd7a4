import { FIDELITIES } from '../../domain/calls/fidelity'
import { isChannelModelRules } from '../../domain/channels/upstream-models/rules'
import { type ErrorParams, GatewayError } from '../../domain/errors/gateway-error'
import type { ReasonKey } from '../../domain/i18n/zh/reasons'
import { repeatedKey } from '../../domain/options/repeated-key'
import { hasHidden } from '../../domain/text/visible-text'

/** Fields of a channel that hold JSON text. "" and an empty object both mean nothing set. */
export interface ChannelJsonFields {
  readonly model_mapping?: string | undefined
  readonly status_code_mapping?: string | undefined
  readonly param_override?: string | undefined
  readonly setting?: string | undefined
}

type JsonObject = Readonly<Record<string, unknown>>

function invalid(
  field: keyof ChannelJsonFields,
  reason: ReasonKey,
  params: ErrorParams = {},
): GatewayError {
  return new GatewayError('channel.field_invalid', { field, reason, ...params })
}

function objectOf(field: keyof ChannelJsonFields, text: string): JsonObject {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    const reason = 'reason.not_json'
    throw new GatewayError('channel.field_invalid', { field, reason }, { cause })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalid(field, 'reason.not_an_object')
  }
  return { ...parsed }
}

function checkModelMapping(mapping: JsonObject): void {
  for (const [model, target] of Object.entries(mapping)) {
    if (typeof target !== 'string' || target.trim() === '') {
      throw invalid('model_mapping', 'reason.mapping_target', { model })
    }
    if (hasHidden(model + target)) throw invalid('model_mapping', 'reason.hidden_characters')
  }
  for (const start of Object.keys(mapping)) checkMappingEnds(mapping, start)
}

function checkMappingEnds(mapping: JsonObject, start: string): void {
  const seen = new Set<string>()
  let model: unknown = start
  // A model mapped to itself just stays what it is.
  while (typeof model === 'string' && Object.hasOwn(mapping, model)) {
    if (seen.has(model)) throw invalid('model_mapping', 'reason.mapping_loop', { model })
    seen.add(model)
    model = mapping[model] === model ? undefined : mapping[model]
  }
}

function isStatus(value: unknown): boolean {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[1-5]\d\d$/.test(text.trim())
}

function checkStatusMapping(mapping: JsonObject): void {
  for (const [from, to] of Object.entries(mapping)) {
    if (!isStatus(from) || !isStatus(to)) {
      throw invalid('status_code_mapping', 'reason.mapping_status', { status: from })
    }
  }
}

const PROXY_PROTOCOLS = new Set(['http:', 'https:', 'socks5:'])

function isProxy(value: unknown): boolean {
  if (typeof value !== 'string') {
    return false
  }
  const url = URL.parse(value)
  return value === '' || (PROXY_PROTOCOLS.has(url?.protocol ?? '') && url?.hostname !== '')
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

const isPositive = (value: unknown): boolean =>
  typeof value === 'number' && value > 0 && value <= MAX_SETTING

const MAX_SETTING = 3600
const MAX_KEYWORDS = 100
const MAX_TOKENS = 100_000_000

const isTokenCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_TOKENS

function isKeywords(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_KEYWORDS &&
    value.every((words) => typeof words === 'string' && words.trim() !== '')
  )
}

/** An unknown key is refused: a mistyped one would otherwise be without effect in silence. */
const SETTING_KEYS: Readonly<
  Record<string, { is: (value: unknown) => boolean; reason: ReasonKey }>
> = {
  proxy: { is: isProxy, reason: 'reason.setting_proxy' },
  force_format: { is: isBoolean, reason: 'reason.setting_boolean' },
  thinking_to_content: { is: isBoolean, reason: 'reason.setting_boolean' },
  keep_upstream_model: { is: isBoolean, reason: 'reason.setting_boolean' },
  auto_disable_keywords: { is: isKeywords, reason: 'reason.setting_keywords' },
  upstream_models: { is: isChannelModelRules, reason: 'reason.setting_upstream_models' },
  max_input_tokens: { is: isTokenCount, reason: 'reason.setting_tokens' },
  cost_ratio: { is: isPositive, reason: 'reason.setting_positive' },
  first_byte_seconds: { is: isPositive, reason: 'reason.setting_positive' },
  idle_seconds: { is: isPositive, reason: 'reason.setting_positive' },
  cut_policy: {
    is: (value) => value === 'partial' || value === 'drain' || value === 'refund',
    reason: 'reason.setting_cut_policy',
  },
  fidelity: {
    is: (value) => FIDELITIES.some((known) => known === value),
    reason: 'reason.setting_fidelity',
  },
}

function checkSetting(setting: JsonObject): void {
  for (const [key, value] of Object.entries(setting)) {
    const rule = SETTING_KEYS[key]
    if (rule === undefined) {
      throw invalid('setting', 'reason.unknown_key', { key })
    }
    if (!rule.is(value)) {
      throw invalid('setting', rule.reason, { key })
    }
  }
}

const CHECKS: Readonly<Record<keyof ChannelJsonFields, (value: JsonObject) => void>> = {
  model_mapping: checkModelMapping,
  status_code_mapping: checkStatusMapping,
  param_override: () => {},
  setting: checkSetting,
}

/** The text to store. Throws `channel.field_invalid` naming the field. */
export function jsonFieldOf(field: keyof ChannelJsonFields, given: string): string {
  const text = given.trim()
  if (text === '') {
    return ''
  }
  const value = objectOf(field, text)
  CHECKS[field](value)
  // Of two values under one name only the last counts, but both would be stored and shown.
  const name = repeatedKey(text)
  if (name !== undefined) throw invalid(field, 'reason.repeated_key', { name })
  return Object.keys(value).length === 0 ? '' : text
}

/** The proxy of a stored `setting`; "" for none. */
export function proxyOf(setting: string): string {
  const proxy = settingOf(setting).proxy
  return typeof proxy === 'string' ? proxy : ''
}

/** The same `setting` with another proxy, in lines if it was in lines. */
export function withProxy(setting: string, proxy: string): string {
  const indent = setting.includes('\n') ? 2 : undefined
  return JSON.stringify({ ...settingOf(setting), proxy }, undefined, indent)
}

/** What cannot be read counts as nothing set, as it does where it is used. */
function settingOf(setting: string): JsonObject {
  if (setting === '') return {}
  try {
    return objectOf('setting', setting)
  } catch {
    return {}
  }
}
