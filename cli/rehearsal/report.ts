/** What a rehearsal found, counted. */
import { CommandFailure } from '../exit'
import { words } from '../words'
import type { Rehearsed } from './run'

export interface RehearsalReport {
  readonly calls: number
  readonly first_try: number
  readonly after_failover: number
  readonly failed: number
  /** Tries that a call may have after its first, as the site is set. */
  readonly retry_times: number
  /** What clients saw of the failed ones. */
  readonly seen: readonly {
    readonly status: number
    readonly code: string
    readonly calls: number
  }[]
  /** Milliseconds to the first text of a stream. */
  readonly first_token_p50: number
  readonly first_token_p95: number
  readonly channels: readonly ChannelShare[]
  readonly faults: Rehearsed['faults']
  readonly money: Rehearsed['money']
  readonly money_equal: boolean
  /** Of the copy, with --keep. */
  readonly kept: string | null
}

export interface ChannelShare {
  readonly id: number
  readonly name: string
  readonly calls: number
  /** Per cent of the answered calls. */
  readonly share: number
}

export function reportOf(rehearsed: Rehearsed, kept: string | null): RehearsalReport {
  const { seen, routed, money, faults } = rehearsed
  const triesOf = new Map(routed.map(({ requestId, tries }) => [requestId, tries]))
  const answered = seen.filter(({ code }) => code === '')
  const atOnce = answered.filter(({ requestId }) => (triesOf.get(requestId) ?? 1) === 1)
  const first = seen.flatMap(({ firstMs }) => firstMs ?? []).toSorted((a, b) => a - b)
  return {
    calls: seen.length,
    first_try: atOnce.length,
    after_failover: answered.length - atOnce.length,
    failed: seen.length - answered.length,
    retry_times: rehearsed.retryTimes,
    seen: failures(rehearsed),
    first_token_p50: percentile(first, 0.5),
    first_token_p95: percentile(first, 0.95),
    channels: shares(rehearsed),
    faults,
    money,
    money_equal: money.differences.length === 0,
    kept,
  }
}

/** Throws `CommandFailure`, with which the command exits 1. */
export function requireEqualMoney({ money }: Pick<RehearsalReport, 'money'>): void {
  const count = money.differences.length
  if (count === 0) return
  throw new CommandFailure('rehearse.differs', words`money differs in ${count} places`)
}

function failures({ seen }: Rehearsed): RehearsalReport['seen'] {
  const failed = seen.filter(({ code }) => code !== '')
  return [...Map.groupBy(failed, ({ status, code }) => `${status} ${code}`).values()]
    .flatMap((rows) => (rows[0] === undefined ? [] : { ...rows[0], calls: rows.length }))
    .map(({ status, code, calls }) => ({ status, code, calls }))
    .toSorted((a, b) => b.calls - a.calls)
}

function shares({ seen, routed, channels }: Rehearsed): readonly ChannelShare[] {
  const answered = new Set(seen.flatMap(({ code, requestId }) => (code === '' ? requestId : [])))
  const rows = routed.filter(({ requestId }) => answered.has(requestId))
  return [...Map.groupBy(rows, ({ channelId }) => channelId)]
    .map(([id, { length }]) => ({
      id,
      name: channels[id] ?? `#${id}`,
      calls: length,
      share: Math.round((length / rows.length) * 1000) / 10,
    }))
    .toSorted((a, b) => b.calls - a.calls || a.id - b.id)
}

function percentile(sorted: readonly number[], part: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}
