/** Reads parameters, query and body of a call by the schemas of its contract row. */
import type { TObject, TSchema } from '@sinclair/typebox'
import { Value, ValueErrorType } from '@sinclair/typebox/value'
import type { Endpoint } from '../domain/endpoints/endpoint'
import { GatewayError } from '../domain/errors/gateway-error'
import type { ReasonKey } from '../domain/i18n/zh/reasons'
import { type ShapeLimits, scanObject } from '../domain/json/scan'
import { readBody } from './relay/read-body'

type Fields = Readonly<Record<string, unknown>>

/** Options hold texts of up to a million characters, and JSON may escape each. */
const MAX_BODY_MB = 8

/** Forms are short lists of fields: only single texts among them are long. */
const FORM_SHAPE: ShapeLimits = { names: 1_000, levels: 64, values: 50_000 }

const FORM = /^application\/x-www-form-urlencoded\b/i

/** Up to here a body of any shape is parsed at once. */
const SMALL_BYTES = 64 * 1024

const TRUE_WORDS: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'True', 'TRUE'])

/** Path parameters: a number that cannot be read is refused. */
export function readParams(schema: TObject | undefined, texts: Readonly<Record<string, string>>) {
  return checked(schema, byType(schema, texts))
}

/** Query: a number that cannot be read counts as not given, as this family always had it. */
export function readQuery(schema: TObject | undefined, query: URLSearchParams): object {
  const texts: Record<string, string> = {}
  for (const name of Object.keys(schema?.properties ?? {})) {
    const text = query.get(name)
    if (text !== null) texts[name] = text
  }
  return checked(schema, byType(schema, texts))
}

/** Throws `request.invalid_json`, `request.not_an_object` or `request.invalid`, all 400. */
export async function readJsonBody(
  { body: schema, takesForm }: Pick<Endpoint, 'body' | 'takesForm'>,
  request: Request,
  timeoutMs: number,
): Promise<object> {
  if (schema === undefined) return {}
  const bytes = await readBody(request, { limitMb: MAX_BODY_MB, timeoutMs })
  if (bytes.length > SMALL_BYTES) scanObject(bytes, FORM_SHAPE)
  const text = bytes.toString('utf8')
  const isForm = takesForm === true && FORM.test(request.headers.get('content-type') ?? '')
  if (isForm) return checked(schema, Object.fromEntries(new URLSearchParams(text)))
  return checked(schema, text.trim() === '' ? {} : parse(text))
}

function parse(text: string): Fields {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw new GatewayError('request.invalid_json', {}, { cause })
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new GatewayError('request.not_an_object')
  }
  return { ...body }
}

function byType(schema: TObject | undefined, texts: Readonly<Record<string, string>>): Fields {
  const values: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(texts)) {
    const value = typed(schema?.properties[name]?.type, text)
    if (value !== undefined) values[name] = value
  }
  return values
}

function typed(type: unknown, text: string): unknown {
  if (type === 'boolean') return TRUE_WORDS.has(text)
  if (type !== 'integer' && type !== 'number') return text
  const value = text.trim() === '' ? Number.NaN : Number(text)
  const isMeant = type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
  return isMeant ? value : undefined
}

/**
 * The fields that the schema knows, each of its type; others are ignored. Front ends send null
 * for what is not given. Throws `value.invalid` for the first field that does not fit.
 */
export function checked(schema: TObject | undefined, given: Fields): object {
  if (schema === undefined) return {}
  const fields: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined || (value === null && !Value.Check(rule, null))) continue
    fields[name] = value
  }
  const [error] = Value.Errors(schema, fields)
  if (error === undefined) return fields
  const field = error.path.replace(/^\//, '').replaceAll('/', '.')
  throw new GatewayError('value.invalid', { field, reason: reasonOf(error.type, error.schema) })
}

const REASONS: Readonly<Record<string, ReasonKey>> = {
  integer: 'reason.not_an_integer',
  number: 'reason.not_a_number',
  boolean: 'reason.not_a_boolean',
  string: 'reason.not_a_text',
  array: 'reason.not_a_list',
}

function reasonOf(type: ValueErrorType, schema: TSchema): ReasonKey {
  if (type === ValueErrorType.ObjectRequiredProperty) return 'reason.missing'
  return REASONS[String(schema.type)] ?? 'reason.not_allowed'
}
