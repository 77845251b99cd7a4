/**
 * One row for each kind of export: by which columns it is known, and what a line of it says. Names
 * of columns are plain (see `read-export.ts`). The documents they follow stand next to the files of
 * `tests/fixtures/provider-usage`.
 */
import { type ProviderCount, USAGE_CLASSES, type UsageClass } from './provider-count'
import type { ExportRow } from './read-export'

export interface ProviderShape {
  readonly name: string
  /** Columns without which it is another kind. */
  readonly needs: readonly string[]
  /** Absent for files of money alone. */
  readonly read?: (row: ExportRow) => readonly ProviderCount[]
}

export const PROVIDER_SHAPES: readonly ProviderShape[] = [
  {
    // The file of its console, and the pages of /v1/organization/usage/completions.
    name: 'openai',
    needs: ['nummodelrequests', 'inputtokens', 'outputtokens'],
    read: (row) => {
      const read = number(row.inputcachedtokens)
      const written = number(row.inputcachewritetokens)
      return columns(
        { day: dayOf(row.starttimeiso || row.starttime), model: row.model ?? '' },
        {
          requests: number(row.nummodelrequests),
          // What was read from a cache and written to it is among the input.
          prompt: number(row.inputtokens) - read - written,
          cache_read: read,
          cache_write: written,
          completion: number(row.outputtokens),
        },
      )
    },
  },
  { name: 'openai costs', needs: ['lineitem', 'amountvalue'] },
  {
    name: 'anthropic',
    needs: ['usagedateutc', 'modelversion', 'usageinputtokensnocache'],
    read: (row) =>
      columns(
        { day: dayOf(row.usagedateutc), model: row.modelversion ?? '' },
        {
          prompt: number(row.usageinputtokensnocache),
          cache_read: number(row.usageinputtokenscacheread),
          // One column in files from before there were two lifetimes.
          cache_write:
            number(row.usageinputtokenscachewrite) +
            number(row.usageinputtokenscachewrite5m) +
            number(row.usageinputtokenscachewrite1h),
          completion: number(row.usageoutputtokens),
        },
      ),
  },
  {
    // The pages of /v1/organizations/usage_report/messages.
    name: 'anthropic',
    needs: ['startingat', 'uncachedinputtokens', 'outputtokens'],
    read: (row) =>
      columns(
        { day: dayOf(row.startingat), model: row.model ?? '' },
        {
          prompt: number(row.uncachedinputtokens),
          cache_read: number(row.cachereadinputtokens),
          cache_write:
            number(row.cachecreationephemeral5minputtokens) +
            number(row.cachecreationephemeral1hinputtokens),
          completion: number(row.outputtokens),
        },
      ),
  },
  { name: 'anthropic costs', needs: ['startingat', 'amount', 'currency'] },
  {
    // The table of its console, and rows of the export to BigQuery as JSON or flattened.
    name: 'google',
    needs: ['skudescription', 'usageamount'],
    read: (row) =>
      metered(row.skudescription, {
        day: row.usagestarttime || row.usagestartdate || row.date,
        amount: row.usageamount,
        unit: row.usageunit,
      }),
  },
  {
    // Cost and usage details of an enterprise agreement, a customer agreement or by use.
    name: 'azure',
    needs: ['metername', 'quantity', 'unitofmeasure'],
    read: (row) =>
      metered(azureMeter(row.metername ?? ''), {
        day: row.date || row.usagedate,
        amount: row.quantity,
        unit: row.unitofmeasure,
      }),
  },
  {
    // Cost and usage reports, of the first kind and 2.0.
    name: 'bedrock',
    needs: ['lineitemusagetype', 'lineitemusageamount'],
    read: (row) => {
      const { lineitemlineitemtype: kind = '' } = row
      if (kind !== '' && !AWS_USES.has(kind)) return []
      return metered(row.lineitemusagetype, {
        day: row.lineitemusagestartdate,
        amount: row.lineitemusageamount,
        unit: row.pricingunit || '1K tokens',
        // Models of others are sold through the marketplace, where only the product names them.
        product: row.productproductname,
      })
    },
  },
  {
    // The FinOps specification, which Azure, Google and AWS export as well.
    name: 'focus',
    needs: ['chargeperiodstart', 'consumedquantity', 'consumedunit'],
    read: (row) =>
      metered(azureMeter(row.skumeter || row.xskumetername || row.chargedescription || ''), {
        day: row.chargeperiodstart,
        amount: row.consumedquantity,
        unit: row.consumedunit,
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

/** Taxes, credits and what a savings plan takes back again are no use of anything. */
const AWS_USES: ReadonlySet<string> = new Set([
  'Usage',
  'DiscountedUsage',
  'SavingsPlanCoveredUsage',
])

/** Newer meters leave the family out: "5.4 inp Gl 1M Tokens". */
function azureMeter(name: string): string {
  return /^\d/.test(name) ? `gpt ${name}` : name
}

/** A column for each class; `prompt` without what was read from a cache. */
function columns(
  place: { readonly day: string; readonly model: string },
  counts: Readonly<Partial<Record<UsageClass, number>>>,
): readonly ProviderCount[] {
  return USAGE_CLASSES.map((name) => ({ ...place, class: name, count: counts[name] ?? 0 }))
}

interface Metered {
  readonly day: string | undefined
  readonly amount: string | undefined
  readonly unit: string | undefined
  /** Names the model next to the meter. */
  readonly product?: string | undefined
}

/** Clouds name model, direction and region in one text. */
function metered(
  text: string | undefined,
  { day, amount, unit, product = '' }: Metered,
): readonly ProviderCount[] {
  const name = classIn(text ?? '')
  if (name === undefined) return []
  const count = Math.round(number(amount) * scaleOf(unit ?? ''))
  return [{ day: dayOf(day), model: `${text} ${product}`.trim(), class: name, count }]
}

/**
 * In this order: what is cached is named next to the direction, and a price step of the input may
 * be named next to an output.
 */
const CLASS_WORDS: readonly (readonly [UsageClass, RegExp])[] = [
  ['cache_write', /cache[ -]?(write|creation)|cached? input write/i],
  ['cache_read', /\b(cache[a-z]*|caching|cchd)\b/i],
  ['completion', /\b(out|outp|outpt|opt|output|response|completion|generated)\b/i],
  ['prompt', /\b(in|inp|input|prompt)\b/i],
]

/** Kept by the hour, which is no use of tokens. */
const STORAGE = /\bstorage\b/i
/** Other services of a cloud have inputs and outputs as well. */
const TOKENS = /\b(tokens?|text|image|audio|video)\b/i

function classIn(text: string): UsageClass | undefined {
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_/:]/g, ' ')
  if (STORAGE.test(words) || !TOKENS.test(words)) return undefined
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
