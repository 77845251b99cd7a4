/** Counts of a site that has been used for a while; the same ones in every run. */
import type { RollupDelta } from '../../../db/tables/rollups'
import { LATENCY_SLOTS } from '../../../server/domain/logs/latency'
import { DAY, HOUR, MINUTE, type RollupKind } from '../../../server/domain/logs/rollups'

interface Subject {
  readonly kind: RollupKind
  readonly subject: string
  /** Of all traffic. */
  readonly share: number
  /** Of its own calls; in the last two hours it may be another. */
  readonly failing: number
  readonly failingNow?: number
  /** Times the usual spend, in the running hour. */
  readonly wild?: number
}

const DAYS = 31
/** Calls of an hour at noon, and credits of one. */
const BUSY = 1400
const CREDITS = 1900

/** Less at night, less on weekends, and never twice the same. */
function load(at: number): number {
  const hour = (at % DAY) / HOUR
  const day = 0.35 + 0.65 * Math.max(0, Math.sin(((hour - 5) / 24) * 2 * Math.PI) * 0.5 + 0.5)
  const noise = 0.85 + 0.3 * Math.abs(Math.sin(at / 977))
  const isWeekend = [0, 6].includes(new Date(at * 1000).getUTCDay())
  return day * noise * (isWeekend ? 0.6 : 1)
}

export function deltaOf(
  one: Subject,
  at: number,
  { step, isNow }: { step: number; isNow: boolean },
) {
  const calls = Math.round(load(at) * BUSY * one.share * (step / HOUR))
  const failing = isNow ? (one.failingNow ?? one.failing) : one.failing
  const failed = Math.round(calls * failing)
  const latency = Array.from({ length: LATENCY_SLOTS }, (_, slot) =>
    Math.round((calls - failed) * Math.max(0, 0.28 - Math.abs(slot - 7) * 0.055)),
  )
  return {
    kind: one.kind,
    subject: one.subject,
    at,
    calls,
    failed,
    refused: one.kind === 'channel' ? 0 : Math.round(calls * 0.004),
    quota: Math.round((calls - failed) * CREDITS * (isNow ? (one.wild ?? 1) : 1)),
    tokens: (calls - failed) * 1900,
    latency,
    errors: '',
  }
}

function errorsAt(at: number): string {
  const line = (status: number, message: string, count: number) => ({
    at,
    count,
    model: 'claude-sonnet-4-5',
    request_id: `2026${status}`,
    facts: JSON.stringify({
      error: 'upstream.refused',
      upstream_status: status,
      upstream_message: message,
    }),
  })
  return JSON.stringify([
    line(529, 'Overloaded: please try again in a moment', 214),
    line(401, 'invalid x-api-key', 12),
  ])
}

/** `now` in epoch seconds. */
export function rollupRows(subjects: readonly Subject[], now: number): RollupDelta[] {
  const hour = now - (now % HOUR)
  const hours = Array.from({ length: DAYS * 24 }, (_, index) => hour - index * HOUR)
  const rows = subjects.flatMap((one) =>
    hours.map((at) =>
      deltaOf(one, at, { step: at === hour ? now - hour : HOUR, isNow: at >= hour - HOUR }),
    ),
  )
  const site = { kind: 'site', subject: '', share: 1, failing: 0.004, failingNow: 0.031 } as const
  const minute = now - (now % MINUTE)
  const minutes = Array.from({ length: 2 * 24 * 60 }, (_, index) => minute - index * MINUTE)
  return [
    ...rows.map((row) =>
      row.kind === 'channel' && row.failed > 20 ? { ...row, errors: errorsAt(row.at + 1200) } : row,
    ),
    ...minutes.map((at) => deltaOf(site, at, { step: MINUTE, isNow: at > now - HOUR })),
  ]
}
