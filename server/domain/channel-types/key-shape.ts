/** How the key of a channel is composed, and whether a text can be one. */

export type KeyShape =
  /** One secret text per line. */
  | { readonly kind: 'text' }
  /** A document of several lines with these fields, or one secret text per line. */
  | { readonly kind: 'json'; readonly fields: readonly string[] }

export const PLAIN_KEYS: KeyShape = { kind: 'text' }

/** The keys in what was typed or pasted, trimmed; none twice. */
export function splitKeys(given: string, shape: KeyShape): string[] {
  const parts = isDocument(given, shape) ? [given] : given.split(/\r?\n/)
  const keys = parts.map((part) => part.trim()).filter((part) => part !== '')
  return [...new Set(keys)]
}

/** Whether the key is a document, which never travels in a header. */
export function isDocument(key: string, { kind }: KeyShape): boolean {
  return kind === 'json' && key.trimStart().startsWith('{')
}
