/**
 * Reads the shape of a JSON object from its bytes, without parsing it: where its top-level
 * fields are, and whether it is one that a real request could have. What nobody means (a million
 * names, brackets a million deep) is refused here, before anything is built from it.
 */
import { GatewayError } from '../errors/gateway-error'
import type { ReasonKey } from '../i18n/zh/reasons'
import { endOfString } from './text'

export interface FieldSpan {
  /** Byte range of the value. */
  readonly start: number
  readonly end: number
}

/** Most of each that a body may have. */
export interface ShapeLimits {
  readonly names: number
  readonly levels: number
  /** Values in the whole body, those inside lists and objects included. */
  readonly values: number
}

/** Far beyond real requests: the largest conversations have some ten thousand values. */
export const BODY_SHAPE: ShapeLimits = {
  names: 1_000,
  levels: 512,
  values: 1_000_000,
}

const QUOTE = 34
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
/** Levels that a byte opens or closes. */
const STEPS = new Int8Array(256)
STEPS[OPEN_BRACE] = STEPS[OPEN_BRACKET] = 1
STEPS[CLOSE_BRACE] = STEPS[CLOSE_BRACKET] = -1
const COMMA = 44
const COLON = 58

/**
 * Spans by field name, or `undefined` when the bytes are not one balanced JSON object. Throws
 * `request.invalid` for a shape beyond the limits, and for a second field of a name that
 * `isSingle` allows once.
 */
export function scanObject(
  bytes: Buffer,
  limits: ShapeLimits,
  isSingle: (name: string) => boolean = () => false,
): Map<string, FieldSpan> | undefined {
  return new Scan(bytes, limits).object(isSingle)
}

/** A field with its name. */
export interface NamedSpan extends FieldSpan {
  readonly nameStart: number
}

/**
 * The field at a path of plain names in the object that begins at `from`; `undefined` where
 * there is none. Reads no further than the field.
 */
export function findField(
  bytes: Buffer,
  from: number,
  path: readonly string[],
): NamedSpan | undefined {
  return new Scan(bytes, NO_LIMITS).field(from, path)
}

/** Of what has been bounded before. */
const NO_LIMITS: ShapeLimits = { names: Infinity, levels: Infinity, values: Infinity }

/** Throws `request.invalid` when a parsed object has more names than a body may have. */
export function requireNames(names: readonly string[], limits: ShapeLimits): void {
  if (names.length > limits.names) throw beyond('reason.too_many_fields', limits.names)
}

function givenTwice(field: string): GatewayError {
  return new GatewayError('request.invalid', { field, reason: 'reason.given_twice' })
}

function beyond(reason: ReasonKey, max: number): GatewayError {
  return new GatewayError('request.invalid', { field: 'body', reason, max })
}

class Scan {
  readonly #bytes: Buffer
  readonly #limits: ShapeLimits
  #values = 0

  constructor(bytes: Buffer, limits: ShapeLimits) {
    this.#bytes = bytes
    this.#limits = limits
  }

  object(isSingle: (name: string) => boolean): Map<string, FieldSpan> | undefined {
    const bytes = this.#bytes
    const fields = new Map<string, FieldSpan>()
    let at = this.#skipSpace(0)
    if (bytes[at] !== OPEN_BRACE) return undefined
    at = this.#skipSpace(at + 1)
    for (let names = 1; bytes[at] !== CLOSE_BRACE || names > 1; names += 1) {
      if (names > this.#limits.names) throw beyond('reason.too_many_fields', this.#limits.names)
      const field = this.#fieldAt(at)
      if (field === undefined) return undefined
      const { name, span } = field
      if (fields.has(name) && isSingle(name)) throw givenTwice(name)
      fields.set(name, span)
      at = this.#skipSpace(span.end)
      if (bytes[at] !== COMMA) break
      at = this.#skipSpace(at + 1)
    }
    return bytes[at] === CLOSE_BRACE && this.#isOver(at + 1) ? fields : undefined
  }

