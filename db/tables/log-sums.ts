/** What the log adds up to: failures by the hour, and who spent what. */
import { LOG_TYPE } from '../../server/domain/status'
import type { Lists } from '../lists'
import type { HourRange } from './usage-hours'

const HOUR = 3600

export interface FailedHour {
  /** Epoch seconds at which the hour began. */
  readonly created_at: number
  readonly count: number
}

/** Hours without failures are left out. The index alone answers it. */
export async function failedHours(lists: Lists, { from, to }: HourRange): Promise<FailedHour[]> {
  const rows = await lists
    .selectFrom('logs')
    .select((e) => [
      e('created_at', '-', e('created_at', '%', HOUR)).as('hour'),
      e.fn.countAll<number>().as('count'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where('type', '=', LOG_TYPE.error)
    .groupBy('hour')
    .orderBy('hour')
    .execute()
  return rows.map(({ hour, count }) => ({ created_at: Number(hour), count: Number(count) }))
}

/** Where the newest rows of a time begin that may be looked through, so that there are no more. */
export async function boundedStart(
  lists: Lists,
  { from, to }: HourRange,
  most: number,
): Promise<number> {
  const oldest = await lists
    .selectFrom('logs')
    .select('created_at')
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(most)
    .executeTakeFirst()
  // Rows of the oldest second itself are left out, so that the bound is one.
  return oldest === undefined ? from : oldest.created_at + 1
}

export interface Spending {
  readonly user_id: number
  readonly username: string
  readonly token_id: number
  readonly token_name: string
  readonly model_name: string
  readonly quota: number
  readonly count: number
}

/** Consumption by user, token and model, under the names that the rows were written with. */
export async function spendings(lists: Lists, { from, to }: HourRange): Promise<Spending[]> {
  const rows = await lists
    .selectFrom('logs')
    .select((e) => [
      'user_id',
      'token_id',
      'model_name',
      e.fn.max('username').as('username'),
      e.fn.max('token_name').as('token_name'),
      e.cast<number>(e.fn.sum('quota'), 'bigint').as('quota'),
      e.fn.countAll<number>().as('count'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where('type', '=', LOG_TYPE.consumption)
    .groupBy(['user_id', 'token_id', 'model_name'])
    .execute()
  return rows.map((row) => ({ ...row, quota: Number(row.quota), count: Number(row.count) }))
}
