/** Names of tools that were changed for an upstream, in the bytes of an answer that passes. */
import type { Restoration } from '../../formats/chat/restoration'
import type { TextEdit } from './frame-edits'

/** `undefined` where nothing was changed. A made name ends in a hash and stands for one name. */
export function nameEdits(by: Restoration | undefined): readonly TextEdit[] | undefined {
  if (by === undefined) return undefined
  return Object.entries(by.toolNames).map(([made, name]) => ({
    sign: Buffer.from(JSON.stringify(made)),
    bytes: Buffer.from(JSON.stringify(name)),
  }))
}

export function withOwnNames(text: string, by: Restoration | undefined): string
export function withOwnNames(
  answer: Uint8Array | string,
  by: Restoration | undefined,
): Uint8Array | string
export function withOwnNames(answer: Uint8Array | string, by: Restoration | undefined) {
  if (by === undefined) return answer
  let text = typeof answer === 'string' ? answer : Buffer.from(answer).toString()
  for (const [made, name] of Object.entries(by.toolNames)) {
    text = text.replaceAll(JSON.stringify(made), () => JSON.stringify(name))
  }
  return text
}
