/** Finds what a person wrote in a request body of any operation and any protocol. */
import type { WordFilter } from '../../../domain/text/word-filter'
import type { JsonObject } from '../../wire/chat'
import type { JudgedField } from '../../wire/judged-fields'

/** Top-level fields that carry prompts, over all operations and protocols. */
export const PROMPT_FIELDS: readonly JudgedField[] = [
  'messages',
  'system',
  'prompt',
  'suffix',
  'input',
  'inputs',
  'texts',
  'instruction',
  'instructions',
  'query',
  'documents',
  'contents',
  'content',
  'requests',
  'generateContentRequest',
  'generate_content_request',
  'systemInstruction',
  'system_instruction',
  'tools',
  'functions',
  'prediction',
]

/**
 * Fields inside those that the API's grammar fills, or that hold no text: a word in "role" or
 * in the base64 of a picture is not the user's.
 */
const NOT_TEXT: ReadonlySet<string> = new Set([
  'role',
  'type',
  'id',
  'tool_call_id',
  'tool_use_id',
  'cache_control',
  'signature',
  'thought_signature',
  'thoughtSignature',
  'fileUri',
  'file_uri',
  'encrypted_content',
  'media_type',
  'mime_type',
  'mimeType',
  'format',
  'detail',
  'url',
  'image_url',
  'input_audio',
  'inline_data',
  'inlineData',
  'file_id',
  'file_data',
])

/** Whether a prompt in the body has one of the words. */
export function containsWords(body: JsonObject, contains: WordFilter): boolean {
  // No recursion: the client decides how deeply its body is nested.
  const pending: object[] = []
  let isFound = false
  const look = (value: unknown): void => {
    if (typeof value === 'string') isFound ||= contains(value)
    else if (typeof value === 'object' && value !== null) pending.push(value)
  }
  for (const field of PROMPT_FIELDS) look(body[field])
  for (let value = pending.pop(); value !== undefined && !isFound; value = pending.pop()) {
    if (Array.isArray(value)) for (const item of value) look(item)
    else lookInto(value as JsonObject, look)
  }
  return isFound
}

function lookInto(value: JsonObject, look: (inner: unknown) => void): void {
  const isBase64 = value.type === 'base64'
  // `in` makes no lists of keys, and parsed JSON inherits none.
  for (const field in value) {
    if (NOT_TEXT.has(field) || (isBase64 && field === 'data')) continue
    look(value[field])
  }
}
