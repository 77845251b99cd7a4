/**
 * Typed rows for the operator's settings. A setting is stored as text under its key; the row
 * says how to read that text, what it may be and where it shows. Rows never throw away what
 * they cannot read: `parse` refuses it with the reason, in words the dictionaries have.
 */
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { GatewayError } from '../errors/gateway-error'
import type { ReasonKey } from '../i18n/zh/reasons'
import { zoneNamed } from '../limits/zoned-time'
import { isScriptLink } from '../network/script-link'
import { repeatedKey } from './repeated-key'

export type OptionType =
  | 'string'
  | 'text'
  | 'address'
  | 'secret'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'json'
  | 'lines'
  | 'list'
  | 'select'

/** Why saving an option changes nothing; its text is `option_inert.<reason>`. */
export type InertReason = 'never_read' | 'written_at_once'

/** Why a text is no value of a row; params go into the text of the reason. */
export interface Refusal {
  readonly reason: ReasonKey
  readonly params?: Readonly<Record<string, string | number>>
}

type Reading<Value> = { readonly value: Value } | Refusal

export interface OptionDraft<Value> {
  readonly type: OptionType
  readonly default: Value
  /** Inclusive bounds of numbers; characters of texts have `max` only. */
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  /** Shape of a JSON value. */
  readonly schema?: TSchema
  /** Never leaves the server; blank on save means unchanged. */
  readonly secret: boolean
  /** Whether a secret is typed into a field of several lines. */
  readonly hasLines?: boolean
  /** Field of the public /api/status answer. */
  readonly status?: string
  /** Keys that must not be empty before this one can be `true`. */
  readonly needs?: readonly string[]
  /** Key of an option that must not have the same value. */
  readonly differsFrom?: string
  /** Stored because front ends of the family send it, or until what it is for can be served. */
  readonly inert?: InertReason
  readonly read: (text: string) => Reading<Value>
  write(value: Value): string
}

export interface OptionRow<Value> extends Omit<OptionDraft<Value>, 'read' | 'write'> {
  readonly key: string
  readonly section: string
  /** Throws `option.invalid` with `{key, reason}` and the params of the reason. */
  readonly parse: (text: string) => Value
  // A method, so that rows of different types fit one list.
  format(value: Value): string
}

// biome-ignore lint/suspicious/noExplicitAny: the value type of each row is inferred from it.
type AnyDraft = OptionDraft<any>
type ValueOf<Draft> = Draft extends OptionDraft<infer Value> ? Value : never

export type Section<Drafts> = { readonly [Key in keyof Drafts]: OptionRow<ValueOf<Drafts[Key]>> }

/** Names the rows of one page of settings after their keys. */
export function section<const Drafts extends Record<string, AnyDraft>>(
  name: string,
  drafts: Drafts,
): Section<Drafts> {
  const rows = Object.entries(drafts).map(([key, draft]) => [key, rowOf(name, key, draft)])
  return Object.fromEntries(rows)
}

function rowOf<Value>(name: string, key: string, draft: OptionDraft<Value>): OptionRow<Value> {
  const { read, write, ...facts } = draft
  return {
    ...facts,
    key,
    section: name,
    parse: (text) => {
      const reading = read(text)
      if ('value' in reading) return reading.value
      throw new GatewayError('option.invalid', { key, reason: reading.reason, ...reading.params })
    },
    format: write,
  }
}

interface Shown {
  readonly status?: string
}

const MAX_TEXT = 10_000
/** Pages (about, home, footer) and price tables are long. */
const MAX_LONG_TEXT = 1_000_000

/** One line; surrounding blanks are not part of it. */
export function string(extras: Shown & { readonly default?: string } = {}): OptionDraft<string> {
  return {
    ...base('string', extras.default ?? '', extras),
    max: MAX_TEXT,
    read: (text) => limited(text.trim(), MAX_TEXT),
    write: (value) => value,
  }
}

interface WithFields {
  readonly default: string
  readonly differsFrom?: string
}

/** One line in which each of these has to stand. */
export function stringWith(
  fields: readonly string[],
  { default: initial, differsFrom }: WithFields,
): OptionDraft<string> {
  const draft = string({ default: initial })
  return {
    ...draft,
    ...(differsFrom !== undefined && { differsFrom }),
    read: (typed) => {
      const lacking = fields.find((field) => !typed.includes(field))
      if (lacking === undefined) return draft.read(typed)
      return { reason: 'reason.lacks_placeholder', params: { name: lacking } }
    },
  }
}

