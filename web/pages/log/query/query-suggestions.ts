/** What a query line can go on with at the place where somebody types. */
import {
  LOG_FIELD_NAMES,
  LOG_QUERY_FIELDS,
  LOG_TYPE_WORDS,
  type LogField,
  type LogFieldName,
  logFieldNamed,
} from '../../../../server/domain/logs/query/fields'
import { quotedValue } from '../../../../server/domain/logs/query/lex'

/** Values that are worth offering, by field. */
export type KnownValues = Readonly<Partial<Record<LogFieldName, readonly string[]>>>

export interface Suggestion {
  /** As it is put into the line. */
  readonly insert: string
  /** A field is followed by its value, a value by the next field. */
  readonly field: LogFieldName
  readonly value: string | undefined
}

export interface Suggestions {
  /** Where the part begins that is replaced. */
  readonly start: number
  readonly choices: readonly Suggestion[]
}

const MOST = 8
/** All of them: what is not offered is not found. */
const MOST_FIELDS = LOG_FIELD_NAMES.length

const EXAMPLES: KnownValues = {
  type: LOG_TYPE_WORDS,
  status: ['429', '4xx', '5xx', '401', '500', '503'],
  cost: ['>0.01', '>0.1', '>1', '0'],
  time: ['>10', '>60'],
  tokens: ['>10k', '>100k'],
  retried: ['yes'],
  stream: ['yes', 'no'],
  client: ['claude-code', 'codex', 'gemini-cli', 'opencode', 'openai-python', 'curl'],
  ip: ['203.0.113.0/24', '10.*'],
  latency: ['>2000', '>10000'],
}

interface Asking {
  readonly isForAll: boolean
  readonly known: KnownValues
}

export function suggestionsAt(line: string, caret: number, asking: Asking): Suggestions {
  const before = line.slice(0, caret)
  const start = startOfPart(before)
  const typed = before.slice(start)
  const found = /^(-?)([a-z_]*)(?::(.*))?$/is.exec(typed)
  if (found === null) return { start, choices: [] }
  const [, minus = '', name = '', value] = found
  if (value === undefined) return { start, choices: fieldsFor(name, minus, asking) }
  const field = logFieldNamed(name)
  if (field === undefined || !isAllowed(field, asking)) return { start, choices: [] }
  return { start, choices: valuesFor(field, { minus, value }, asking) }
}

/** Behind the last space that stands in no quotes. */
function startOfPart(before: string): number {
  let start = 0
  let isQuoted = false
  for (let at = 0; at < before.length; at += 1) {
    const sign = before[at]
    if (sign === '\\' && isQuoted) at += 1
    else if (sign === '"') isQuoted = !isQuoted
    else if (sign === ' ' && !isQuoted) start = at + 1
  }
  return start
}

function isAllowed(field: LogFieldName, { isForAll }: Asking): boolean {
  const { adminOnly }: LogField = LOG_QUERY_FIELDS[field]
  return isForAll || !adminOnly
}

function fieldsFor(name: string, minus: string, asking: Asking): readonly Suggestion[] {
  const wanted = name.toLowerCase()
  return LOG_FIELD_NAMES.filter((field) => isAllowed(field, asking) && field.startsWith(wanted))
    .slice(0, MOST_FIELDS)
    .map((field) => ({ insert: `${minus}${field}:`, field, value: undefined }))
}

interface TypedValue {
  readonly minus: string
  readonly value: string
}

function valuesFor(
  field: LogFieldName,
  { minus, value: typed }: TypedValue,
  { known }: Asking,
): readonly Suggestion[] {
  // Of a list only its last value is still open.
  const done = /^(?:.*,)?/s.exec(typed)?.[0] ?? ''
  const wanted = typed.slice(done.length).replace(/^"/, '').toLowerCase()
  const values = [...new Set([...(known[field] ?? []), ...(EXAMPLES[field] ?? [])])]
  const matching = values.filter((value) => value.toLowerCase().includes(wanted))
  // What begins as it was typed comes first.
  const begins = (value: string) => (value.toLowerCase().startsWith(wanted) ? 0 : 1)
  return matching
    .sort((a, b) => begins(a) - begins(b))
    .slice(0, MOST)
    .map((value) => {
      const written = EXAMPLES[field]?.includes(value) ? value : quotedValue(value)
      return { insert: `${minus}${field}:${done}${written} `, field, value }
    })
    .filter(({ insert }) => insert.trimEnd() !== `${minus}${field}:${typed}`)
}
