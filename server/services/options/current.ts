import { allOptions } from '../../../db/tables/options'
import { type OptionValues, parseOptions } from '../../domain/options'
import type { Queries } from '../service-deps'

/** Every option as it stands in the database; secrets are still sealed. */
export async function optionValues(queries: Queries): Promise<OptionValues> {
  return parseOptions(await allOptions(queries)).values
}

/** The existing groups, with their ratios. */
export async function groupRatios(queries: Queries): Promise<Readonly<Record<string, number>>> {
  return (await optionValues(queries)).GroupRatio
}

/** Groups that a user of `userGroup` may call with: the open ones and the user's own. */
export function usableGroupsOf(options: OptionValues, userGroup: string): ReadonlySet<string> {
  return new Set([...Object.keys(options.UserUsableGroups), userGroup])
}
