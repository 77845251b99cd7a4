/** What a scenario is given and what it gives back. */
import type { Chance } from '../../provider/chance'
import type { Site } from './site'
import type { Tally } from './tally'
import type { Upstream } from './upstream'

/** `short` is the form that `npm test` runs: fewer workers, fewer rows, the same invariants. */
export type Size = 'short' | 'long'

export interface Context {
  readonly size: Size
  readonly chance: Chance
  readonly upstream: Upstream
  /** A copy of the prepared data folder, or of `from`; removed after the round. */
  site(from?: Site): Promise<Site>
}

export interface Scenario {
  /** It looks at what one process keeps for itself. */
  readonly isOfOneProcess?: true
  /** The only engine that it is for. */
  readonly engine?: 'sqlite' | 'postgres'
  readonly name: string
  readonly summary: string
  /** Rounds of this scenario when so many are requested: slow ones run less often. */
  readonly rounds: (requested: number) => number
  readonly run: (context: Context) => Promise<Tally>
}
