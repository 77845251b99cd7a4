/** Narrow readers for JSON that an upstream sent: a wrong type reads as absent. */
import type { Json, JsonObject } from '../../wire/chat'

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

export function objectOf(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** The objects of a list; anything else in it is skipped. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter(isObject) : []
}

/** A text, empty or not. */
export function stringOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A text that is not empty. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A whole number ≥ 0; some vendors write numbers as text. */
export function countOf(value: Json | undefined): number | undefined {
  const count = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** No call comes near a billion tokens: believing such a number would empty an account. */
const MAX_TOKENS = 1_000_000_000

/** A count of tokens that can be true. */
export function tokensOf(value: Json | undefined): number | undefined {
  const count = countOf(value)
  return count !== undefined && count <= MAX_TOKENS ? count : undefined
}

export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** Parses an object, or `undefined` when the text is not one. */
export function parseObject(text: string): JsonObject | undefined {
  return objectOf(parseJson(text))
}

/** Whether an answer's `error` field says something: some vendors always send an empty one. */
export function isFailure(error: Json | undefined): boolean {
  if (!error) return false
  if (isList(error)) return error.length > 0
  return !isObject(error) || Object.values(error).some(Boolean)
}

/** A field that is `undefined` is none. */
export function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
