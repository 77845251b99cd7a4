import { chartsFor } from '../../../db/tables/charts'
import { isAdmin } from '../../domain/accounts/roles'
import type { ChartJson } from '../../domain/endpoints/chart'
import type { ServiceDeps } from '../service-deps'
import { chartJson } from './shown'

export interface ChartViewer {
  readonly id: number
  readonly role: number
  readonly username: string
}

/** The own ones, and to administrators what other administrators share. */
export async function listCharts(
  deps: ServiceDeps,
  viewer: ChartViewer,
): Promise<readonly ChartJson[]> {
  const rows = await chartsFor(deps.db.lists, viewer.id, isAdmin(viewer.role))
  return rows.map((row) => chartJson(row, viewer.id, row.username))
}
