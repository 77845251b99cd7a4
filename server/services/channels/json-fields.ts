import { GatewayError } from '../../domain/errors/gateway-error'

/** Fields of a channel that hold JSON text. "" and an empty object both mean nothing set. */
export interface ChannelJsonFields {
  readonly model_mapping?: string | undefined
  readonly status_code_mapping?: string | undefined
  readonly param_override?: string | undefined
  readonly setting?: string | undefined
}

type JsonObject = Readonly<Record<string, unknown>>

function invalid(field: keyof ChannelJsonFields, reason: string): GatewayError {
  return new GatewayError('channel.field_invalid', { field, reason })
}

function objectOf(field: keyof ChannelJsonFields, text: string): JsonObject {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    const reason = 'not a valid JSON string'
    throw new GatewayError('channel.field_invalid', { field, reason }, { cause })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw invalid(field, 'must be a JSON object')
  }
  return { ...parsed }
}

function checkModelMapping(mapping: JsonObject): void {
  for (const [model, target] of Object.entries(mapping)) {
    if (typeof target !== 'string' || target.trim() === '') {
      throw invalid('model_mapping', `the target of ${model} must be a model name`)
    }
  }
  for (const start of Object.keys(mapping)) {
    const seen = new Set<string>()
    let model: unknown = start
    // A model mapped to itself just stays what it is.
    while (typeof model === 'string' && Object.hasOwn(mapping, model)) {
      if (seen.has(model)) {
        throw invalid('model_mapping', `loops at ${model}`)
      }
      seen.add(model)
      model = mapping[model] === model ? undefined : mapping[model]
    }
  }
}

function isStatus(value: unknown): boolean {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[1-5]\d\d$/.test(text.trim())
}

function checkStatusMapping(mapping: JsonObject): void {
  for (const [from, to] of Object.entries(mapping)) {
    if (!isStatus(from) || !isStatus(to)) {
      throw invalid('status_code_mapping', `${from} must map one HTTP status to another`)
    }
  }
}

const PROXY_PROTOCOLS = new Set(['http:', 'https:', 'socks5:'])

function isProxy(value: unknown): boolean {
  if (typeof value !== 'string') {
    return false
  }
  return value === '' || PROXY_PROTOCOLS.has(URL.parse(value)?.protocol ?? '')
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

/** An unknown key is refused: a mistyped one would otherwise be without effect in silence. */
const SETTING_KEYS: Readonly<Record<string, { is: (value: unknown) => boolean; what: string }>> = {
  proxy: { is: isProxy, what: 'an http, https or socks5 URL' },
  force_format: { is: isBoolean, what: 'true or false' },
  thinking_to_content: { is: isBoolean, what: 'true or false' },
  cut_policy: {
    is: (value) => value === 'partial' || value === 'drain' || value === 'refund',
    what: 'partial, drain or refund',
  },
}

function checkSetting(setting: JsonObject): void {
  for (const [key, value] of Object.entries(setting)) {
    const rule = SETTING_KEYS[key]
    if (rule === undefined) {
      throw invalid('setting', `unknown key ${key}`)
    }
    if (!rule.is(value)) {
      throw invalid('setting', `${key} must be ${rule.what}`)
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
  return Object.keys(value).length === 0 ? '' : text
}

/** The proxy of a stored `setting`; "" for none. */
export function proxyOf(setting: string): string {
  const proxy = setting === '' ? '' : objectOf('setting', setting).proxy
  return typeof proxy === 'string' ? proxy : ''
}
