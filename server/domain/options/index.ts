/** Every setting there is. Adding one is a row in a section and two labels. */
import { GatewayError } from '../errors/gateway-error'
import { ALIASES } from './aliases'
import { drawingOptions } from './drawing'
import { invoiceOptions } from './invoices'
import { loginOptions } from './login'
import { logOptions } from './logs'
import { mailOptions } from './mail'
import { monitoringOptions } from './monitoring'
import type { OptionRow } from './option'
import { paymentOptions } from './payment'
import { presentationOptions } from './presentation'
import { promotionOptions } from './promotion'
import { quotaOptions } from './quota'
import { rateLimitOptions } from './rate-limit'
import { ratioOptions } from './ratios'
import { routingOptions } from './routing'
import { sensitiveWordOptions } from './sensitive-words'
import { statusPageOptions } from './status-page'
import { vendorOptions } from './vendors'

export const OPTIONS = {
  ...loginOptions,
  ...mailOptions,
  ...paymentOptions,
  ...invoiceOptions,
  ...presentationOptions,
  ...quotaOptions,
  ...promotionOptions,
  ...drawingOptions,
  ...sensitiveWordOptions,
  ...logOptions,
  ...monitoringOptions,
  ...ratioOptions,
  ...rateLimitOptions,
  ...routingOptions,
  ...vendorOptions,
  ...statusPageOptions,
}

export type OptionKey = keyof typeof OPTIONS
export type OptionValue<Key extends OptionKey> =
  (typeof OPTIONS)[Key] extends OptionRow<infer Value> ? Value : never

/** Typed values of all settings; secrets as stored. */
export type OptionValues = { readonly [Key in OptionKey]: OptionValue<Key> }

export const OPTION_KEYS = Object.keys(OPTIONS) as readonly OptionKey[]

export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(OPTIONS, key)
}

/** The row of a key from outside; throws `option.unknown`. */
export function optionRow(key: string): OptionRow<unknown> {
  if (!isOptionKey(key)) throw new GatewayError('option.unknown', { key })
  return OPTIONS[key]
}

export interface StoredOption {
  readonly key: string
  readonly value: string
}

export interface OptionProblem {
  readonly key: OptionKey
  readonly error: GatewayError
}

export interface ParsedOptions {
  readonly values: OptionValues
  /** Stored texts that cannot be read; their keys have the default value. */
  readonly problems: readonly OptionProblem[]
}

/**
 * All settings from what is stored. Never throws: a bad text, however it got there, must not
 * stop the gateway. Unknown keys are ignored.
 */
export function parseOptions(rows: readonly StoredOption[]): ParsedOptions {
  const problems: OptionProblem[] = []
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const values: Record<string, unknown> = {}
  for (const key of OPTION_KEYS) {
    const row: OptionRow<unknown> = OPTIONS[key]
    values[key] = row.default
    const text = stored.get(key)
    if (text === undefined) continue
    try {
      values[key] = row.parse(text)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      problems.push({ key, error })
    }
  }
  for (const alias of ALIASES) {
    const isImported = stored.has(alias.key) && !stored.has(alias.of)
    if (isImported) values[alias.of] = alias.write(values[alias.key], values[alias.of])
    values[alias.key] = alias.read(values[alias.of])
  }
  return { values: Object.freeze(values as OptionValues), problems }
}

/** All settings at their defaults. */
export const DEFAULT_OPTIONS: OptionValues = parseOptions([]).values

/**
 * What to store for a new text of `key`: canonical text, under the key that keeps it. Throws
 * `option.unknown` or `option.invalid`.
 */
export function storedForm(key: string, text: string, current: OptionValues): StoredOption {
  const row = optionRow(key)
  const value = row.parse(text)
  const alias = ALIASES.find((candidate) => candidate.key === key)
  if (!alias) return { key, value: row.format(value) }
  const target = optionRow(alias.of)
  return { key: alias.of, value: target.format(alias.write(value, current[alias.of])) }
}

/** Front ends send numbers, switches and objects too; `undefined` for no value at all. */
export function typedText(input: unknown): string | undefined {
  if (input === null || input === undefined) return undefined
  return typeof input === 'string' ? input : JSON.stringify(input)
}
