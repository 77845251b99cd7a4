/**
 * Finds top-level fields of a JSON object in its bytes, without parsing the rest. Used where
 * parsing would cost more than the call itself (large bodies) and to replace or add a field
 * while every other byte stays as the client sent it.
 */

export interface FieldSpan {
  /** Byte range of the value. */
  readonly start: number
  readonly end: number
}

const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const COMMA = 44
const COLON = 58

/** Spans by field name, or `undefined` when the bytes are not one balanced JSON object. */
export function topLevelFields(bytes: Buffer): Map<string, FieldSpan> | undefined {
  const fields = new Map<string, FieldSpan>()
  let at = skipSpace(bytes, 0)
  if (bytes[at] !== OPEN_BRACE) return undefined
  at = skipSpace(bytes, at + 1)
  if (bytes[at] === CLOSE_BRACE) return isOver(bytes, at + 1) ? fields : undefined
  for (;;) {
    if (bytes[at] !== QUOTE) return undefined
    const nameEnd = endOfString(bytes, at)
    if (nameEnd < 0) return undefined
    const name = readString(bytes, at, nameEnd)
    at = skipSpace(bytes, nameEnd)
    if (name === undefined || bytes[at] !== COLON) return undefined
    const start = skipSpace(bytes, at + 1)
    const end = endOfValue(bytes, start)
    if (end < 0) return undefined
    fields.set(name, { start, end })
    at = skipSpace(bytes, end)
    if (bytes[at] === CLOSE_BRACE) return isOver(bytes, at + 1) ? fields : undefined
    if (bytes[at] !== COMMA) return undefined
    at = skipSpace(bytes, at + 1)
  }
}

/** Parses one field's value; `undefined` when it is not valid JSON. */
export function readField(bytes: Buffer, span: FieldSpan | undefined): unknown {
  if (span === undefined) return undefined
  try {
    return JSON.parse(bytes.toString('utf8', span.start, span.end)) as unknown
  } catch {
    return undefined
  }
}

/** The same object with some top-level fields replaced or added; all other bytes unchanged. */
export function spliceFields(
  bytes: Buffer,
  spans: ReadonlyMap<string, FieldSpan>,
  values: Readonly<Record<string, unknown>>,
): Buffer {
  const edits: { start: number; end: number; text: string }[] = []
  let added = ''
  for (const [name, value] of Object.entries(values)) {
    const span = spans.get(name)
    const text = JSON.stringify(value)
    if (span === undefined) added += `,${JSON.stringify(name)}:${text}`
    else edits.push({ start: span.start, end: span.end, text })
  }
  if (added !== '') {
    const close = bytes.lastIndexOf(CLOSE_BRACE)
    edits.push({ start: close, end: close, text: spans.size === 0 ? added.slice(1) : added })
  }
  edits.sort((a, b) => a.start - b.start)
  const parts: Buffer[] = []
  let from = 0
  for (const edit of edits) {
    parts.push(bytes.subarray(from, edit.start), Buffer.from(edit.text))
    from = edit.end
  }
  parts.push(bytes.subarray(from))
  return Buffer.concat(parts)
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) return at
    at += 1
  }
}

function isOver(bytes: Buffer, from: number): boolean {
  return skipSpace(bytes, from) >= bytes.length
}

/** Index after the closing quote of the string that opens at `from`, -1 when it never closes. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from + 1
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at)
    if (quote < 0) return -1
    let backslashes = 0
    while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

function readString(bytes: Buffer, start: number, end: number): string | undefined {
  const value = readField(bytes, { start, end })
  return typeof value === 'string' ? value : undefined
}

function endOfValue(bytes: Buffer, from: number): number {
  const first = bytes[from]
  if (first === QUOTE) return endOfString(bytes, from)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNested(bytes, from)
  let at = from
  while (at < bytes.length && !isDelimiter(bytes[at])) at += 1
  return at > from && at < bytes.length ? at : -1
}

function endOfNested(bytes: Buffer, from: number): number {
  let depth = 0
  let at = from
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
      if (at < 0) return -1
      continue
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
    at += 1
    if (depth === 0) return at
  }
  return -1
}

function isDelimiter(byte: number | undefined): boolean {
  return (
    byte === COMMA ||
    byte === CLOSE_BRACE ||
    byte === CLOSE_BRACKET ||
    byte === 32 ||
    byte === 9 ||
    byte === 10 ||
    byte === 13
  )
}
