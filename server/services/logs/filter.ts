import { boundedFilter, type LogFilter } from '../../../db/tables/logs'
import { findUserByName } from '../../../db/tables/users'
import type { Queries } from '../service-deps'

/**
 * The filter as the database answers it quickly. A name becomes the id of whoever has it now:
 * an index knows ids, and rows from before a renaming are found as well.
 */
export async function answerable(reader: Queries, asked: LogFilter): Promise<LogFilter> {
  const { username = '', ...filter } = asked
  if (username === '') return await boundedFilter(reader, filter)
  const user = await findUserByName(reader, username)
  if (user === undefined) return await boundedFilter(reader, asked)
  // Somebody who may see one user's rows only asked for another's.
  const isOther = filter.userId !== undefined && filter.userId !== user.id
  return await boundedFilter(reader, isOther ? asked : { ...filter, userId: user.id })
}
