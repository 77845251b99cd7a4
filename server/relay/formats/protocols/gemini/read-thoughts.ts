/** Thoughts of earlier turns, and the signatures that stand on what was said after them. */

import type { Part } from '../../../wire/chat'
import { carriedThoughts } from '../../chat/carried-thoughts'
import { markSignature, UNKNOWN_SIGNATURE } from '../../chat/signatures'

/** A thought that is shown; Google may sign it itself. */
export function addThought(parts: Part[], text: string, signature: string | undefined): void {
  const carried = signature === undefined ? undefined : carriedThoughts(signature)
  if (carried !== undefined) {
    parts.push(...carried)
  } else if (signature !== undefined) {
    parts.push({ type: 'thinking', text, signature: markSignature('gemini', signature) })
  } else if (text !== '') {
    parts.push({ type: 'thinking', text })
  }
}

/** Gemini CLI writes the mark wherever it has no signature; dialects that need it know that. */
const NO_PROOF: ReadonlySet<string> = new Set(['', UNKNOWN_SIGNATURE])

/**
 * What the signature of a part says of the thoughts before it: another vendor's thoughts are in it,
 * whole; or it is Google's own, which is given back where it stays on the part itself.
 */
export function signThoughts(
  parts: Part[],
  signature: string | undefined,
  place: 'on a call' | 'on a text',
): string | undefined {
  if (signature === undefined || NO_PROOF.has(signature)) return undefined
  const carried = carriedThoughts(signature)
  if (carried !== undefined) {
    dropShown(parts)
    parts.push(...carried)
    return undefined
  }
  if (place === 'on a call') return signature
  const marked = markSignature('gemini', signature)
  const last = parts.at(-1)
  if (last?.type === 'thinking' && last.signature === undefined) {
    parts[parts.length - 1] = { ...last, signature: marked }
  } else {
    parts.push({ type: 'thinking', text: '', signature: marked })
  }
  return undefined
}

/** The same thoughts as they were shown. */
function dropShown(parts: Part[]): void {
  for (;;) {
    const last = parts.at(-1)
    if (last?.type !== 'thinking' || last.signature !== undefined) return
    parts.pop()
  }
}
