import type { Lists } from '../../../db/lists'
import { boundedFilter, type LogFilter } from '../../../db/tables/logs'
import { findUserByName } from '../../../db/tables/users'

/**
 * The filter as the database answers it quickly. A name becomes the id of whoever has it now:
 * an index knows ids, and rows from before a renaming are found as well.
 */
export async function answerable(lists: Lists, asked: LogFilter): Promise<LogFilter> {
  const { username = '', ...filter } = asked
  if (username === '') return await boundedFilter(lists, filter)
  const user = await findUserByName(lists, username)
  if (user === undefined) return await boundedFilter(lists, asked)
  // Somebody who may see one user's rows only asked for another's.
  const isOther = filter.userId !== undefined && filter.userId !== user.id
  return await boundedFilter(lists, isOther ? asked : { ...filter, userId: user.id })
}
