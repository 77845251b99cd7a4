/** Drawing jobs. Times are epoch milliseconds, as the protocol of their upstreams has them. */
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { JobSort } from '../../server/domain/jobs/job-sorts'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { MidjourneysTable } from '../schema/jobs'
import type { RowWindow } from './row-order'
import type { JobStateCount } from './state-counts'

export type DrawingRow = Selectable<MidjourneysTable>

export interface DrawingFilter {
  readonly userId?: number | undefined
  readonly channelId?: number | undefined
  readonly mjId?: string | undefined
  /** "" and `undefined` narrow nothing. */
  readonly status?: string | undefined
  /** Epoch milliseconds of submission, both ends included. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

type DrawingQuery<O> = SelectQueryBuilder<Schema, 'midjourneys', O>

function narrowed<O>(query: DrawingQuery<O>, filter: DrawingFilter): DrawingQuery<O> {
  const { userId, channelId, mjId = '', status = '', fromMs, toMs } = filter
  return query
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .$if(channelId !== undefined, (q) => q.where('channel_id', '=', channelId ?? 0))
    .$if(mjId !== '', (q) => q.where('mj_id', '=', mjId))
    .$if(status !== '', (q) => q.where('status', '=', status))
    .$if(fromMs !== undefined, (q) => q.where('submit_time', '>=', fromMs ?? 0))
    .$if(toMs !== undefined, (q) => q.where('submit_time', '<=', toMs ?? 0))
}

/** Newest first unless another order is requested. */
export async function listDrawings(
  lists: Lists,
  filter: DrawingFilter,
  page: RowWindow<JobSort>,
): Promise<DrawingRow[]> {
  const { order } = page
  return await narrowed(lists.selectFrom('midjourneys').selectAll(), filter)
    .$if(order !== undefined, (q) => q.orderBy(order?.column ?? 'id', order?.direction))
    .orderBy('id', order?.direction ?? 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Those of the ids that are the user's, in no order. */
export async function drawingsByIds(
  reader: Kysely<Schema>,
  { userId, ids }: { readonly userId: number; readonly ids: readonly string[] },
): Promise<DrawingRow[]> {
  if (ids.length === 0) return []
  return await reader
    .selectFrom('midjourneys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mj_id', 'in', ids)
    .execute()
}

/** How many there are of each status among those that pass the other filters. */
export async function drawingStates(
  lists: Lists,
  filter: Omit<DrawingFilter, 'status'>,
): Promise<JobStateCount[]> {
  const counted = lists
    .selectFrom('midjourneys')
    .select((e) => ['status', e.fn.countAll<number>().as('count')])
    .groupBy('status')
  const rows = await narrowed(counted, { ...filter, status: '' }).execute()
  return rows.map(({ status, count }) => ({ status, count: Number(count) }))
}
