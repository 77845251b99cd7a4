import { groupRatios } from '../options/current'
import type { ServiceDeps } from '../service-deps'

/** Names of every group there is. */
export async function listGroups(deps: ServiceDeps): Promise<readonly string[]> {
  return Object.keys(await groupRatios(deps.db.reader))
}
