import { GatewayError } from '../../domain/errors/gateway-error'
import type { JsonObject } from '../wire/chat'

/** Throws `upstream.invalid_answer` for an answer without this list. */
export function requireList(answer: JsonObject, name: string): void {
  if (!Array.isArray(answer[name])) throw new GatewayError('upstream.invalid_answer')
}

/** Throws `upstream.invalid_answer` for an answer without this text, which may be empty. */
export function requireText(answer: JsonObject, name: string): void {
  if (typeof answer[name] !== 'string') throw new GatewayError('upstream.invalid_answer')
}
