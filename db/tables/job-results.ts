import type { Lists } from '../lists'

/** What was reported about jobs that are there, as JSON; those that are forgotten have nothing. */
export async function jobResults(
  lists: Lists,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly seen: string }[]> {
  if (ids.length === 0) return []
  return await lists.selectFrom('jobs').select(['id', 'seen']).where('id', 'in', ids).execute()
}
