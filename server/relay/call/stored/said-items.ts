/** What was said in a request or an answer, as items of JSON with commas between them. */

import type { WrittenFields } from '../../formats/chat/written-fields'
import { isObject } from '../../formats/parsed-body'
import { invalid } from '../../wire/body-fields'
import type { JsonObject } from '../../wire/chat'

/** Throws `request.invalid` for what is neither a text nor a list. */
export function itemsIn(fields: WrittenFields): string {
  const written = fields.get('input')?.trim() ?? 'null'
  if (written === 'null') return ''
  if (written.startsWith('[')) return written.slice(1, -1).trim()
  if (written.startsWith('"')) return `{"type":"message","role":"user","content":${written}}`
  throw invalid('input', 'reason.not_an_array')
}

/** Of an answer. */
export function itemsOf(output: readonly unknown[]): string {
  return joined(output.filter(isSaid).map((item) => JSON.stringify(item)))
}

export function joined(items: readonly string[]): string {
  return items.filter((text) => text !== '').join(',')
}

/** Reasoning without its encrypted form cannot be sent back, so it is left out. */
function isSaid(item: unknown): item is JsonObject {
  if (!isObject(item)) return false
  return item.type !== 'reasoning' || typeof item.encrypted_content === 'string'
}
