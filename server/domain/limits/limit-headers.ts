/** What is left of requests and tokens, in the headers that a client's own vendor sends. */
import type { LimitStanding } from './limit'

/** Whose header names are written. */
export type LimitHeaderStyle = 'openai' | 'anthropic'

const COUNTED = ['requests', 'tokens'] as const

export function limitHeaders(
  style: LimitHeaderStyle,
  standings: readonly LimitStanding[],
  nowMs: number,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const kind of COUNTED) {
    const tightest = tightestOf(standings.filter(({ limit }) => limit.kind === kind))
    if (tightest === undefined) continue
    const { limit, resetMs = nowMs } = tightest
    const left = String(leftOf(tightest))
    if (style === 'anthropic') {
      headers[`anthropic-ratelimit-${kind}-limit`] = String(limit.amount)
      headers[`anthropic-ratelimit-${kind}-remaining`] = left
      headers[`anthropic-ratelimit-${kind}-reset`] = isoSeconds(resetMs)
    } else {
      headers[`x-ratelimit-limit-${kind}`] = String(limit.amount)
      headers[`x-ratelimit-remaining-${kind}`] = left
      headers[`x-ratelimit-reset-${kind}`] = durationText(Math.max(0, resetMs - nowMs))
    }
  }
  return headers
}

function tightestOf(standings: readonly LimitStanding[]): LimitStanding | undefined {
  return standings.toSorted((a, b) => leftOf(a) - leftOf(b))[0]
}

function leftOf({ limit, used }: LimitStanding): number {
  return Math.max(0, limit.amount - used)
}

function isoSeconds(ms: number): string {
  return `${new Date(Math.ceil(ms / 1000) * 1000).toISOString().slice(0, 19)}Z`
}

/** `6m0s`, as OpenAI writes it. */
function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = [hours > 0 && `${hours}h`, seconds >= 60 && `${minutes}m`, `${seconds % 60}s`]
  return parts.filter(Boolean).join('')
}
