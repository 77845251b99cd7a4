import type { Lists } from '../../../db/lists'
import { boundedFilter, type LogFilter } from '../../../db/tables/logs'
import { findUserByName } from '../../../db/tables/users'

/**
 * The filter as the database answers it quickly. A name becomes the id of whoever has it now:
 * an index knows ids, and rows from before a renaming are found as well.
 */
export async function answerable(lists: Lists, asked: LogFilter): Promise<LogFilter> {
  return await boundedFilter(lists, await withUserId(lists, asked))
}

export async function withUserId(lists: Lists, asked: LogFilter): Promise<LogFilter> {
  const { username = '', ...filter } = asked
  if (username === '') return filter
  const user = await findUserByName(lists, username)
  if (user === undefined) return asked
  // Somebody who may see one user's rows only asked for another's.
  const isOther = filter.userId !== undefined && filter.userId !== user.id
  return isOther ? asked : { ...filter, userId: user.id }
}
