import type { Lists } from '../../../db/lists'
import {
  channelCounts,
  noticeCounts,
  orderCounts,
  type StateCount,
  stateCounts,
  type TypeCount,
  userCounts,
} from '../../../db/tables/state-counts'
import type { CountedNoun } from '../../domain/endpoints/stats'
import type { ServiceDeps } from '../service-deps'

export interface ListCounts {
  readonly states: readonly StateCount[]
  /** Of channels only; the most frequent first. */
  readonly types: readonly TypeCount[]
}

const STATES_OF: Readonly<
  Record<Exclude<CountedNoun, 'channel'>, (lists: Lists) => Promise<readonly StateCount[]>>
> = {
  token: (lists) => stateCounts(lists, 'tokens'),
  user: userCounts,
  redemption: (lists) => stateCounts(lists, 'redemptions'),
  order: orderCounts,
  notice: noticeCounts,
}

export async function listCounts({ db }: ServiceDeps, noun: CountedNoun): Promise<ListCounts> {
  if (noun !== 'channel') return { states: await STATES_OF[noun](db.lists), types: [] }
  const rows = await channelCounts(db.lists)
  const sum = (part: readonly { readonly count: number }[]) =>
    part.reduce((total, { count }) => total + count, 0)
  const states = [...Map.groupBy(rows, ({ status }) => status)]
  const types = [...Map.groupBy(rows, ({ type }) => type)]
  return {
    states: states.map(([status, part]) => ({ status, count: sum(part) })),
    types: types
      .map(([type, part]) => ({ type, count: sum(part) }))
      .sort((a, b) => b.count - a.count),
  }
}
