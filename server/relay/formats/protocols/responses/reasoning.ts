/**
 * Reasoning travels as items whose `encrypted_content` clients send back unread. OpenAI's own is
 * opaque and bound to its account; what other vendors sign, or hide, is carried in it under
 * marks of ours, so that the next turn finds it where it belongs.
 */

import {
  asList,
  asObject,
  asString,
  isAbsent,
  type Leftovers,
  optionalString,
} from '../../../wire/body-fields'
import type { JsonObject, Part } from '../../../wire/chat'
import { signatureOf } from '../../chat/signatures'
import { readToolSignatureBlob } from '../claude/tool-signature'

const SIGNED = 'gw-signed:'
const HIDDEN = 'gw-hidden:'

/** What OpenAI encrypted goes back as it came. */
export function signedContent(signature: string): string {
  return signatureOf('responses', signature) ?? SIGNED + signature
}

export function hiddenContent(blob: string): string {
  return signatureOf('responses', blob) ?? HIDDEN + blob
}

/** A reasoning item of an earlier turn: thinking, or the signature of the tool call after it. */
export type ReadReasoning =
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'signature'; readonly toolCallId: string; readonly signature: string }

export function readReasoning(item: JsonObject, path: string, leftovers: Leftovers): ReadReasoning {
  const content = optionalString(item.encrypted_content, `${path}.encrypted_content`) ?? ''
  const carried = readToolSignatureBlob(content)
  if (carried !== undefined) return { kind: 'signature', ...carried }
  if (content.startsWith(HIDDEN)) {
    const blob = content.slice(HIDDEN.length)
    return { kind: 'parts', parts: [{ type: 'redacted_thinking', blob }] }
  }
  const text = textOf(item, path)
  if (content.startsWith(SIGNED)) {
    const signature = content.slice(SIGNED.length)
    return { kind: 'parts', parts: [{ type: 'thinking', text, signature }] }
  }
  // OpenAI's own: no other vendor can read it.
  if (content !== '') leftovers.put(`${path}.encrypted_content`, 'encrypted')
  return { kind: 'parts', parts: text === '' ? [] : [{ type: 'thinking', text }] }
}

/** The summary, or the text itself where a vendor shows it. */
function textOf(item: JsonObject, path: string): string {
  return joined(item.summary, `${path}.summary`) || joined(item.content, `${path}.content`)
}

function joined(value: JsonObject[string], path: string): string {
  if (isAbsent(value)) return ''
  return asList(value, path)
    .map((part, at) => asString(asObject(part, `${path}[${at}]`).text, `${path}[${at}].text`))
    .join('')
}
