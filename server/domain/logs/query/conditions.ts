/** What a query line asks, as conditions that a database and a person can both check. */
import { ERROR_IDS, ERRORS } from '../../errors/catalogue'
import { LOG_TYPE } from '../../status'
import {
  LOG_QUERY_FIELDS,
  LOG_TYPE_NAMES,
  type LogField,
  type NumberColumn,
  type TextColumn,
} from './fields'
import { type FieldPart, type LinePart, partsOf, unescaped } from './lex'

export type Comparison = '=' | '<' | '<=' | '>' | '>='

/** One thing that a row can be tested for. */
export type LogAtom =
  | { readonly column: TextColumn; readonly is: string }
  /** `*` stands for anything; letter case aside. */
  | { readonly column: TextColumn; readonly like: string }
  | { readonly column: NumberColumn; readonly compare: Comparison; readonly value: number }
  /** Of an organisation's calls: by whose token, or of which of its projects, by their names. */
  | { readonly holder: 'project' | 'member'; readonly name: string }
  /** The same where nothing but the log is there: the ids of those tokens. */
  | { readonly tokenIds: readonly number[] }
  /** A part of the JSON text in `other`. */
  | { readonly mark: string }

/** Of each of `allOf` one holds at least; `isNot` turns the whole round. */
export interface LogTest {
  readonly isNot: boolean
  readonly allOf: readonly (readonly LogAtom[])[]
  /** One of these is enough instead. */
  readonly or?: readonly LogTest[]
}

export interface LogLine {
  readonly tests: readonly LogTest[]
  /** What is looked for in the row's text, "" for nothing. */
  readonly words: string
  /** Parts that nobody understands, as they were typed. */
  readonly unclear: readonly string[]
}

export interface LineReader {
  /** Whether the fields of administrators may be named. */
  readonly isAdmin: boolean
  /** Credits that make a dollar. */
  readonly perUnit: number
}

export function readLogLine(line: string, reader: LineReader): LogLine {
  const tests: LogTest[] = []
  const words: string[] = []
  const unclear: string[] = []
  for (const part of withOperators(partsOf(line))) {
    if (part.kind === 'word') words.push(part.word)
    else if (part.kind === 'unknown') unclear.push(part.source)
    else if (part.value !== '') {
      const test = testOf(part, reader)
      if (test === undefined) unclear.push(`${part.field}:${part.value}`)
      else addTest(tests, test, part.isOr)
    }
  }
  return { tests, words: words.join(' '), unclear }
}

function addTest(tests: LogTest[], test: LogTest, isOr: boolean): void {
  const before = isOr ? tests.pop() : undefined
  tests.push(before === undefined ? test : { ...before, or: [...(before.or ?? []), test] })
}

type LineTerm = Exclude<LinePart, FieldPart> | (FieldPart & { readonly isOr: boolean })

/** `not` before a field, and `or` between two; anywhere else they are words to look for. */
function withOperators(parts: readonly LinePart[]): readonly LineTerm[] {
  const terms: LineTerm[] = []
  let operators: string[] = []
  for (const part of parts) {
    const word = part.kind === 'word' ? part.word.toLowerCase() : ''
    if (word === 'not' || (word === 'or' && terms.at(-1)?.kind === 'field')) {
      operators.push(word)
    } else if (part.kind === 'field') {
      const isNot = operators.includes('not') !== part.isNot
      terms.push({ ...part, isNot, isOr: operators.includes('or') })
      operators = []
    } else {
      terms.push(...operators.map((one) => ({ kind: 'word' as const, word: one })), part)
      operators = []
    }
  }
  return [...terms, ...operators.map((one) => ({ kind: 'word' as const, word: one }))]
}

/** Lists of values that are conditions of several parts grow fast. */
const MOST_CLAUSES = 16

function testOf(part: FieldPart, reader: LineReader): LogTest | undefined {
  const field: LogField = LOG_QUERY_FIELDS[part.field]
  if (field.adminOnly && !reader.isAdmin) return undefined
  const values = valuesOf(part.value)
  const read = values.map((value) => READERS[field.kind](value, field, reader))
  const known = read.filter((each) => each !== undefined)
  if (known.length === 0 || known.length < values.length) return undefined
  if (known.reduce((product, { length }) => product * length, 1) > MOST_CLAUSES) return undefined
  return { isNot: part.isNot, allOf: anyOf(known) }
}

/** Any of the lists of conditions: either holds as a whole. */
function anyOf(read: readonly Alternative[]): Alternative {
  const [first, ...rest] = read
  if (first === undefined) return []
  // (a and b) or (c and d) is (a or c) and (a or d) and (b or c) and (b or d).
  return rest.reduce<Alternative>(
    (all, next) => all.flatMap((one) => next.map((other) => [...one, ...other])),
    first,
  )
}

interface Value {
  readonly text: string
  readonly isQuoted: boolean
}

const VALUE = /"((?:[^"\\]|\\.)*)"?|[^,"]+/g

function valuesOf(value: string): readonly Value[] {
  return [...value.matchAll(VALUE)].map(([source, quoted]) =>
    quoted === undefined
      ? { text: source, isQuoted: false }
      : { text: unescaped(quoted), isQuoted: true },
  )
}

type Alternative = readonly (readonly LogAtom[])[]

type Reader = (value: Value, field: LogField, reader: LineReader) => Alternative | undefined

