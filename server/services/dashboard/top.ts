import { boundedStart, spendersOfParts } from '../../../db/log-parts/sums'
import type { Spender } from '../../../db/tables/log-sums'
import type { ServiceDeps } from '../service-deps'
import { countedSince } from './counted-since'
import { type HoursInput, rangeOf } from './hours'

/** Rows that are read at most, as lists of the log do: about 60 ms of the thread. */
const MOST_SCANNED = 100_000
const TOP = 10

export interface TopInput extends HoursInput {
  /** Of each kind; 10 when absent. */
  readonly most?: number | undefined
}

export type TopSpender = Omit<Spender, 'kind'>

export interface TopSpenders {
  /** Epoch seconds; later than requested where there is too much to look through. */
  readonly counted_from: number
  readonly users: readonly TopSpender[]
  readonly tokens: readonly TopSpender[]
  readonly models: readonly TopSpender[]
}

/** Who and what spent most in a time, the newest 100,000 calls of it looked through. */
export async function topSpenders(deps: ServiceDeps, input: TopInput = {}): Promise<TopSpenders> {
  const { most = TOP } = input
  const { from, all } = await countedSince(deps, rangeOf(deps, input), async (parts, range) => {
    const from = await boundedStart(parts, range, MOST_SCANNED)
    const all = await spendersOfParts(parts, { ...range, from }, Math.min(most, MOST_SCANNED))
    return { from, all }
  })
  const ofKind = (wanted: Spender['kind']): TopSpender[] =>
    all
      .flatMap(({ kind, ...spender }) => (kind === wanted ? [spender] : []))
      .sort((a, b) => b.quota - a.quota || b.count - a.count)
  const [users, tokens, models] = [ofKind('user'), ofKind('token'), ofKind('model')]
  return { counted_from: from, users, tokens, models }
}