/** IANA name of a time zone. */
export function timeZone(): OptionDraft<string> {
  return {
    ...string({ default: 'UTC' }),
    read: (typed): Reading<string> => {
      const value = zoneNamed(typed.trim())
      return value === undefined ? { reason: 'reason.time_zone' } : { value }
    },
  }
}

/** A link that is opened in a browser, to a page or to a program of any scheme of its own. */
export function link(extras: Shown = {}): OptionDraft<string> {
  const draft = string(extras)
  const read = (typed: string): Reading<string> =>
    isScriptLink(typed) ? { reason: 'reason.script_link' } : draft.read(typed)
  return { ...draft, read }
}

/** A day, `2026-01-31`, that begins at midnight UTC; or nothing. */
export function date(): OptionDraft<string> {
  return {
    ...base('string', '', {}),
    max: MAX_TEXT,
    read: (typed): Reading<string> => {
      const day = typed.trim()
      const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
      return day === '' || isDay ? { value: day } : { reason: 'reason.not_a_date' }
    },
    write: (value) => value,
  }
}

/** Several lines, stored as typed: Markdown, HTML or an address. */
export function text(extras: Shown = {}): OptionDraft<string> {
  return {
    ...base('text', '', extras),
    max: MAX_LONG_TEXT,
    read: (typed) => limited(typed, MAX_LONG_TEXT),
    write: (value) => value,
  }
}

/** An http or https URL, or nothing; paths are appended to it, so trailing slashes go. */
export function address(extras: Shown = {}): OptionDraft<string> {
  return {
    ...base('address', '', extras),
    max: MAX_TEXT,
    read: (typed) => {
      const url = typed.trim().replace(/\/+$/, '')
      if (url === '' || isWebAddress(url)) return limited(url, MAX_TEXT)
      return { reason: 'reason.not_an_address' }
    },
    write: (value) => value,
  }
}

/** An address with `{name}` in it where something is filled in; the first name has to be there. */
export function addressTemplate(names: readonly [string, ...string[]]): OptionDraft<string> {
  return {
    ...base('string', '', {}),
    max: MAX_TEXT,
    read: (typed) => {
      const template = typed.trim()
      if (template === '') return { value: '' }
      if (!template.includes(`{${names[0]}}`)) {
        return { reason: 'reason.lacks_placeholder', params: { name: `{${names[0]}}` } }
      }
      const filled = names.reduce((text, name) => text.replaceAll(`{${name}}`, '0'), template)
      return isWebAddress(filled) && !/[{}]/.test(filled)
        ? limited(template, MAX_TEXT)
        : { reason: 'reason.not_an_address' }
    },
    write: (value) => value,
  }
}

function isWebAddress(typed: string): boolean {
  return /^https?:\/\//i.test(typed) && URL.canParse(typed)
}

/** A password, key or token of another service; a key file has several lines. */
export function secret(extras: Pick<OptionDraft<string>, 'hasLines'> = {}): OptionDraft<string> {
  return { ...string(), type: 'secret', secret: true, ...extras }
}

export function boolean(
  initial: boolean,
  extras: Shown & { readonly needs?: readonly string[] } = {},
): OptionDraft<boolean> {
  return {
    ...base('boolean', initial, extras),
    ...(extras.needs !== undefined && { needs: extras.needs }),
    read: (typed) => {
      const word = typed.trim().toLowerCase()
      if (word === 'true' || word === 'false') return { value: word === 'true' }
      return { reason: 'reason.not_a_boolean' }
    },
    write: String,
  }
}

/** The same option, of which nothing in this version makes use. */
export function inert<Value>(reason: InertReason, draft: OptionDraft<Value>): OptionDraft<Value> {
  return { ...draft, inert: reason }
}

interface Bounds extends Shown {
  readonly default: number
  readonly min: number
  readonly max?: number
  /** Below `min`, but stored by older releases: read as it is, and not saved again. */
  readonly alsoReads?: number
}

export function integer(bounds: Bounds): OptionDraft<number> {
  const max = bounds.max ?? Number.MAX_SAFE_INTEGER
  return {
    ...base('integer', bounds.default, bounds),
    min: bounds.min,
    max,
    read: (typed) =>
      /^[+-]?\d+$/.test(typed.trim())
        ? readable(Number(typed), bounds, max)
        : { reason: 'reason.not_an_integer' },
    write: String,
  }
}

