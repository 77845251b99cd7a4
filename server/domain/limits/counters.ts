/**
 * The counters of limits during one batch of the ledger: what is used, whether more fits, and what
 * the store has to add. Decided in sequence, like balances, so that calls side by side never pass
 * a limit together.
 */
import { type FinalUse, isEstimated, LIMIT_KIND_ROWS, type LimitAmounts } from './kinds'
import type { Limit, LimitUsage, Mark } from './limit'
import { type Span, spanOf } from './span'

/** What is used by limit id and beginning of the counter (epoch ms). */
export type UsedCounters = ReadonlyMap<number, ReadonlyMap<number, number>>

/** What a call wants, and the smallest amounts that will do. */
export interface LimitDemand {
  readonly limits: readonly Limit[]
  /** Of calls one, or none for what belongs to a call that was counted already. */
  readonly wanted: LimitAmounts
  readonly least: LimitAmounts
  readonly nowMs: number
}

/** A limit that does not let a call pass. */
export interface LimitRefusal {
  readonly limit: Limit
  readonly used: number
  readonly needed: number
  /** Epoch ms; `undefined` when time alone does not help. */
  readonly resetMs: number | undefined
  /** Part of `used` that running calls hold, where it is in the way only for them. */
  readonly held?: number
  /** Of a used-up plan: the model that the call may be answered by instead. */
  readonly cheaper?: string
}

/** What a counter changes by in the store. */
export interface CounterChange {
  readonly limitId: number
  readonly startMs: number
  readonly delta: number
}

const NONE: ReadonlyMap<number, number> = new Map()

export class LimitCounters {
  readonly #read: UsedCounters
  readonly #deltas = new Map<number, Map<number, number>>()
  /** Limits that the batch has looked at, with the last moment. */
  readonly #seen = new Map<number, { readonly limit: Limit; readonly nowMs: number }>()

  constructor(read: UsedCounters) {
    this.#read = read
  }

  /** How much of a request fits, or the limit that is in the way for the longest. */
  roomFor({ limits, wanted, least, nowMs }: LimitDemand): LimitAmounts | LimitRefusal {
    const room = { ...wanted }
    let refusal: LimitRefusal | undefined
    for (const limit of limits) {
      this.#seen.set(limit.id, { limit, nowMs })
      const used = this.usedOf(limit, nowMs)
      const remaining = limit.amount - used
      const { counts } = LIMIT_KIND_ROWS[limit.kind]
      const needed = least[counts]
      if (needed > 0 && remaining < needed) {
        const resetMs = this.#resetOf(limit, needed, nowMs)
        if (isLonger(resetMs, refusal)) refusal = { limit, used, needed, resetMs }
      } else room[counts] = Math.min(room[counts], Math.max(0, remaining))
    }
    return refusal ?? room
  }

