import type { Lists } from '../../../db/lists'
import {
  type BookedEntry,
  bookedBetween,
  bookedEntries,
  type CalledHour,
  calledBetween,
  calledHours,
  callsByInterval,
  coveredHours,
  type StatementSpan,
} from '../../../db/tables/statement'
import { findUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { DAY, HOUR } from '../../domain/logs/rollups'
import { USAGE_DAYS } from '../../domain/usage/steps'
import type { ServiceDeps } from '../service-deps'
import { type Spender, spendParts } from './spend-parts'

export interface StatementInput {
  readonly userId: number
  /** Epoch seconds, taken down to the hour; 31 days back, and now, without them. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** With the credits that plans paid towards its calls. */
export interface PaidHour extends CalledHour {
  readonly covered: number
}

export interface Statement {
  readonly from: number
  readonly to: number
  /** Credits at both ends. */
  readonly opening: number
  readonly closing: number
  readonly entries: readonly BookedEntry[]
  readonly calls: readonly PaidHour[]
  /**
   * Credits that left the balance and stand in no line: held for calls that run, or taken by
   * calls while the hourly counters were off.
   */
  readonly unlisted: number
  /** Of what calls took: by project and by tag, whole days of UTC where hours are not stored. */
  readonly projects: readonly Spender[]
  readonly tags: readonly Spender[]
}

const USUAL_DAYS = 31
const MOST_DAYS = 93
const MOST_ENTRIES = 1_000
const FOREVER = 8_640_000_000_000

/**
 * What came in and what went out, from one moment to another. The balance of today is the truth;
 * earlier ones are worked out from it, line by line. Throws `log.range_too_long`.
 */
export async function statementOf(deps: ServiceDeps, input: StatementInput): Promise<Statement> {
  const { userId } = input
  const { lists } = deps.db
  const nextHour = hourOf(nowSeconds(deps.clock)) + HOUR
  const to = Math.min(hourOf(input.to ?? nextHour), nextHour)
  const from = Math.min(hourOf(input.from ?? to - USUAL_DAYS * DAY), to)
  if (to - from > MOST_DAYS * DAY) throw new GatewayError('log.range_too_long', { days: MOST_DAYS })
  const span = { from, to }
  const user = await findUser(lists, userId)
  const ends = await balancesOf(lists, { userId, balance: user?.quota ?? 0, span })
  const entries = await bookedEntries(lists, userId, { ...span, limit: MOST_ENTRIES })
  const covered = await coveredHours(lists, userId, span)
  const hours = withCovers(await calledHours(lists, userId, span), covered)
  const { projects, tags } = await spendParts(lists, { userId, ...usageSpan(deps, span) })
  return {
    ...span,
    ...ends,
    entries,
    calls: await betweenBookings(lists, userId, { hours, entries }),
    projects: projects.filter(({ id }) => id > 0),
    tags,
  }
}

interface Account {
  readonly userId: number
  /** Of now. */
  readonly balance: number
  readonly span: StatementSpan
}

/** At both ends of a span, with what stands in no line. */
export async function balancesOf(
  lists: Lists,
  { userId, balance, span }: Account,
): Promise<Pick<Statement, 'opening' | 'closing' | 'unlisted'>> {
  const moved = async (between: StatementSpan) =>
    (await bookedBetween(lists, userId, between)) - (await calledBetween(lists, userId, between))
  const since = await moved({ from: span.to, to: FOREVER })
  const within = await moved(span)
  const before = await moved({ from: 0, to: span.from })
  const closing = balance - since
  return { opening: closing - within, closing, unlisted: before + within + since - balance }
}

function usageSpan({ clock }: ServiceDeps, { from, to }: StatementSpan) {
  if (from >= nowSeconds(clock) - USAGE_DAYS[HOUR] * DAY) return { step: HOUR, from, to } as const
  return { step: DAY, from: from - (from % DAY), to } as const
}

/** A plan may have paid for calls that are counted in another hour. */
function withCovers(
  hours: readonly CalledHour[],
  covered: ReadonlyMap<number, number>,
): readonly PaidHour[] {
  const counted = new Set(hours.map(({ at }) => at))
  const others = [...covered.keys()].filter((at) => !counted.has(at))
  return [...hours, ...others.map((at) => ({ at, quota: 0, count: 0 }))]
    .map((hour) => ({ ...hour, covered: covered.get(hour.at) ?? 0 }))
    .toSorted((a, b) => b.at - a.at)
}

interface Movements {
  readonly hours: readonly PaidHour[]
  readonly entries: readonly BookedEntry[]
}

/**
 * An hour in which something was booked is split, so that the balance after each line is
 * one that there was. A call of the same second as a booking was paid by it.
 */
async function betweenBookings(
  lists: Lists,
  userId: number,
  { hours, entries }: Movements,
): Promise<PaidHour[]> {
  const booked = Map.groupBy(
    entries.map(({ created_at }) => Math.floor(created_at / 1000)),
    hourOf,
  )
  const cut = hours.flatMap(({ at: hour }) => {
    const times = [...new Set(booked.get(hour))].toSorted((a, b) => a - b)
    return times.map((to, index) => ({ hour, from: times[index - 1] ?? hour, to }))
  })
  const found = await callsByInterval(lists, userId, cut)
  const logged = new Map(found.map((part) => [part.at, part]))
  return hours.flatMap((whole) => {
    const parts = cut.filter(({ hour }) => hour === whole.at)
    return partsOf(whole, { parts, logged })
  })
}

interface Cut {
  readonly parts: readonly StatementSpan[]
  readonly logged: ReadonlyMap<number, CalledHour>
}

/** The newest first. What the log does not know stands in the last part. */
function partsOf(whole: PaidHour, { parts, logged }: Cut): readonly PaidHour[] {
  let { quota, count } = whole
  const early = parts.flatMap(({ from }) => {
    const part = logged.get(from)
    if (part === undefined) return []
    quota -= part.quota
    count -= part.count
    return [{ ...part, covered: 0 }]
  })
  const at = parts.at(-1)?.to ?? whole.at
  const { covered } = whole
  const all = [{ at, quota, count, covered }, ...early.toReversed()]
  return all.filter((part) => part.count > 0 || part.covered !== 0)
}

export function hourOf(seconds: number): number {
  return Math.max(0, seconds - (seconds % HOUR))
}
