/** What a field of a configuration file may hold, and the one form in which it is compared. */
import { type ErrorParams, GatewayError } from '../errors/gateway-error'
import type { ReasonKey } from '../i18n/zh/reasons'
import { isRecord } from '../json/records'

export interface ManifestField {
  /** Throws `value.invalid`. */
  readonly read: (field: string, given: unknown) => unknown
  /** What a field has that nothing is said of; `undefined` where nothing is known of it then. */
  readonly starts: unknown
  /** Given by reference, never shown, never written to a file. */
  readonly isSecret?: true
}

export type ManifestFields = Readonly<Record<string, ManifestField>>

export function refuse(field: string, reason: ReasonKey, params: ErrorParams = {}): never {
  throw new GatewayError('value.invalid', { field, reason, ...params })
}

export function text(starts = ''): ManifestField {
  return { starts, read: textOf }
}

function textOf(field: string, given: unknown): string {
  return typeof given === 'string' ? given.trim() : refuse(field, 'reason.not_a_text')
}

/** Numbers, switches and lists may come out of a variable, which has only text. */
export function integer(starts = 0): ManifestField {
  const read = (field: string, given: unknown) => {
    const number = numberOf(given)
    return Number.isSafeInteger(number) ? number : refuse(field, 'reason.not_an_integer')
  }
  return { starts, read }
}

export function number(starts: number | null = 0): ManifestField {
  const read = (field: string, given: unknown) => {
    if (given === null && starts === null) return null
    const amount = numberOf(given)
    return Number.isFinite(amount) ? amount : refuse(field, 'reason.not_a_number')
  }
  return { starts, read }
}

export function numberOf(given: unknown): number {
  if (typeof given === 'number') return given
  return typeof given === 'string' && given.trim() !== '' ? Number(given) : Number.NaN
}

export function flag(starts: boolean): ManifestField {
  const read = (field: string, given: unknown) => {
    if (typeof given === 'boolean') return given
    if (given === 'true' || given === 'false') return given === 'true'
    return refuse(field, 'reason.not_a_boolean')
  }
  return { starts, read }
}

export function names(starts: readonly string[] = []): ManifestField {
  const read = (field: string, given: unknown) => {
    const list = typeof given === 'string' ? given.split(/[\n,]/) : given
    if (!Array.isArray(list)) return refuse(field, 'reason.not_a_list')
    const texts = list.map((each) => textOf(field, each)).filter((each) => each !== '')
    return [...new Set(texts)]
  }
  return { starts, read }
}

export function choice(choices: readonly string[], starts?: string): ManifestField {
  const read = (field: string, given: unknown) => {
    const found = choices.find((each) => each === given)
    return found ?? refuse(field, 'reason.not_a_choice', { choices: choices.join(', ') })
  }
  return { starts, read }
}

/** Any JSON value; a text is taken for the JSON that a variable or file holds. */
export function json(starts: unknown): ManifestField {
  return { starts, read: jsonOf }
}

function jsonOf(field: string, given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return refuse(field, 'reason.not_json')
  }
}

export function object(starts: Readonly<Record<string, unknown>> = {}): ManifestField {
  const read = (field: string, given: unknown) => {
    const value = given === '' ? {} : jsonOf(field, given)
    return isRecord(value) ? value : refuse(field, 'reason.not_an_object')
  }
  return { starts, read }
}

export function secret(): ManifestField {
  const read = (field: string, given: unknown) =>
    textOf(field, given) || refuse(field, 'reason.empty')
  return { starts: undefined, isSecret: true, read }
}

/** One, or several of which each is as good as the others. */
export function secrets(): ManifestField {
  const { read, ...facts } = secret()
  const readAll = (field: string, given: unknown) => {
    const all: readonly unknown[] = Array.isArray(given) ? given : [given]
    return all.map((each) => read(field, each))
  }
  return { ...facts, read: readAll }
}

/** Equal values have equal texts, whatever the order of their keys. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isRecord(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

export function isSameValue(one: unknown, other: unknown): boolean {
  return canonicalText(one) === canonicalText(other)
}
