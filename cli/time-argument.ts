/** Times as people write them in a shell. */
import { type Clock, nowSeconds, systemClock } from '../server/clock'
import { UsageError } from './exit'
import { words } from './words'

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

/** Seconds of `90m`, `12h` or `30d`; `undefined` for anything else. */
export function spanSeconds(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  return count === undefined || unit === undefined
    ? undefined
    : Number(count) * (UNIT_SECONDS[unit] ?? 0)
}

const MINUTE_MS = 60_000

/**
 * A moment as tables show it, in the zone of this machine and with it: 2026-11-22 14:36:29+08:00,
 * or Z where that is UTC. `instantSeconds` reads it back.
 */
export function zonedTimeText(date: Date): string {
  const ahead = -date.getTimezoneOffset()
  const local = new Date(date.getTime() + ahead * MINUTE_MS)
  if (Number.isNaN(local.getTime())) return String(date.getTime())
  const zone = ahead === 0 ? 'Z' : offsetText(ahead)
  return `${local.toISOString().replace('T', ' ').slice(0, 19)}${zone}`
}

function offsetText(minutes: number): string {
  const two = (count: number): string => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

const DAYS_BACK: Readonly<Record<string, number>> = { today: 0, yesterday: 1 }

/**
 * Epoch seconds from epoch seconds, a date with or without a time, `now`, `today` or
 * `yesterday`; `undefined` for anything else. Without a zone it is that of this machine, and a
 * day is its beginning there.
 */
export function instantSeconds(
  text: string,
  atSeconds = nowSeconds(systemClock),
): number | undefined {
  const word = text.toLowerCase()
  if (word === 'now') return atSeconds
  const daysBack = DAYS_BACK[word]
  if (daysBack !== undefined) return dayStart(atSeconds, daysBack)
  if (/^\d{9,11}$/.test(text)) return Number(text)
  const [, day, rest = ''] = /^(\d{4}-\d{2}-\d{2})(.*)$/.exec(text) ?? []
  if (day === undefined) return undefined
  // A bare date would be read as UTC, a date with a time as local.
  const time = rest === '' ? 'T00:00:00' : rest.replace(' ', 'T').replace(/ (?=[+-]|Z$)/, '')
  const ms = Date.parse(`${day}${time}`)
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

function dayStart(atSeconds: number, daysBack: number): number {
  const date = new Date(atSeconds * 1000)
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - daysBack)
  return Math.floor(date.getTime() / 1000)
}

/** Epoch seconds of a time gone by; `flag` is named when the text is none. */
export function pastSeconds(
  { clock }: { readonly clock: Clock },
  flag: string,
  given: string | undefined,
): number | undefined {
  if (given === undefined) return undefined
  const text = given.trim()
  const span = spanSeconds(text)
  const atSeconds = nowSeconds(clock)
  const seconds = span === undefined ? instantSeconds(text, atSeconds) : atSeconds - span
  if (seconds === undefined) {
    throw new UsageError(
      words`--${flag} must be a span such as 30d, now, today, yesterday, or a date and time`,
    )
  }
  return seconds
}
