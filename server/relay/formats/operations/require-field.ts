import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject } from '../dialects/json-fields'

/** Throws `upstream.invalid_answer` for an answer without this list, or with nothing in it. */
export function requireList(answer: JsonObject, name: string): void {
  requireAny(answer, [name])
}

/** The same for an answer that may have an object instead, and any of these names for it. */
export function requireAny(answer: JsonObject, names: readonly string[]): void {
  if (!names.some((name) => holdsAnything(answer[name]))) {
    throw new GatewayError('upstream.invalid_answer')
  }
}

function holdsAnything(value: Json | undefined): boolean {
  return isList(value) ? value.length > 0 : isObject(value)
}

/** Throws `upstream.invalid_answer` for an answer without this text, which may be empty. */
export function requireText(answer: JsonObject, name: string): void {
  if (typeof answer[name] !== 'string') throw new GatewayError('upstream.invalid_answer')
}
