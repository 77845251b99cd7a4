/** Our counts against a provider's, cell by cell; every difference is explained or named. */
import type { UsageClass } from './provider-count'
import { sameModel } from './same-model'

export interface Cell {
  /** YYYY-MM-DD in UTC. */
  readonly day: string
  readonly model: string
  readonly class: UsageClass
}

export interface OurCount extends Cell {
  readonly count: number
  /** Of these, what was counted here because the upstream reported nothing. */
  readonly estimated: number
}

export interface TheirCount extends Cell {
  readonly count: number
}

export const VERDICTS = [
  'equal',
  /** So little that it is the rounding of who wrote it. */
  'rounding',
  /** Gone from this day and found on the next one. */
  'day_border',
  /** No more than what was estimated here, for calls that were cut. */
  'estimated',
  'only_ours',
  'only_theirs',
  'unexplained',
] as const
export type Verdict = (typeof VERDICTS)[number]

export interface Reconciled extends Cell {
  readonly ours: number
  readonly theirs: number
  readonly difference: number
  readonly verdict: Verdict
}

/** A thousandth: exports of clouds count in thousands of tokens. */
const ROUNDING = 0.001
const LEAST_ROUNDING = 1

/** Whether somebody has to look at it. */
export function isOpen({ verdict }: Pick<Reconciled, 'verdict'>): boolean {
  return verdict === 'unexplained' || verdict === 'only_ours' || verdict === 'only_theirs'
}

/** By day, model and class. Models of theirs are found among ours by their names. */
export function reconcile(
  ours: readonly OurCount[],
  theirs: readonly TheirCount[],
): readonly Reconciled[] {
  const names = [...new Set(ours.map(({ model }) => model))]
  const cells = new Map<string, Mutable>()
  const cellOf = ({ day, model, class: name }: Cell): Mutable => {
    const key = `${day} ${name} ${model}`
    const known = cells.get(key)
    if (known !== undefined) return known
    const made = { day, model, class: name, ours: 0, theirs: 0, estimated: 0 }
    cells.set(key, made)
    return made
  }
  for (const one of ours) {
    const cell = cellOf(one)
    cell.ours += one.count
    cell.estimated += one.estimated
  }
  for (const one of theirs) {
    cellOf({ ...one, model: sameModel(one.model, names) }).theirs += one.count
  }
  // Who does not count requests says nothing about them.
  const counted = new Set(theirs.map((one) => one.class))
  const all = [...cells.values()].filter((cell) => counted.has(cell.class))
  return all.map((cell) => judged(cell, all)).toSorted(byPlace)
}

interface Mutable extends Cell {
  ours: number
  theirs: number
  estimated: number
}

function judged(cell: Mutable, all: readonly Mutable[]): Reconciled {
  const { ours, theirs, estimated, ...place } = cell
  const difference = ours - theirs
  return { ...place, ours, theirs, difference, verdict: verdictOf(cell, all) }
}

function verdictOf(cell: Mutable, all: readonly Mutable[]): Verdict {
  const { ours, theirs, estimated } = cell
  const difference = ours - theirs
  if (difference === 0) return 'equal'
  if (isLittle(difference, Math.max(ours, theirs))) return 'rounding'
  if (Math.abs(difference) <= estimated) return 'estimated'
  const isNextTo = ({ day, model, class: name }: Cell) =>
    name === cell.class && model === cell.model && areAdjacent(day, cell.day)
  const cancels = all.some(
    (other) =>
      isNextTo(other) && isLittle(difference + (other.ours - other.theirs), Math.abs(difference)),
  )
  if (cancels) return 'day_border'
  if (theirs === 0) return 'only_ours'
  return ours === 0 ? 'only_theirs' : 'unexplained'
}

function isLittle(difference: number, of: number): boolean {
  return Math.abs(difference) <= Math.max(LEAST_ROUNDING, of * ROUNDING)
}

const DAY_MS = 86_400_000

function areAdjacent(a: string, b: string): boolean {
  return Math.abs(Date.parse(a) - Date.parse(b)) === DAY_MS
}

function byPlace(a: Reconciled, b: Reconciled): number {
  return (
    a.day.localeCompare(b.day) || a.model.localeCompare(b.model) || a.class.localeCompare(b.class)
  )
}
