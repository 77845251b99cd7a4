/** The query line as its parts, and written again when one of them changes. */
import { type LogFieldName, logFieldNamed } from './fields'

export interface FieldPart {
  readonly kind: 'field'
  readonly field: LogFieldName
  readonly isNot: boolean
  /** As it stands in the line, quotes included. */
  readonly value: string
}

export type LinePart =
  | FieldPart
  | { readonly kind: 'word'; readonly word: string }
  /** Looks like a field, and is none. */
  | { readonly kind: 'unknown'; readonly source: string }

/** More is no question of a person. */
export const MOST_LINE_CHARACTERS = 500

const PART = /(-?)([a-z_]+):((?:"(?:[^"\\]|\\.)*"?|[^\s"])*)|"((?:[^"\\]|\\.)*)"?|\S+/gi

export function partsOf(line: string): readonly LinePart[] {
  const found = line.slice(0, MOST_LINE_CHARACTERS).matchAll(PART)
  return [...found].map(([source, minus, name, value, quoted]): LinePart => {
    if (quoted !== undefined) return { kind: 'word', word: unescaped(quoted) }
    // An address is a word, though it has a colon.
    if (name === undefined || value === undefined || value.startsWith('//')) {
      return { kind: 'word', word: source }
    }
    const field = logFieldNamed(name)
    if (field === undefined) return { kind: 'unknown', source }
    return { kind: 'field', field, isNot: minus === '-', value }
  })
}

function textOf(part: LinePart): string {
  if (part.kind === 'unknown') return part.source
  if (part.kind === 'word') return quotedIf(part.word, /[\s"]|:(?!\/\/)/)
  return `${part.isNot ? '-' : ''}${part.field}:${part.value}`
}

export function lineOf(parts: readonly LinePart[]): string {
  return parts.map(textOf).join(' ')
}

/** A value as a line can carry it, to the letter: no list, no pattern, no comparison. */
export function quotedValue(value: string): string {
  return quotedIf(value, /[\s",*\\]|^$|^[<>=]/)
}

function quotedIf(text: string, needs: RegExp): string {
  return needs.test(text) ? `"${text.replace(/[\\"]/g, (letter) => `\\${letter}`)}"` : text
}

export function unescaped(text: string): string {
  return text.replace(/\\(.)/g, '$1')
}

/** What the line says of a field, without quotes where there is one value; "" for nothing. */
export function fieldIn(line: string, field: LogFieldName): string {
  const part = partsOf(line).find(
    (each): each is FieldPart => each.kind === 'field' && each.field === field && !each.isNot,
  )
  const value = part?.value ?? ''
  return /^"(?:[^"\\]|\\.)*"$/.test(value) ? unescaped(value.slice(1, -1)) : value
}

/** A value as a person typed it into a field of its own: a list or a pattern is one. */
export function typedValue(value: string): string {
  return value === '' ? '' : quotedIf(value, /[\s"]/)
}

/** The line with another value of a field, written as lines have it; without it for "". */
export function withField(line: string, field: LogFieldName, value: string): string {
  const parts = partsOf(line)
  const isIt = (part: LinePart) => part.kind === 'field' && part.field === field && !part.isNot
  const at = parts.findIndex(isIt)
  const rest = parts.filter((part) => !isIt(part))
  if (value === '') return lineOf(rest)
  const part: FieldPart = { kind: 'field', field, isNot: false, value }
  return lineOf(at < 0 ? [...rest, part] : rest.toSpliced(at, 0, part))
}
