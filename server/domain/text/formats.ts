/** Numbers, times and credits as the reader writes them. */
import type { Language } from '../i18n/translate'
import { formatQuota } from '../money/quota'

export const LOCALES: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-US' }

/** From 10,000 on counts are shortened. */
const SHORTENED_FROM = 10_000

/** Below a cent, dollars have more decimals; nothing that was spent is shown as nothing. */
const CENT = 0.01
const LEAST_SHOWN = 0.0001
const SMALL_DIGITS = 4

const YUAN = 'CNY'

export interface Formats {
  /** Epoch seconds, to the second. */
  readonly time: (seconds: number) => string
  /** The day of it, where the second matters to nobody. */
  readonly date: (seconds: number) => string
  /** The same without the year, for lists of what is recent. */
  readonly moment: (seconds: number) => string
  readonly number: (value: number) => string
  /** 12.3K, 4.5M. */
  readonly count: (value: number) => string
  /** Credits, as currency where the site shows currency. */
  readonly quota: (credits: number) => string
  /** Credits of one call, with the decimals that small amounts need. */
  readonly cost: (credits: number) => string
  /** Dollars with at most `digits` decimals. */
  readonly usd: (dollars: number, digits?: number) => string
  /** A price in dollars for lists: four digits that matter, the rest belongs in a hint. */
  readonly price: (dollars: number) => string
  /** What the shop was paid, in hundredths of a currency (ISO 4217); yuan when it is absent. */
  readonly money: (cents: number, currency?: string) => string
}

export interface FormatFacts {
  readonly language: Language
  readonly perUnit: number
  readonly inCurrency: boolean
}

export function formatsOf({ language, perUnit, inCurrency }: FormatFacts): Formats {
  const locale = LOCALES[language]
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const moment = new Intl.DateTimeFormat(locale, {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const plain = new Intl.NumberFormat(locale)
  // The field writes k, M and B in both languages.
  const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
  const usd = (dollars: number, digits = 6): string => {
    const shown = { minimumFractionDigits: 2, maximumFractionDigits: digits }
    const size = Math.abs(dollars).toLocaleString(locale, shown)
    return `${dollars < 0 && /[1-9]/.test(size) ? '-' : ''}$${size}`
  }
  const quota = (credits: number): string => {
    if (!inCurrency) return plain.format(credits)
    const dollars = perUnit > 0 ? credits / perUnit : 0
    if (dollars === 0 || Math.abs(dollars) >= CENT) {
      return grouped(formatQuota(credits, perUnit, true))
    }
    if (Math.abs(dollars) >= LEAST_SHOWN) return usd(dollars, SMALL_DIGITS)
    return `${dollars < 0 ? '-' : ''}<${usd(LEAST_SHOWN, SMALL_DIGITS)}`
  }
  return {
    time: (seconds) => time.format(new Date(seconds * 1000)),
    date: (seconds) => date.format(new Date(seconds * 1000)),
    moment: (seconds) => moment.format(new Date(seconds * 1000)),
    number: (value) => plain.format(value),
    count: (value) =>
      Math.abs(value) < SHORTENED_FROM
        ? plain.format(value)
        : short.format(value).replace('K', 'k'),
    quota,
    cost: (credits) =>
      inCurrency && perUnit > 0
        ? usd(credits / perUnit, costDigits(credits / perUnit))
        : quota(credits),
    usd,
    price: (dollars) => usd(dollars, priceDigits(dollars)),
    money: (cents, currency = YUAN) => {
      if (currency === YUAN || !/^[A-Z]{3}$/.test(currency)) return `¥${(cents / 100).toFixed(2)}`
      return (cents / 100).toLocaleString(locale, { style: 'currency', currency })
    },
  }
}

/** `$1234567.89` with commas, as both languages of the console write it. */
function grouped(amount: string): string {
  return amount.replace(/\d(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, '$&,')
}

/** Millionths matter in what a call cost, and in thousands of dollars nobody reads them. */
function costDigits(dollars: number): number {
  const size = Math.abs(dollars)
  if (size >= 100) return 2
  return size >= 1 ? 4 : 6
}

const MOST_DIGITS = 12

function priceDigits(dollars: number): number {
  const size = Math.abs(dollars)
  if (size === 0 || size >= 1) return 4
  return Math.min(MOST_DIGITS, 3 - Math.floor(Math.log10(size)))
}