const READERS: Readonly<Record<LogField['kind'], Reader>> = {
  text: ({ text, isQuoted }, field) => {
    if (field.kind !== 'text') return undefined
    const { column } = field
    const typed = column === 'ip' ? networkPattern(text) : text
    if (column === 'ip' && typed.includes('/')) return undefined
    const isPattern = !isQuoted && typed.includes('*')
    return [[isPattern ? { column, like: typed } : { column, is: typed }]]
  },
  number: ({ text }, field, { perUnit }) =>
    field.kind === 'number'
      ? rangeOf(text, field.column, field.unit === 'usd' ? perUnit : 1)
      : undefined,
  flag: ({ text }, field) => {
    const isOn = FLAGS[text.toLowerCase()]
    if (isOn === undefined || field.kind !== 'flag') return undefined
    if (field.column === 'is_stream') return [[is('is_stream', isOn ? 1 : 0)]]
    // There is no row that says of itself that it was answered at once.
    return isOn ? [[{ mark: '"retries":' }]] : undefined
  },
  type: ({ text }) => TYPES[text.toLowerCase()],
  status: ({ text }) => statusOf(text),
  // One among several that have commas between them.
  tag: ({ text }) => [
    [
      text.includes('*') ? { column: 'tags', like: text } : { column: 'tags', is: text },
      ...[`${text},*`, `*,${text}`, `*,${text},*`].map(
        (like) => ({ column: 'tags', like }) as const,
      ),
    ],
  ],
  project: ({ text }) => [[{ holder: 'project', name: text }]],
  member: ({ text }) => [[{ holder: 'member', name: text }]],
  error: ({ text }) => [[{ mark: `"error":${JSON.stringify(text)}` }]],
}

/** `203.0.113.0/24` as a pattern. Of whole octets only: addresses are stored as texts. */
function networkPattern(text: string): string {
  const [, octets = '', bits] = /^((?:\d{1,3}\.){3})\d{1,3}\/(8|16|24)$/.exec(text) ?? []
  if (bits === undefined) return text
  return `${octets.split('.', Number(bits) / 8).join('.')}.*`
}

const FLAGS: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

function is(column: NumberColumn, value: number): LogAtom {
  return { column, compare: '=', value }
}

const failed = [is('type', LOG_TYPE.error)]

/** A failed call had a channel; a refused one never came so far. */
const TYPES: Readonly<Record<string, Alternative>> = {
  answered: [[is('type', LOG_TYPE.consumption)]],
  failed: [failed, [{ column: 'channel_id', compare: '>', value: 0 }]],
  refused: [failed, [is('channel_id', 0)]],
  /** Of callers whom nobody knew. */
  unknown: [failed, [{ mark: '"unknown_caller":true' }]],
  ...Object.fromEntries(LOG_TYPE_NAMES.map((name) => [name, [[is('type', LOG_TYPE[name])]]])),
  ...Object.fromEntries(
    LOG_TYPE_NAMES.map((name) => [String(LOG_TYPE[name]), [[is('type', LOG_TYPE[name])]]]),
  ),
}

const RANGE = /^\$?(\d+(?:\.\d+)?)([km]?)\.\.\$?(\d+(?:\.\d+)?)([km]?)$/i
const BOUND = /^(<=|>=|<|>|=)?\$?(\d+(?:\.\d+)?)([km]?)s?$/i

const TIMES: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

function rangeOf(text: string, column: NumberColumn, unit: number): Alternative | undefined {
  const value = (digits = '', suffix = '') =>
    integral(Number(digits) * (TIMES[suffix.toLowerCase()] ?? 1) * unit)
  const [, from, fromUnit, to, toUnit] = RANGE.exec(text) ?? []
  if (from !== undefined) {
    return [
      [{ column, compare: '>=', value: value(from, fromUnit) }],
      [{ column, compare: '<=', value: value(to, toUnit) }],
    ]
  }
  const [, sign, digits, suffix] = BOUND.exec(text) ?? []
  if (digits === undefined) return undefined
  return [[{ column, compare: comparison(sign), value: value(digits, suffix) }]]
}

/** Stored numbers are whole, and a product of decimals is only nearly so. */
function integral(value: number): number {
  const nearest = Math.round(value)
  return Math.abs(value - nearest) < 1e-6 ? nearest : value
}

function comparison(sign: string | undefined): Comparison {
  return sign === '<' || sign === '<=' || sign === '>' || sign === '>=' ? sign : '='
}

/** Failures of these ids have a status of their upstream. */
const UPSTREAM_IDS: ReadonlySet<string> = new Set(['upstream.refused', 'upstream.misconfigured'])

/** `429`, `5xx`: what an upstream said or the client got. A call that was answered is 200. */
function statusOf(text: string): Alternative | undefined {
  const [, first, rest] = /^([1-5])(\d\d|xx|\*)$/i.exec(text) ?? []
  if (first === undefined || rest === undefined) return undefined
  if (first === '2') return [[is('type', LOG_TYPE.consumption)]]
  const isClass = !/\d/.test(rest)
  const start = isClass ? first : text
  const ids = ERROR_IDS.filter(
    (id) => !UPSTREAM_IDS.has(id) && String(ERRORS[id].openai.status).startsWith(start),
  )
  return [
    failed,
    [
      { mark: `"upstream_status":${start}` },
      { mark: `"told_status":${start}` },
      ...ids.map((id) => ({ mark: `"error":"${id}"` })),
    ],
  ]
}
