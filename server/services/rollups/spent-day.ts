import { rollupSums } from '../../../db/tables/rollups'
import { nowSeconds } from '../../clock'
import type { ServiceDeps } from '../service-deps'
import { lastDay } from './totals'

/** Credits by id that each spent in the last 24 hours, the running one in them; 0 is left out. */
export async function spentLastDay(
  { db, clock }: ServiceDeps,
  kind: 'token' | 'user',
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { from, to } = lastDay(nowSeconds(clock))
  const sums = await rollupSums(db.lists, { kind, from, to }, { subjects: ids.map(String) })
  return new Map(sums.map(({ subject, quota }) => [Number(subject), quota]))
}
