/** Hourly usage per user and model; calls add to it as they are settled. */
import type { Selectable } from 'kysely'
import type { Lists } from '../lists'
import type { QuotaDataTable } from '../schema/rollups'

export type UsageHourRow = Selectable<QuotaDataTable>

/** Epoch seconds, both ends included; rows carry the second at which their hour began. */
export interface HourRange {
  readonly from: number
  readonly to: number
}

/** Of one user, oldest first. */
export async function hoursOfUser(
  lists: Lists,
  userId: number,
  { from, to }: HourRange,
): Promise<UsageHourRow[]> {
  return await lists
    .selectFrom('quota_data')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .orderBy('created_at')
    .orderBy('model_name')
    .execute()
}

/** All users together: one row per hour and model, with neither id nor user. Oldest first. */
export async function hoursOfModels(
  lists: Lists,
  { from, to }: HourRange,
): Promise<UsageHourRow[]> {
  const rows = await lists
    .selectFrom('quota_data')
    .select((e) => [
      'model_name',
      'created_at',
      e.cast<number>(e.fn.sum('token_used'), 'bigint').as('token_used'),
      e.cast<number>(e.fn.sum('count'), 'bigint').as('count'),
      e.cast<number>(e.fn.sum('quota'), 'bigint').as('quota'),
    ])
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .groupBy(['created_at', 'model_name'])
    .orderBy('created_at')
    .orderBy('model_name')
    .execute()
  return rows.map((row) => ({ id: 0, user_id: 0, username: '', ...row }))
}
