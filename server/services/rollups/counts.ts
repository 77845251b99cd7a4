import {
  channelCounts,
  type StateCount,
  stateCounts,
  type TypeCount,
} from '../../../db/tables/state-counts'
import type { ServiceDeps } from '../service-deps'

export interface ListCounts {
  readonly states: readonly StateCount[]
  /** Of channels only; the most frequent first. */
  readonly types: readonly TypeCount[]
}

export async function listCounts(
  { db }: ServiceDeps,
  noun: 'channel' | 'token' | 'user',
): Promise<ListCounts> {
  if (noun !== 'channel') {
    return { states: await stateCounts(db.lists, noun === 'token' ? 'tokens' : 'users'), types: [] }
  }
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
