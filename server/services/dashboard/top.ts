import { boundedStart, type Spending, spendings } from '../../../db/tables/log-sums'
import type { ServiceDeps } from '../service-deps'
import { type HoursInput, rangeOf } from './hours'

/** Rows that are read at most, as lists of the log do: about 60 ms of the thread. */
const MOST_SCANNED = 100_000
const TOP = 10

export interface TopInput extends HoursInput {
  /** Of each kind; 10 when absent. */
  readonly most?: number | undefined
}

export interface TopSpender {
  /** Of the user or token; 0 for models. */
  readonly id: number
  readonly name: string
  /** Of a token: whose it is. */
  readonly owner: string
  readonly quota: number
  readonly count: number
}

export interface TopSpenders {
  /** Epoch seconds; later than asked for where there is too much to look through. */
  readonly counted_from: number
  readonly users: readonly TopSpender[]
  readonly tokens: readonly TopSpender[]
  readonly models: readonly TopSpender[]
}

/** Who and what spent most in a time, the newest 100,000 calls of it looked through. */
export async function topSpenders(deps: ServiceDeps, input: TopInput = {}): Promise<TopSpenders> {
  const { most = TOP } = input
  const range = rangeOf(deps, input)
  const { lists } = deps.db
  const from = await boundedStart(lists, range, MOST_SCANNED)
  const rows = await spendings(lists, { ...range, from })
  return {
    counted_from: from,
    users: largest(rows, (row) => ({ id: row.user_id, name: row.username, owner: '' })).slice(
      0,
      most,
    ),
    tokens: largest(rows, (row) => ({
      id: row.token_id,
      name: row.token_name,
      owner: row.username,
    })).slice(0, most),
    models: largest(rows, (row) => ({ id: 0, name: row.model_name, owner: '' })).slice(0, most),
  }
}

type Identity = Pick<TopSpender, 'id' | 'name' | 'owner'>

function largest(
  rows: readonly Spending[],
  identityOf: (row: Spending) => Identity,
): readonly TopSpender[] {
  const sums = new Map<number | string, TopSpender>()
  for (const row of rows) {
    const identity = identityOf(row)
    const key = identity.id || identity.name
    const { quota, count } = sums.get(key) ?? { quota: 0, count: 0 }
    sums.set(key, { ...identity, quota: quota + row.quota, count: count + row.count })
  }
  return [...sums.values()].sort((a, b) => b.quota - a.quota || b.count - a.count)
}
