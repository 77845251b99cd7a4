/** What a field holds, how tables show it, and what `--typed` makes of it. */
import { CREDITS_PER_USD } from '../../server/domain/money/quota'
import { zonedTimeText } from '../time-argument'
import { CREDITS_NOTE, usdText } from '../usd'
import { type Translate, words } from '../words'

interface KindRow {
  /** What `--json` prints, and in which unit. */
  readonly type: string
  readonly unit?: string
  /** What `--typed` prints where that differs. */
  readonly typed?: string
  /** Of a value that is there. */
  readonly typedValue?: (value: unknown) => unknown
  /** Of a number in a table. */
  readonly cell?: (value: number, translate: Translate) => string
  /** Tables align it on the right. */
  readonly isAmount?: true
}

const MS = 1000
const AMOUNT = { type: 'number', isAmount: true } as const

/** A `word` is one of a fixed set, shown in the reader's language; other text is data. */
const FIELD_KINDS = {
  text: { type: 'text' },
  word: { type: 'text, or the number of a state', typed: 'a word' },
  number: AMOUNT,
  credits: {
    ...AMOUNT,
    unit: `credits, of which ${CREDITS_NOTE}`,
    typed: 'number, and dollars in a field with _usd',
    cell: usdText,
  },
  usd: { ...AMOUNT, unit: 'US dollars' },
  micro_usd: { ...AMOUNT, unit: 'millionths of a US dollar' },
  cents: { ...AMOUNT, unit: 'hundredths of the currency' },
  tokens: { ...AMOUNT, unit: 'tokens' },
  bytes: { ...AMOUNT, unit: 'bytes' },
  percent: { ...AMOUNT, unit: 'percent' },
  ms: { ...AMOUNT, unit: 'milliseconds' },
  seconds: { ...AMOUNT, unit: 'seconds' },
  time_s: moment('epoch seconds', MS),
  time_ms: moment('epoch milliseconds', 1),
  flag: {
    type: '0 or 1, or true or false',
    typed: 'true or false',
    typedValue: (value) => (value === 0 || value === 1 ? value === 1 : value),
    cell: (value, translate) => translate(value === 0 ? words`no` : words`yes`),
  },
  list: {
    type: 'text, separated by commas',
    typed: 'array of texts',
    typedValue: (value) => (typeof value === 'string' ? parts(value) : value),
  },
  json: { type: 'JSON, or JSON as text', typed: 'JSON', typedValue: parsed },
} as const satisfies Readonly<Record<string, KindRow>>

export type FieldKind = keyof typeof FIELD_KINDS

/** By name of a field. */
export type FieldKinds = Readonly<Record<string, FieldKind>>

export function kindRow(kind: FieldKind): KindRow {
  return FIELD_KINDS[kind]
}

function moment(unit: string, unitMs: number): KindRow {
  return {
    type: 'number',
    unit,
    typed: 'ISO 8601, or null for never',
    typedValue: (value) => (typeof value === 'number' ? isoText(value * unitMs) : value),
    cell: (value) => timeText(value * unitMs),
  }
}

export function timeText(ms: number): string {
  if (ms <= 0) return '-'
  const date = new Date(ms)
  // Rows of older releases may name moments that no calendar has.
  return Number.isNaN(date.getTime()) ? String(ms) : zonedTimeText(date)
}

function isoText(ms: number): string | number | null {
  if (ms <= 0) return null
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? ms : date.toISOString()
}

function parts(text: string): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    // Rows of other gateways may have anything there.
    return value
  }
}

/** Units stand at the end of a name. */
const NAMED: readonly (readonly [RegExp, FieldKind])[] = [
  [/(?:^|_)(?:quota|credits)$/, 'credits'],
  [/_micro_usd$/, 'micro_usd'],
  [/_usd$/, 'usd'],
  [/_cents$/, 'cents'],
  [/_ms$/, 'ms'],
  [/_percent$/, 'percent'],
  [/(?:^|_)bytes$/, 'bytes'],
  [/_tokens$/, 'tokens'],
  [/_time$/, 'time_s'],
  [/_at$/, 'time_ms'],
  [/^is_/, 'flag'],
]

/** Where nothing else says. */
export function kindByName(field: string): FieldKind | undefined {
  return NAMED.find(([name]) => name.test(field))?.[1]
}

/** A field as `--typed` prints it, with those derived from it; nothing is null. */
export function typedEntries(
  field: string,
  value: unknown,
  kind: FieldKind = 'text',
): readonly (readonly [string, unknown])[] {
  const { typedValue } = kindRow(kind)
  const isNothing = value === undefined || value === null || (value === '' && kind !== 'list')
  const typed = typedValue === undefined ? value : typedValue(value)
  const entry = [field, isNothing ? null : typed] as const
  if (kind !== 'credits') return [entry]
  const usd = typeof value === 'number' ? value / CREDITS_PER_USD : null
  return [entry, [`${field}_usd`, usd]]
}

/** Names of the fields that `--typed` prints. */
export function typedNames(fields: readonly string[], kinds: FieldKinds): readonly string[] {
  return fields.flatMap((field) => typedEntries(field, null, kinds[field]).map(([name]) => name))
}
