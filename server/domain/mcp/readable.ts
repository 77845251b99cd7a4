/**
 * Answers of the management API as an assistant reads them: times as ISO 8601, dollars next to
 * credits, and neither blanks nor secrets.
 */
import { CREDITS_PER_USD } from '../money/quota'

/** Whatever an answer holds under such a name is left out, on top of what a tool picks. */
const SECRET = /^(?:keys?|password|secret|access_token|verification_code|.+_(?:key|secret))$/

const CREDITS = /^(?:(?:\w+_)?(?:quota|credits)|cost|uncollected|charged|margin|sp\w+_day)$/

const MOMENT = /^(?:at|from|to|now|known_from|\w+_(?:at|time|from|until|timestamp)|start|end)$/
const SECONDS = { least: 1_000_000_000, most: 4_000_000_000 }

export function readable(answer: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, field]) =>
      SECRET.test(name) || isBlank(field) ? [] : shown(name, field),
    ),
  )
}

function readableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readableValue)
  return typeof value === 'object' && value !== null ? readable(value) : value
}

const isBlank = (field: unknown): boolean => field === '' || field === null || field === undefined

function shown(name: string, field: unknown): readonly (readonly [string, unknown])[] {
  if (typeof field !== 'number') return [[name, readableValue(field)]]
  if (MOMENT.test(name)) return [[name, momentText(field)]]
  if (!CREDITS.test(name)) return [[name, field]]
  return [
    [name, field],
    [`${name}_usd`, Number((field / CREDITS_PER_USD).toPrecision(SHOWN_DIGITS))],
  ]
}

const SHOWN_DIGITS = 12

/** Seconds or milliseconds since 1970; what is neither, such as "never", stays a number. */
function momentText(value: number): string | number {
  const isSince = (unit: number) => value >= SECONDS.least * unit && value <= SECONDS.most * unit
  if (isSince(1)) return new Date(value * 1000).toISOString()
  return isSince(1000) ? new Date(value).toISOString() : value
}

/** Some fields of a row, in this order. */
export function pick<Row extends object>(row: Row, names: readonly (keyof Row & string)[]): object {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}
