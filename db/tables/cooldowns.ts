import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { CooldownsTable } from '../schema/routing'

export type CooldownRow = Selectable<CooldownsTable>

/** A later one takes the place of the one before. */
export async function putCooldown(
  trx: Kysely<Schema>,
  row: Insertable<CooldownsTable>,
): Promise<void> {
  const { since_at, until_at, reason } = row
  await trx
    .insertInto('cooldowns')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['node', 'channel_id', 'key_id', 'model'])
        .doUpdateSet({ since_at, until_at, reason }),
    )
    .execute()
}

export async function dropCooldown(
  trx: Kysely<Schema>,
  { node, channel_id, key_id, model }: Omit<CooldownRow, 'since_at' | 'until_at' | 'reason'>,
): Promise<void> {
  await trx
    .deleteFrom('cooldowns')
    .where('node', '=', node)
    .where('channel_id', '=', channel_id)
    .where('key_id', '=', key_id)
    .where('model', '=', model)
    .execute()
}

/** Of a channel, or of one of its keys: whatever it is for, on every node. */
export async function forgetCooldowns(
  trx: Kysely<Schema>,
  { channelId, keyId }: { readonly channelId: number; readonly keyId?: number },
): Promise<void> {
  let query = trx.deleteFrom('cooldowns').where('channel_id', '=', channelId)
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  await query.execute()
}

/** Whether anything is written down at all. */
export async function hasCooldowns(reader: Kysely<Schema>): Promise<boolean> {
  const row = await reader.selectFrom('cooldowns').select('channel_id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** What a node remembered ends with it; what has ended is of no use to anybody. */
export async function dropEndedCooldowns(
  trx: Kysely<Schema>,
  { node, nowMs }: { readonly node: string; readonly nowMs: number },
): Promise<void> {
  await trx
    .deleteFrom('cooldowns')
    .where((row) => row.or([row('node', '=', node), row('until_at', '<=', nowMs)]))
    .execute()
}

/** What rests now, anywhere; the longest rest first. */
export async function cooldownsAt(
  lists: Lists,
  { nowMs, channelIds }: { readonly nowMs: number; readonly channelIds?: readonly number[] },
): Promise<CooldownRow[]> {
  if (channelIds?.length === 0) return []
  let query = lists.selectFrom('cooldowns').selectAll().where('until_at', '>', nowMs)
  if (channelIds !== undefined) query = query.where('channel_id', 'in', channelIds)
  return await query.orderBy('until_at', 'desc').orderBy('channel_id').execute()
}
