/** What providers say was used, out of the files that their consoles export. */
import { type CsvRow, readCsv } from './read-csv'

export const USAGE_CLASSES = [
  'requests',
  'prompt',
  'cache_read',
  'cache_write',
  'completion',
] as const
export type UsageClass = (typeof USAGE_CLASSES)[number]

export interface ProviderCount {
  /** YYYY-MM-DD, in the provider's own days, which are UTC. */
  readonly day: string
  /** As the provider writes it. */
  readonly model: string
  readonly class: UsageClass
  readonly count: number
}

export interface ProviderUsage {
  /** Which kind of file it was. */
  readonly shape: string
  readonly counts: readonly ProviderCount[]
}

interface Shape {
  readonly name: string
  /** Columns without which it is another kind. */
  readonly needs: readonly string[]
  readonly read: (row: CsvRow) => readonly ProviderCount[]
}

/** `undefined` for a file of no known kind. */
export function readProviderUsage(text: string): ProviderUsage | undefined {
  const rows = readCsv(text)
  const names = new Set(Object.keys(rows[0] ?? {}))
  const shape = SHAPES.find(({ needs }) => needs.every((name) => names.has(name)))
  if (shape === undefined) return undefined
  const counts = rows.flatMap((row) => shape.read(row)).filter(({ count }) => count !== 0)
  return { shape: shape.name, counts }
}

/** A column for each class; `prompt` without what was read from a cache. */
function columns(
  place: { readonly day: string; readonly model: string },
  counts: Readonly<Partial<Record<UsageClass, number>>>,
): readonly ProviderCount[] {
  return USAGE_CLASSES.map((name) => ({ ...place, class: name, count: counts[name] ?? 0 }))
}

const SHAPES: readonly Shape[] = [
  {
    name: 'openai',
    needs: ['model', 'num_model_requests', 'input_tokens', 'output_tokens'],
    read: (row) => {
      const cached = number(row.input_cached_tokens)
      return columns(
        { day: dayOf(row.start_time_iso || row.start_time), model: row.model ?? '' },
        {
          requests: number(row.num_model_requests),
          // Cached tokens are among those of the input.
          prompt: number(row.input_tokens) - cached,
          cache_read: cached,
          completion: number(row.output_tokens),
        },
      )
    },
  },
  {
    name: 'anthropic',
    needs: ['usage_date_utc', 'model_version', 'usage_input_tokens_no_cache'],
    read: (row) =>
      columns(
        { day: dayOf(row.usage_date_utc), model: row.model_version ?? '' },
        {
          prompt: number(row.usage_input_tokens_no_cache),
          cache_read: number(row.usage_input_tokens_cache_read),
          cache_write:
            number(row.usage_input_tokens_cache_write_5m) +
            number(row.usage_input_tokens_cache_write_1h),
          completion: number(row.usage_output_tokens),
        },
      ),
  },
  {
    name: 'google',
    needs: ['SKU description', 'Usage amount'],
    read: (row) =>
      metered(row['SKU description'], {
        day: row['Usage start date'] || row.Date,
        amount: row['Usage amount'],
        unit: row['Usage unit'],
      }),
  },
  {
    name: 'azure',
    needs: ['MeterName', 'Quantity'],
    read: (row) =>
      metered(row.MeterName, {
        day: row.Date || row.UsageDate,
        amount: row.Quantity,
        unit: row.UnitOfMeasure,
      }),
  },
  {
    name: 'bedrock',
    needs: ['lineItem/UsageType', 'lineItem/UsageAmount'],
    read: (row) =>
      metered(row['lineItem/UsageType'], {
        day: row['lineItem/UsageStartDate'],
        amount: row['lineItem/UsageAmount'],
        unit: row['pricing/unit'] || '1K tokens',
      }),
  },
  {
    name: 'plain',
    needs: ['date', 'model', 'class', 'count'],
    read: (row) => {
      const name = USAGE_CLASSES.find((one) => one === row.class)
      if (name === undefined) return []
      const { model = '' } = row
      return [{ day: dayOf(row.date), model, class: name, count: number(row.count) }]
    },
  },
]

interface Metered {
  readonly day: string | undefined
  readonly amount: string | undefined
  readonly unit: string | undefined
}

/** Clouds name model, direction and region in one text. */
function metered(text: string | undefined, { day, amount, unit }: Metered): ProviderCount[] {
  const name = classIn(text ?? '')
  if (name === undefined) return []
  const count = Math.round(number(amount) * scaleOf(unit ?? ''))
  return [{ day: dayOf(day), model: text ?? '', class: name, count }]
}

const CLASS_WORDS: readonly (readonly [UsageClass, RegExp])[] = [
  ['cache_write', /cache[ -_]?(write|creation|storage)/i],
  ['cache_read', /cache|cchd/i],
  ['completion', /\b(out|outp|opt|output|response|completion|generated)\b/i],
  ['prompt', /\b(in|inp|input|prompt)\b/i],
]

function classIn(text: string): UsageClass | undefined {
  const words = text.replace(/[-_/:]/g, ' ')
  return CLASS_WORDS.find(([, sign]) => sign.test(words))?.[0]
}

function scaleOf(unit: string): number {
  const [, digits = '1', letter = ''] = /(\d[\d,]*)?\s*(k|m|thousand|million)?/i.exec(unit) ?? []
  const base = number(digits) || 1
  const by = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }[letter.toLowerCase()] ?? 1
  return base * by
}

function number(text: string | undefined): number {
  const value = Number((text ?? '').replaceAll(',', ''))
  return Number.isFinite(value) ? value : 0
}

/** Seconds of the epoch, or whatever begins with a date; "" for neither. */
function dayOf(text: string | undefined): string {
  if (text === undefined || text === '') return ''
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000).toISOString().slice(0, 10)
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  if (iso !== undefined) return iso
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text)
  if (american === null) return ''
  const [, month = '', day = '', year = ''] = american
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
