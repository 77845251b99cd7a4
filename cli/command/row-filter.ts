/** `--filter` and `--sort` over the documented fields of rows. */
import { UsageError } from '../exit'
import { cellText, columnsOf, kindOf, type View } from '../output/output'
import { instantSeconds } from '../time-argument'
import { type Translate, words } from '../words'

const COMPARISONS = {
  '>=': (value: number, limit: number) => value >= limit,
  '<=': (value: number, limit: number) => value <= limit,
  '>': (value: number, limit: number) => value > limit,
  '<': (value: number, limit: number) => value < limit,
} as const

/** Longer signs first, so that `>=` is not read as `>`. */
const SIGNS = ['!=', '!~', '>=', '<=', '=', '~', '>', '<'] as const

/** One `--filter` as it is written. */
export interface Condition {
  readonly field: string
  readonly sign: (typeof SIGNS)[number]
  readonly wanted: string
}

/** `FIELD=VALUE` and its like. Throws `UsageError`. */
export function conditionOf(text: string): Condition {
  const at = text.search(/[=!~<>]/)
  const sign = SIGNS.find((candidate) => text.startsWith(candidate, at))
  if (at < 1 || sign === undefined) {
    throw new UsageError(
      words`--filter "${text}" must be FIELD, one of ${SIGNS.join(' ')}, and a value`,
    )
  }
  return { field: text.slice(0, at).trim(), sign, wanted: text.slice(at + sign.length).trim() }
}

/** Throws `UsageError` that names the fields there are. */
export function knownField<Field extends string>(
  flag: string,
  given: string,
  known: readonly Field[],
): Field {
  const found = known.find((name) => name === given)
  if (found !== undefined) return found
  const all = known.join(', ')
  throw new UsageError(words`--${flag}: there is no field "${given}"; known are ${all}`)
}

/** Whether a row passes every condition. */
export function rowJudge<Row extends object>(
  conditions: readonly Condition[],
  view: View<Row>,
  translate: Translate,
): (row: Row) => boolean {
  const judges = conditions.map((condition) => judgeOf(condition, view, translate))
  return (row) => judges.every((judge) => judge(row))
}

function judgeOf<Row extends object>(
  condition: Condition,
  view: View<Row>,
  translate: Translate,
): (row: Row) => boolean {
  const { sign, wanted } = condition
  const field = knownField('filter', condition.field, view.fields)
  if (sign === '>' || sign === '<' || sign === '>=' || sign === '<=') {
    const limit = limitOf(condition, kindOf(view, field))
    return (row) => {
      const value = textOf(row[field])
      return value !== '' && COMPARISONS[sign](Number(value), limit)
    }
  }
  const texts = textsOf(field, view, translate)
  const part = wanted.toLowerCase()
  const matches = sign.endsWith('~')
    ? (text: string) => text.toLowerCase().includes(part)
    : (text: string) => text === wanted
  return (row) => texts(row).some(matches) !== sign.startsWith('!')
}

/** What stands in the field, and what tables show for it: 1, enabled and 已启用. */
function textsOf<Row extends object>(
  field: keyof Row & string,
  view: View<Row>,
  translate: Translate,
): (row: Row) => readonly string[] {
  const column = columnsOf(view).find(
    (candidate) =>
      candidate.field === field || (candidate.kind === 'word' && candidate.value === field),
  )
  return (row) => {
    if (column === undefined) return [textOf(row[field])]
    return [textOf(row[field]), cellText(row, column), cellText(row, column, translate)]
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A number, or a date for a field that holds times. */
function limitOf({ field, sign, wanted }: Condition, kind: string | undefined): number {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(wanted)) return Number(wanted)
  const seconds = kind === 'time_s' || kind === 'time_ms' ? instantSeconds(wanted) : undefined
  if (seconds === undefined) {
    const wish = kind?.startsWith('time') ? words`a date, or a number` : words`a number`
    throw new UsageError(words`--filter ${field}${sign} needs ${wish}`)
  }
  return kind === 'time_ms' ? seconds * 1000 : seconds
}

/** `FIELD`, `FIELD:asc` or `FIELD:desc`. Empty fields come last either way. */
export function rowOrder<Row extends object>(
  text: string,
  { fields }: View<Row>,
): (a: Row, b: Row) => number {
  const [name = '', direction = 'asc'] = text.split(':')
  if (direction !== 'asc' && direction !== 'desc') {
    throw new UsageError('--sort must be FIELD, FIELD:asc or FIELD:desc')
  }
  const field = knownField('sort', name, fields)
  const factor = direction === 'desc' ? -1 : 1
  return (a, b) => {
    const [left, right] = [a[field], b[field]]
    const [leftText, rightText] = [textOf(left), textOf(right)]
    if (leftText === '' || rightText === '') {
      return Number(leftText === '') - Number(rightText === '')
    }
    const isNumeric = typeof left === 'number' && typeof right === 'number'
    return factor * (isNumeric ? left - right : leftText.localeCompare(rightText))
  }
}
