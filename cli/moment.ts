/** Times as people write them in a shell. */
import { nowSeconds } from '../server/clock'
import type { CommandContext } from './context'
import { UsageError } from './exit'

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

/** Seconds of `90m`, `12h` or `30d`; `undefined` for anything else. */
export function spanSeconds(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  return count === undefined || unit === undefined
    ? undefined
    : Number(count) * (UNIT_SECONDS[unit] ?? 0)
}

/** Epoch seconds from epoch seconds or an ISO date and time; `undefined` for anything else. */
export function instantSeconds(text: string): number | undefined {
  if (/^\d{9,11}$/.test(text)) return Number(text)
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}

/** Epoch seconds of a time gone by; `flag` is named when the text is none. */
export function pastSeconds(
  context: CommandContext,
  flag: string,
  given: string | undefined,
): number | undefined {
  if (given === undefined) return undefined
  const text = given.trim()
  const span = spanSeconds(text)
  const seconds = span === undefined ? instantSeconds(text) : nowSeconds(context.clock) - span
  if (seconds === undefined) {
    throw new UsageError(`--${flag} must be a span such as 30d, or a date and time`)
  }
  return seconds
}
