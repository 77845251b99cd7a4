/** What the page of one channel, token, user or model shows of a window of time. */
import { rollupErrors, rollupsOf } from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import { type ErrorFacts, errorText } from '../../domain/errors/error-facts'
import { type Language, translate } from '../../domain/i18n/translate'
import { isRecord } from '../../domain/json/records'
import {
  DAY,
  HOUR,
  MINUTE,
  MINUTE_KINDS,
  type StatRange,
  type SubjectKind,
} from '../../domain/logs/rollups'
import type { ServiceDeps } from '../service-deps'
import { type BucketTotals, bucketsOf, type Grid, type Totals, totalsOf } from './totals'

interface Shape {
  /** Seconds of a bucket; below an hour they come from rows of minutes. */
  readonly step: number
  readonly count: number
}

const SHAPES: Readonly<Record<StatRange, Shape>> = {
  '5m': { step: MINUTE, count: 5 },
  '15m': { step: MINUTE, count: 15 },
  hour: { step: MINUTE, count: 60 },
  day: { step: HOUR, count: 24 },
  week: { step: 6 * HOUR, count: 28 },
  month: { step: DAY, count: 30 },
}

/** Hours whose failures are shown. */
const ERROR_HOURS = 12
const MOST_ERRORS = 10
const LARGEST_SHIFT = 14 * HOUR

export interface SubjectInput {
  readonly kind: SubjectKind
  /** Id, or name of a model. */
  readonly subject: string
  readonly range: StatRange
  /** Seconds that the reader's clock is ahead of UTC, so that days begin at midnight there. */
  readonly shift: number
  readonly language: Language
}

export interface ErrorSummary {
  readonly at: number
  readonly count: number
  readonly model: string
  readonly request_id: string
  /** Of the upstream; 0 when it did not answer. */
  readonly status: number
  readonly message: string
}

export interface SubjectStats {
  readonly from: number
  /** The running bucket ends after now. */
  readonly to: number
  readonly now: number
  readonly step: number
  readonly buckets: readonly BucketTotals[]
  readonly total: Totals
  /** Of the same length, up to where this one begins. */
  readonly before: Totals
  /** Of channels, also those that another channel's answer made good; newest first. */
  readonly errors: readonly ErrorSummary[]
}

export async function subjectStats(deps: ServiceDeps, input: SubjectInput): Promise<SubjectStats> {
  const { kind, subject, range } = input
  const { lists } = deps.db
  const now = nowSeconds(deps.clock)
  const grid = gridOf(range, now, input.shift)
  const { from, to, step } = grid
  const stored = step < HOUR ? MINUTE_KINDS[kind] : kind
  const rows = await rollupsOf(lists, subject, { kind: stored, from: from - (to - from), to })
  const shown = rows.filter(({ at }) => at >= from)
  return {
    from,
    to,
    now,
    step,
    buckets: bucketsOf(shown, grid, totalsOf),
    total: totalsOf(shown),
    before: totalsOf(rows.filter(({ at }) => at < from)),
    errors: kind === 'channel' ? await errorsOf(deps, input, from) : [],
  }
}

/** Ends with the bucket that runs; hours are hours everywhere, days are the reader's. */
function gridOf(range: StatRange, now: number, shift: number): Grid {
  const { step, count } = SHAPES[range]
  const ahead = Math.max(-LARGEST_SHIFT, Math.min(LARGEST_SHIFT, Math.round(shift / HOUR) * HOUR))
  const begun = now - ((((now + ahead) % step) + step) % step)
  return { from: begun - (count - 1) * step, to: begun + step, step }
}

async function errorsOf(
  deps: ServiceDeps,
  { subject, language }: SubjectInput,
  from: number,
): Promise<readonly ErrorSummary[]> {
  const span = { from: from - (from % HOUR), hours: ERROR_HOURS }
  const texts = await rollupErrors(deps.db.lists, Number(subject), span)
  return texts
    .flatMap((text) => errorSummaries(text, language))
    .filter(({ at }) => at >= from)
    .slice(0, MOST_ERRORS)
}

/** The failures of one hour as its row keeps them. */
export function errorSummaries(text: string, language: Language): readonly ErrorSummary[] {
  const lines: unknown = JSON.parse(text)
  if (!Array.isArray(lines)) return []
  return lines.filter(isRecord).map((line) => {
    const facts = JSON.parse(String(line.facts)) as ErrorFacts
    const message = errorText(facts, {
      text: (key, params) => translate(language, key, params),
      seesUpstream: true,
    })
    return {
      at: Number(line.at),
      count: Number(line.count),
      model: String(line.model),
      request_id: String(line.request_id),
      status: facts.upstream_status ?? 0,
      message: facts.upstream_message || message,
    }
  })
}
