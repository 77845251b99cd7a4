/** How the key of a channel is composed, and whether a text can be one. */

export type KeyShape =
  /** One secret text per line. */
  | { readonly kind: 'text' }
  /** Parts with bars between them, per line; each form names its parts. */
  | { readonly kind: 'parts'; readonly forms: readonly (readonly string[])[] }
  /** A document of several lines with these fields, or one secret text per line. */
  | { readonly kind: 'document'; readonly fields: readonly string[] }

export const PLAIN_KEYS: KeyShape = { kind: 'text' }

/** The name of a part that goes into an address, and of a key that is no document. */
export const REGION = 'region'
export const API_KEY = 'apiKey'

export type KeyParts = Readonly<Record<string, string>>

/** The keys in what was typed or pasted, trimmed; none twice. */
export function splitKeys(given: string, shape: KeyShape): string[] {
  const parts = isDocument(given, shape) ? [given] : given.split(/\r?\n/)
  const keys = parts.map((part) => part.trim()).filter((part) => part !== '')
  return [...new Set(keys)]
}

/** Whether the key is a document, which never travels in a header. */
export function isDocument(key: string, { kind }: KeyShape): boolean {
  return kind === 'document' && key.trimStart().startsWith('{')
}

/** What a region may look like: it becomes part of a host. */
export function isRegion(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,39}$/.test(text)
}

/** The parts by name; `undefined` for a text that is no such key. */
export function readKey(key: string, shape: KeyShape): KeyParts | undefined {
  if (shape.kind === 'parts') return readParts(key, shape.forms)
  if (shape.kind === 'document' && isDocument(key, shape)) return readDocument(key, shape.fields)
  return { [API_KEY]: key }
}

export type KeyFlaw =
  | { readonly flaw: 'parts'; readonly count: number }
  | { readonly flaw: 'region'; readonly region: string }
  | { readonly flaw: 'json' }
  | { readonly flaw: 'fields'; readonly fields: readonly string[] }

/** Why the text is no such key, for who is typing it; `undefined` for one that is. */
export function keyFlaw(key: string, shape: KeyShape): KeyFlaw | undefined {
  if (readKey(key, shape) !== undefined) return undefined
  if (shape.kind === 'parts') {
    const parts = key.split('|').map((part) => part.trim())
    const names = shape.forms.find(({ length }) => length === parts.length)
    const region = parts[names?.indexOf(REGION) ?? -1]
    if (region === undefined || parts.includes('')) {
      return { flaw: 'parts', count: parts.filter((part) => part !== '').length }
    }
    return { flaw: 'region', region }
  }
  const fields = shape.kind === 'document' ? shape.fields : []
  if (readDocument(key, []) === undefined) return { flaw: 'json' }
  const given = readDocument(key, []) ?? {}
  return { flaw: 'fields', fields: fields.filter((field) => !Object.hasOwn(given, field)) }
}

function readParts(key: string, forms: readonly (readonly string[])[]): KeyParts | undefined {
  const parts = key.split('|').map((part) => part.trim())
  const names = forms.find(({ length }) => length === parts.length)
  if (names === undefined || parts.includes('')) return undefined
  const read = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? '']))
  const region = read[REGION]
  return region === undefined || isRegion(region) ? read : undefined
}

function readDocument(key: string, fields: readonly string[]): KeyParts | undefined {
  try {
    const document: unknown = JSON.parse(key)
    if (typeof document !== 'object' || document === null) return undefined
    const texts = Object.entries(document).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    )
    const read = Object.fromEntries(texts)
    return fields.every((field) => Object.hasOwn(read, field)) ? read : undefined
  } catch {
    return undefined
  }
}