  /** The name that begins here, and where its value lies. */
  #fieldAt(at: number): { readonly name: string; readonly span: FieldSpan } | undefined {
    const bytes = this.#bytes
    const nameEnd = bytes[at] === QUOTE ? this.#endOfString(at) : -1
    if (nameEnd < 0) return undefined
    // Parsed, because escapes can spell any name.
    const name = parsedString(bytes.toString('utf8', at, nameEnd))
    const colon = this.#skipSpace(nameEnd)
    if (name === undefined || bytes[colon] !== COLON) return undefined
    const start = this.#skipSpace(colon + 1)
    const end = this.#endOfValue(start)
    return end < 0 ? undefined : { name, span: { start, end } }
  }

  field(from: number, path: readonly string[]): NamedSpan | undefined {
    let found = { nameStart: from, start: from }
    for (const name of path) {
      const next = this.#named(found.start, name)
      if (next === undefined) return undefined
      found = next
    }
    const end = this.#endOfValue(found.start)
    return end < 0 ? undefined : { ...found, end }
  }

  /** Where the value of the object's field of this name begins. */
  #named(from: number, name: string): Omit<NamedSpan, 'end'> | undefined {
    const bytes = this.#bytes
    let at = this.#skipSpace(from)
    if (bytes[at] !== OPEN_BRACE) return undefined
    for (;;) {
      const nameStart = this.#skipSpace(at + 1)
      const nameEnd = bytes[nameStart] === QUOTE ? this.#endOfString(nameStart) : -1
      if (nameEnd < 0) return undefined
      const colon = this.#skipSpace(nameEnd)
      if (bytes[colon] !== COLON) return undefined
      const start = this.#skipSpace(colon + 1)
      // The quotes are no part of the name.
      const isLong = nameEnd - nameStart - 2 === name.length
      if (isLong && bytes.toString('latin1', nameStart + 1, nameEnd - 1) === name) {
        return { nameStart, start }
      }
      const end = this.#endOfValue(start)
      if (end < 0) return undefined
      at = this.#skipSpace(end)
      if (bytes[at] !== COMMA) return undefined
    }
  }

  #skipSpace(from: number): number {
    const bytes = this.#bytes
    let at = from
    for (;;) {
      const byte = bytes[at]
      if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) return at
      at += 1
    }
  }

  #isOver(from: number): boolean {
    return this.#skipSpace(from) >= this.#bytes.length
  }

  /** Index after the closing quote of the string that opens at `from`, -1 if it never closes. */
  #endOfString(from: number): number {
    return endOfString(this.#bytes, from + 1)
  }

  #endOfValue(from: number): number {
    const bytes = this.#bytes
    const first = bytes[from]
    if (first === QUOTE) return this.#endOfString(from)
    if (first === OPEN_BRACE || first === OPEN_BRACKET) return this.#endOfNested(from)
    let at = from
    while (at < bytes.length && !isDelimiter(bytes[at])) at += 1
    return at > from && at < bytes.length ? at : -1
  }

  #endOfNested(from: number): number {
    const bytes = this.#bytes
    const { length } = bytes
    // The body's own object is the first level.
    const deepest = this.#limits.levels - 1
    let room = this.#limits.values - this.#values
    let depth = 0
    let at = from
    while (at >= 0 && at < length) {
      const byte = bytes[at] as number
      at = byte === QUOTE ? this.#endOfString(at) : at + 1
      const step = STEPS[byte] as number
      if (step === 0 && byte !== COMMA) continue
      depth += step
      if (depth === 0) break
      if (step >= 0) room -= 1
      if (depth > deepest || room < 0) throw this.#tooMuch(depth > deepest)
    }
    this.#values = this.#limits.values - room
    return depth === 0 ? at : -1
  }

  #tooMuch(isTooDeep: boolean): GatewayError {
    const { levels, values } = this.#limits
    return isTooDeep
      ? beyond('reason.too_many_levels', levels)
      : beyond('reason.too_many_values', values)
  }
}

function parsedString(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
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