  /** Counts what `roomFor` has found room for. */
  take(limits: readonly Limit[], taken: LimitAmounts, nowMs: number): readonly Mark[] {
    const marks: Mark[] = []
    for (const limit of limits) {
      const { id: limitId, kind } = limit
      const amount = taken[LIMIT_KIND_ROWS[kind].counts]
      if (amount === 0 && taken.calls === 0) continue
      const mark = { limitId, kind, startMs: this.#counterOf(limit, nowMs), amount }
      this.#add(mark, amount)
      marks.push(mark)
    }
    return marks
  }

  /** Beginning of the counter for what is used now. */
  #counterOf(limit: Limit, nowMs: number): number {
    const span = spanOf(limit, nowMs)
    if (!limit.opensAtUse) return span.counterMs
    const [open] = [...this.#counting(limit, span).keys()].sort((a, b) => b - a)
    return open ?? span.counterMs
  }

  /** Corrects what a call was counted for by what it has used. */
  settle(marks: readonly Mark[], used: FinalUse): void {
    const byLimit = Map.groupBy(marks, ({ limitId }) => limitId)
    for (const ofLimit of byLimit.values()) {
      const [first] = ofLimit
      const newest = ofLimit.at(-1)
      if (first === undefined || newest === undefined) continue
      const counted = ofLimit.reduce((sum, { amount }) => sum + amount, 0)
      let difference = LIMIT_KIND_ROWS[first.kind].final(counted, used) - counted
      if (difference > 0) this.#add(newest, difference)
      // What was counted last is given back first: what is older has been used for longer.
      for (const mark of difference < 0 ? ofLimit.toReversed() : []) {
        const back = Math.max(difference, -mark.amount)
        this.#add(mark, back)
        difference -= back
      }
    }
  }

  usedOf(limit: Limit, nowMs: number): number {
    const { fromMs, untilMs } = spanOf(limit, nowMs)
    let used = 0
    for (const counters of [this.#read.get(limit.id), this.#deltas.get(limit.id)]) {
      if (counters === undefined) continue
      for (const [startMs, amount] of counters) {
        if (startMs >= fromMs && startMs < untilMs) used += amount
      }
    }
    return used
  }

  /** Limits that the batch has looked at, as they stand now. */
  usages(): readonly LimitUsage[] {
    return [...this.#seen.values()].map(({ limit, nowMs }) => this.usageOf(limit, nowMs))
  }

  usageOf(limit: Limit, nowMs: number): LimitUsage {
    const used = this.usedOf(limit, nowMs)
    const needed = used < limit.amount ? limit.amount : 1
    return { limit, used, resetMs: this.#resetOf(limit, needed, nowMs) }
  }

  /** Reported at the end of the batch although nothing is taken from it. */
  notice(limits: readonly Limit[], nowMs: number): void {
    for (const limit of limits) this.#seen.set(limit.id, { limit, nowMs })
  }

  changes(): readonly CounterChange[] {
    const changes: CounterChange[] = []
    for (const [limitId, counters] of this.#deltas) {
      for (const [startMs, delta] of counters) {
        if (delta !== 0) changes.push({ limitId, startMs, delta })
      }
    }
    // Every writer takes rows in the same order.
    return changes.sort((a, b) => a.limitId - b.limitId || a.startMs - b.startMs)
  }

  /** When there will be room for so much. */
  #resetOf(limit: Limit, needed: number, nowMs: number): number | undefined {
    const span = spanOf(limit, nowMs)
    if (span.leavesMs === undefined || needed > limit.amount) return undefined
    const counting = [...this.#counting(limit, span)].sort(([a], [b]) => a - b)
    let used = counting.reduce((sum, [, amount]) => sum + amount, 0)
    for (const [startMs, amount] of counting) {
      used -= amount
      if (used + needed <= limit.amount) return startMs + span.leavesMs
    }
    return span.counterMs + span.leavesMs
  }

  #counting({ id }: Limit, { fromMs, untilMs }: Span): ReadonlyMap<number, number> {
    const counting = new Map<number, number>()
    for (const counters of [this.#read.get(id) ?? NONE, this.#deltas.get(id) ?? NONE]) {
      for (const [startMs, amount] of counters) {
        if (startMs < fromMs || startMs >= untilMs) continue
        counting.set(startMs, (counting.get(startMs) ?? 0) + amount)
      }
    }
    return counting
  }

  #add({ limitId, startMs }: Mark, amount: number): void {
    let counters = this.#deltas.get(limitId)
    if (counters === undefined) {
      counters = new Map()
      this.#deltas.set(limitId, counters)
    }
    counters.set(startMs, (counters.get(startMs) ?? 0) + amount)
  }
}

/** Whether one waits longer for it than for what is in the way so far. */
function isLonger(resetMs: number | undefined, than: LimitRefusal | undefined): boolean {
  if (than === undefined || resetMs === undefined) return true
  return than.resetMs !== undefined && resetMs > than.resetMs
}

/** A stream of hours has no more marks of a limit than these. */
const MOST_MARKS = 16

/** Marks of the same counter in one, and the oldest of too many, too. */
export function joinedMarks(
  before: readonly Mark[] | undefined,
  added: readonly Mark[],
): readonly Mark[] {
  const joined = [...(before ?? [])]
  for (const mark of added) {
    const ofLimit = joined.filter(({ limitId }) => limitId === mark.limitId)
    const [oldest, next] = ofLimit
    const same = ofLimit.find(({ startMs }) => startMs === mark.startMs)
    if (same !== undefined) {
      replace(joined, same, sumOf(same, mark))
      continue
    }
    joined.push(mark)
    if (ofLimit.length < MOST_MARKS || oldest === undefined || next === undefined) continue
    replace(joined, oldest, sumOf(oldest, next))
    joined.splice(joined.indexOf(next), 1)
  }
  return joined
}

function replace(marks: Mark[], old: Mark, by: Mark): void {
  marks[marks.indexOf(old)] = by
}

function sumOf(mark: Mark, { amount }: Mark): Mark {
  return { ...mark, amount: mark.amount + amount }
}

/** Of a call whose hold was given back: where its bill is counted if one comes after all. */
export function releasedMarks(marks: readonly Mark[]): readonly Mark[] {
  return marks.filter(({ kind }) => isEstimated(kind)).map((mark) => ({ ...mark, amount: 0 }))
}

/** Of a call that goes on elsewhere: it was sent to an upstream, and has used nothing there. */
export const LEFT_UNUSED: FinalUse = { tokens: 0, credits: 0, isUnused: false }

/** Whether a call that goes on elsewhere stays counted where it was. */
export function staysCounted({ kind, amount }: Mark): boolean {
  return !isEstimated(kind) && LIMIT_KIND_ROWS[kind].final(amount, LEFT_UNUSED) === amount
}
