/** What a diagnosis bundle reports of stored rows: numbers, states and public names. */
import type { Lists } from '../lists'

export async function channelFacts(lists: Lists) {
  return await lists
    .selectFrom('channels')
    .select(['id', 'type', 'status', 'priority', 'weight', 'models', 'key_mode', 'auto_ban'])
    .orderBy('id')
    .execute()
}

/** The newest calls of this type of log row, without who made them. */
export async function callFacts(lists: Lists, type: number, limit: number) {
  return await lists
    .selectFrom('logs')
    .select(['created_at', 'request_id', 'model_name', 'channel_id', 'duration_ms', 'is_stream'])
    .select('other')
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function jobCounts(lists: Lists) {
  const rows = await lists
    .selectFrom('jobs')
    .select((e) => ['provider', 'state', e.fn.countAll<number>().as('count')])
    .groupBy(['provider', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

export async function leaseFacts(lists: Lists) {
  return await lists.selectFrom('leases').select(['name', 'until_at', 'last_at']).execute()
}

export async function cooldownFacts(lists: Lists) {
  return await lists
    .selectFrom('cooldowns')
    .select(['channel_id', 'key_id', 'model', 'since_at', 'until_at'])
    .execute()
}

export async function migrationFacts(lists: Lists) {
  return await lists
    .selectFrom('migrations')
    .select(['name', 'applied_at', 'additive'])
    .orderBy('name')
    .execute()
}
