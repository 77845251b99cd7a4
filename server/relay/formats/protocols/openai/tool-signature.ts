import { isObject } from '../../../wire/body-fields'
import type { JsonObject } from '../../../wire/chat'

/**
 * Google's own OpenAI-compatible API carries the thought signature of a tool call in
 * `extra_content`; clients written for it send it back from there.
 */
export function writeToolSignature(signature: string | undefined): JsonObject {
  return signature ? { extra_content: { google: { thought_signature: signature } } } : {}
}

export function readToolSignature(call: JsonObject): string | undefined {
  const google = isObject(call.extra_content) ? call.extra_content.google : undefined
  const signature = isObject(google) ? google.thought_signature : undefined
  return typeof signature === 'string' && signature !== '' ? signature : undefined
}
