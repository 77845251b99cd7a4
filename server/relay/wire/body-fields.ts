/**
 * Reads the fields of a client's JSON body. Every refusal names the offending field by its
 * path (`messages[2].content`), because that is what a caller needs to correct the request.
 */
import { type ErrorParams, GatewayError } from '../../domain/errors/gateway-error'
import type { ReasonKey } from '../../domain/i18n/zh/reasons'
import type { Json, JsonObject } from './chat'

/** A reason is a key, so that no refusal is half in another language. */
export function invalid(field: string, reason: ReasonKey, params: ErrorParams = {}): GatewayError {
  return new GatewayError('request.invalid', { field, reason, ...params })
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** Clients write `null` for "not set"; both are absent here. */
export function isAbsent(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null
}

export function asObject(value: Json | undefined, path: string): JsonObject {
  if (!isObject(value)) throw invalid(path, 'reason.not_a_json_object')
  return value
}

export function asList(value: Json | undefined, path: string): readonly Json[] {
  if (!isList(value)) throw invalid(path, 'reason.not_an_array')
  return value
}

export function asString(value: Json | undefined, path: string): string {
  if (typeof value !== 'string') throw invalid(path, 'reason.not_a_string')
  return value
}

export function optionalString(value: Json | undefined, path: string): string | undefined {
  return isAbsent(value) ? undefined : asString(value, path)
}

export function optionalBoolean(value: Json | undefined, path: string): boolean | undefined {
  if (isAbsent(value)) return undefined
  if (typeof value !== 'boolean') throw invalid(path, 'reason.not_a_boolean')
  return value
}

export interface Range {
  readonly min?: number
  readonly max?: number
}

export function optionalNumber(
  value: Json | undefined,
  path: string,
  range: Range = {},
): number | undefined {
  if (isAbsent(value)) return undefined
  if (typeof value !== 'number') throw invalid(path, 'reason.not_a_number')
  if (range.min !== undefined && value < range.min) {
    throw invalid(path, 'reason.at_least', { min: range.min })
  }
  if (range.max !== undefined && value > range.max) {
    throw invalid(path, 'reason.at_most', { max: range.max })
  }
  return value
}

export function optionalInteger(
  value: Json | undefined,
  path: string,
  range: Range = {},
): number | undefined {
  const number = optionalNumber(value, path, range)
  if (number !== undefined && !Number.isSafeInteger(number)) {
    throw invalid(path, 'reason.not_an_integer')
  }
  return number
}

export function oneOf<T extends string>(
  value: Json | undefined,
  path: string,
  allowed: readonly T[],
): T {
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined)
    throw invalid(path, 'reason.not_a_choice', { choices: allowed.join(', ') })
  return found
}

/** Largest answer length any client may ask for, in text units. */
export const MAX_TOKENS_LIMIT = 1_073_741_823

/** Throws `request.model_missing` when the body names no model. */
export function readModel(body: JsonObject): string {
  if (isAbsent(body.model) || body.model === '') throw new GatewayError('request.model_missing')
  return asString(body.model, 'model')
}

/** What the canonical model has no place for, by path, to be named as lost by a dialect. */
export class Leftovers {
  readonly #found: Record<string, Json> = {}

  put(path: string, value: Json | undefined): void {
    if (!isAbsent(value)) this.#found[path] = value
  }

  /** Everything in `object` whose key is not among `known`. */
  putUnknown(object: JsonObject, known: ReadonlySet<string>, prefix = ''): void {
    for (const [key, value] of Object.entries(object)) {
      if (!known.has(key)) this.put(`${prefix}${key}`, value)
    }
  }

  all(): JsonObject {
    return this.#found
  }
}
