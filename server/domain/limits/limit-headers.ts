/** What remains of what vendors report, in the headers that a client's own vendor sends. */
import { LIMIT_KIND_ROWS, LIMIT_KINDS, type LimitKind } from './kinds'
import type { LimitUsage } from './limit'

/** Whose header names are written. */
export type LimitHeaderStyle = 'openai' | 'anthropic'

interface HeaderKind {
  readonly kind: LimitKind
  readonly header: string
}

const HEADER_KINDS: readonly HeaderKind[] = LIMIT_KINDS.flatMap((kind) => {
  const { header } = LIMIT_KIND_ROWS[kind]
  return header === undefined ? [] : [{ kind, header }]
})

export function limitHeaders(
  style: LimitHeaderStyle,
  usages: readonly LimitUsage[],
  nowMs: number,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { kind, header } of HEADER_KINDS) {
    const tightest = tightestOf(usages.filter(({ limit }) => limit.kind === kind))
    if (tightest === undefined) continue
    const { limit, resetMs = nowMs } = tightest
    const remaining = String(leftOf(tightest))
    if (style === 'anthropic') {
      headers[`anthropic-ratelimit-${header}-limit`] = String(limit.amount)
      headers[`anthropic-ratelimit-${header}-remaining`] = remaining
      headers[`anthropic-ratelimit-${header}-reset`] = isoSeconds(resetMs)
    } else {
      headers[`x-ratelimit-limit-${header}`] = String(limit.amount)
      headers[`x-ratelimit-remaining-${header}`] = remaining
      headers[`x-ratelimit-reset-${header}`] = durationText(Math.max(0, resetMs - nowMs))
    }
  }
  return headers
}

function tightestOf(usages: readonly LimitUsage[]): LimitUsage | undefined {
  return usages.toSorted((a, b) => leftOf(a) - leftOf(b))[0]
}

function leftOf({ limit, used }: LimitUsage): number {
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
