import type { ChartRow } from '../../../db/tables/charts'
import type { ChartJson } from '../../domain/endpoints/chart'

export function chartJson(row: ChartRow, viewerId: number, owner: string): ChartJson {
  const { id, name, query, shared, pinned, user_id } = row
  const flags = { shared: shared === 1, pinned: pinned === 1, is_own: user_id === viewerId }
  return { id, name, query, ...flags, owner }
}
