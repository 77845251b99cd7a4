import { groupRatios } from '../options/current'
import type { Queries } from '../service-deps'

/** Read once per table: parsing every option for each of a hundred thousand rows takes long. */
export async function groupsIn(queries: Queries): Promise<ReadonlySet<string>> {
  return new Set(Object.keys(await groupRatios(queries)))
}
