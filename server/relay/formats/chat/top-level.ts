/**
 * Finds top-level fields of a JSON object in its bytes, without parsing the rest. Used where
 * parsing would cost more than the call itself (large bodies) and to replace or add a field
 * while every other byte stays as the client sent it.
 */
import { BODY_SHAPE, type FieldSpan, type ShapeLimits, scanObject } from '../../../domain/json/scan'
import { countNames } from '../../../domain/json/text'
import { isJudged } from '../../wire/judged-fields'

const CLOSE_BRACE = 125

/**
 * Spans by field name, or `undefined` when the bytes are not one balanced JSON object. Throws
 * `request.invalid` for more fields, levels or values than any request has, and for a field that
 * is judged and given twice.
 */
export function topLevelFields(bytes: Buffer): Map<string, FieldSpan> | undefined {
  return scanObject(bytes, BODY_SHAPE, isJudged)
}

/** A body that was parsed is within all limits that matter, whatever its shape. */
const ANY_SHAPE: ShapeLimits = { names: Infinity, levels: Infinity, values: Infinity }

/**
 * Throws `request.invalid` for a field that is judged and given twice. Parsing keeps the last of
 * two, so that only a text with more names than were parsed is read once more.
 */
export function refuseRepeated(bytes: Buffer, parsedNames: number): void {
  if (countNames(bytes) !== parsedNames) scanObject(bytes, ANY_SHAPE, isJudged)
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
