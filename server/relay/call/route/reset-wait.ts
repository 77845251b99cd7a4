/** How long an upstream asks to be left alone, out of the headers in which vendors say so. */

type Headers = Readonly<Record<string, string>>

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** The longest window that a vendor has; whatever says more is no time to wait. */
const LONGEST_MS = 7 * DAY_MS
/** Numbers above this are moments and not durations: a billion seconds are 31 years. */
const LEAST_EPOCH_SECONDS = 1e9
const LEAST_EPOCH_MS = 1e12

/** In ms, at least one second; `undefined` when the upstream says nothing that can be read. */
export function resetWait(headers: Headers, nowMs: number): number | undefined {
  const waitMs =
    numberIn(headers['retry-after-ms']) ??
    waitIn(headers['retry-after'], nowMs) ??
    windowWait(headers, nowMs)
  if (waitMs === undefined || !Number.isFinite(waitMs)) return undefined
  return Math.min(Math.max(waitMs, SECOND_MS), LONGEST_MS)
}

/**
 * `x-ratelimit-reset-requests` with `x-ratelimit-remaining-requests` (OpenAI, Azure, Groq), or
 * `anthropic-ratelimit-tokens-reset` with `…-remaining`: only a window with nothing left in it
 * has to be waited for, and of several the last. A family without counts is believed as it is.
 */
function windowWait(headers: Headers, nowMs: number): number | undefined {
  let longest: number | undefined
  for (const name in headers) {
    if (!name.includes('ratelimit') || !name.includes('reset')) continue
    const remaining = headers[name.replace('reset', 'remaining')]
    if (remaining !== undefined && Number(remaining) > 0) continue
    const wait = waitIn(headers[name], nowMs)
    if (wait !== undefined && (longest === undefined || wait > longest)) longest = wait
  }
  return longest
}

function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const number = Number(text)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}

/** Seconds, a moment in seconds or ms, a duration such as 6m0s, or a date. */
function waitIn(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined
  const number = numberIn(text)
  if (number !== undefined) {
    if (number >= LEAST_EPOCH_MS) return number - nowMs
    return number >= LEAST_EPOCH_SECONDS ? number * SECOND_MS - nowMs : number * SECOND_MS
  }
  const duration = durationIn(text.trim())
  if (duration !== undefined) return duration
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment - nowMs
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
}

function durationIn(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|[smhd]))+$/.test(text)) return undefined
  let total = 0
  for (const [, count = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)) {
    total += Number(count) * (UNIT_MS[unit] ?? 0)
  }
  return total
}
