/** Drawing jobs. Times are epoch milliseconds, as the protocol of their upstreams has them. */
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { MidjourneysTable } from '../schema-jobs'

export type DrawingRow = Selectable<MidjourneysTable>

export interface DrawingFilter {
  readonly userId?: number | undefined
  readonly channelId?: number | undefined
  readonly mjId?: string | undefined
  /** Epoch milliseconds of submission, both ends included. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

type DrawingQuery<O> = SelectQueryBuilder<Schema, 'midjourneys', O>

function narrowed<O>(query: DrawingQuery<O>, filter: DrawingFilter): DrawingQuery<O> {
  const { userId, channelId, mjId = '', fromMs, toMs } = filter
  return query
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .$if(channelId !== undefined, (q) => q.where('channel_id', '=', channelId ?? 0))
    .$if(mjId !== '', (q) => q.where('mj_id', '=', mjId))
    .$if(fromMs !== undefined, (q) => q.where('submit_time', '>=', fromMs ?? 0))
    .$if(toMs !== undefined, (q) => q.where('submit_time', '<=', toMs ?? 0))
}

/** Newest first. */
export async function listDrawings(
  lists: Lists,
  filter: DrawingFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<DrawingRow[]> {
  return await narrowed(lists.selectFrom('midjourneys').selectAll(), filter)
    .orderBy('id', 'desc')
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

export async function countDrawings(lists: Lists, filter: DrawingFilter): Promise<number> {
  const query = lists.selectFrom('midjourneys').select((e) => e.fn.countAll<number>().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}
