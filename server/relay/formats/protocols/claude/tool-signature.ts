/**
 * Gemini signs its tool calls and refuses the next turn without the signature. Claude's
 * `tool_use` has no field for it, but clients send `redacted_thinking` blocks back unread, so
 * one of those stands before the call and carries it.
 */
const PREFIX = 'gw-tool-signature:'

export function toolSignatureBlob(toolCallId: string, signature: string): string {
  return `${PREFIX}${JSON.stringify([toolCallId, signature])}`
}

/** `undefined` when the blob is a vendor's own redacted thinking. */
export function readToolSignatureBlob(
  blob: string,
): { readonly toolCallId: string; readonly signature: string } | undefined {
  if (!blob.startsWith(PREFIX)) return undefined
  const pair = parsePair(blob.slice(PREFIX.length))
  return pair && { toolCallId: pair[0], signature: pair[1] }
}

function parsePair(text: string): readonly [string, string] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return undefined
    const [first, second]: unknown[] = value
    return typeof first === 'string' && typeof second === 'string' ? [first, second] : undefined
  } catch {
    return undefined
  }
}