export function number(bounds: Bounds): OptionDraft<number> {
  const max = bounds.max ?? Number.MAX_SAFE_INTEGER
  return {
    ...base('number', bounds.default, bounds),
    min: bounds.min,
    max,
    read: (typed) => {
      const value = typed.trim() === '' ? Number.NaN : Number(typed)
      return Number.isFinite(value)
        ? within(value, bounds.min, max)
        : { reason: 'reason.not_a_number' }
    },
    write: String,
  }
}

export function select<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  extras: Shown = {},
): OptionDraft<Choice> {
  return {
    ...base<Choice>('select', choices[0], extras),
    choices,
    read: (typed) => {
      const chosen = choices.find((choice) => choice === typed.trim())
      if (chosen !== undefined) return { value: chosen }
      return { reason: 'reason.not_a_choice', params: { choices: choices.join(', ') } }
    },
    write: (value) => value,
  }
}

/** One item per line; blank lines are dropped. */
export function lines(initial: readonly string[]): OptionDraft<readonly string[]> {
  return items('lines', '\n', initial)
}

/** Items on one line with commas between them. */
export function list(initial: readonly string[]): OptionDraft<readonly string[]> {
  return items('list', ',', initial)
}

function items(
  type: 'lines' | 'list',
  separator: string,
  initial: readonly string[],
): OptionDraft<readonly string[]> {
  return {
    ...base<readonly string[]>(type, initial, {}),
    max: MAX_LONG_TEXT,
    read: (typed) => {
      if (typed.length > MAX_LONG_TEXT) return tooLong(MAX_LONG_TEXT)
      const parts = typed.split(separator).map((part) => part.trim())
      return { value: parts.filter((part) => part !== '') }
    },
    write: (value) => value.join(separator),
  }
}

interface JsonExtras<Value> extends Shown {
  readonly default: Value
  readonly schema: TSchema & { readonly static: Value }
  /** What the schema cannot say. */
  readonly check?: (value: Value) => Refusal | undefined
}

/** JSON text of one shape. A saved map replaces the stored one; nothing is merged. */
export function json<Value>(extras: JsonExtras<Value>): OptionDraft<Value> {
  return {
    ...base('json', extras.default, extras),
    schema: extras.schema,
    read: (typed) => {
      if (typed.length > MAX_LONG_TEXT) return tooLong(MAX_LONG_TEXT)
      const parsed = parseJson(typed)
      if (parsed === undefined) return { reason: 'reason.not_json' }
      if (!Value.Check(extras.schema, parsed)) return wrongShape(extras.schema, parsed)
      const name = repeatedKey(typed)
      if (name !== undefined) return { reason: 'reason.repeated_key', params: { name } }
      return extras.check?.(parsed) ?? { value: parsed }
    },
    write: (value) => JSON.stringify(value, undefined, 2),
  }
}

/** `undefined` for text that is no JSON; JSON itself cannot say `undefined`. */
function parseJson(typed: string): unknown {
  try {
    return JSON.parse(typed)
  } catch {
    return undefined
  }
}

function wrongShape(schema: TSchema, parsed: unknown): Refusal {
  const [first] = Value.Errors(schema, parsed)
  const place = first?.path.replace(/^\//, '').replaceAll('/', '.') || '$'
  return { reason: 'reason.wrong_shape', params: { place } }
}

function base<Value>(type: OptionType, initial: Value, shown: Shown) {
  const status = shown.status === undefined ? {} : { status: shown.status }
  return { type, default: initial, secret: false, ...status }
}

function limited(typed: string, max: number): Reading<string> {
  return typed.length > max ? tooLong(max) : { value: typed }
}

function tooLong(max: number): Refusal {
  return { reason: 'reason.too_long', params: { max } }
}

function readable(value: number, { min, alsoReads }: Bounds, max: number): Reading<number> {
  return value === alsoReads ? { value } : within(value, min, max)
}

function within(value: number, min: number, max: number): Reading<number> {
  if (value >= min && value <= max) return { value }
  if (max === Number.MAX_SAFE_INTEGER) return { reason: 'reason.below', params: { min } }
  return { reason: 'reason.out_of_range', params: { min, max } }
}
