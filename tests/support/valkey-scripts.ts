/**
 * What the scripts of `db/valkey/scripts.ts` do, in TypeScript. `tests/db/valkey-counts.test.ts`
 * compares the two on a real server, where there is one.
 */
import { COUNT, GIVE_BACK, LOST, RELEASE, SEED, UNKNOWN } from '../../db/valkey/scripts'

export interface Kept {
  /** Until when they are there. */
  readonly marks: Map<string, number>
  readonly hashes: Map<string, Map<string, number>>
  readonly nowMs: () => number
}

type Answer = readonly number[] | number | Error
type Run = (kept: Kept, keys: readonly string[], values: readonly string[]) => Answer

/** By their SHA-1. */
export const RUNS: Readonly<Record<string, Run>> = {
  [COUNT.sha]: count,
  [GIVE_BACK.sha]: giveBack,
  [RELEASE.sha]: release,
}

/** By their text. */
export const SHA_OF: Readonly<Record<string, string>> = Object.fromEntries(
  [COUNT, GIVE_BACK, RELEASE].map(({ text, sha }) => [text, sha]),
)

export function isMarked({ marks, nowMs }: Kept, mark: string): boolean {
  return (marks.get(mark) ?? 0) > nowMs()
}

function count(kept: Kept, [mark = '', ...keys]: readonly string[], values: readonly string[]) {
  const nowMs = kept.nowMs()
  if (!isMarked(kept, mark)) return new Error(`${LOST} the counts are gone`)
  return keys.flatMap((key, at) => {
    const [wanted = 0, most = 0, windowMs = 0, seed = 0] = values.slice(at * 4).map(Number)
    const hash = living(kept, key, nowMs)
    const partMs = Math.max(1, Math.floor(windowMs / 60))
    const endsAt = nowMs - (nowMs % partMs) + partMs + windowMs
    const isSeeded = [...hash.keys()].some((field) => field.startsWith('s'))
    const retryMs = () => {
      const full = [...hash].filter(([, n]) => n > 0).map(([field]) => endOf(field))
      return (full.length === 0 ? nowMs + windowMs : Math.min(...full)) - nowMs
    }
    if (seed !== SEED.needless && !isSeeded) {
      if (seed === SEED.asked) return [UNKNOWN, endsAt, retryMs()]
      hash.set(`s${endsAt}`, seed)
    }
    const oldest = retryMs()
    const used = [...hash.values()].reduce((sum, n) => sum + n, 0)
    const counted = Math.min(wanted, Math.max(0, most - used))
    const field = `p${endsAt}`
    if (counted > 0) hash.set(field, (hash.get(field) ?? 0) + counted)
    return [counted, endsAt, oldest]
  })
}

function giveBack({ hashes }: Kept, [key = '']: readonly string[], [ends]: readonly string[]) {
  const hash = hashes.get(key)
  const n = hash?.get(`p${ends}`) ?? 0
  if (n > 0) hash?.set(`p${ends}`, n - 1)
  return Math.min(n, 1)
}

function release({ hashes }: Kept, [key = '']: readonly string[], [asked]: readonly string[]) {
  let left = Number(asked)
  const hash = hashes.get(key) ?? new Map<string, number>()
  const newest = [...hash]
    .filter(([field]) => field.startsWith('p'))
    .sort(([a], [b]) => (a > b ? -1 : 1))
  for (const [field, n] of newest) {
    const undone = Math.min(left, n)
    hash.set(field, n - undone)
    left -= undone
  }
  return Number(asked) - left
}

function living({ hashes }: Kept, key: string, nowMs: number): Map<string, number> {
  const hash = hashes.get(key) ?? new Map<string, number>()
  hashes.set(key, hash)
  for (const field of hash.keys()) if (endOf(field) <= nowMs) hash.delete(field)
  return hash
}

const endOf = (field: string) => Number(field.slice(1))
