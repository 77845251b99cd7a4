/** What channels have used: on PostgreSQL noted by the ledger, and added to their rows later. */
import { sql } from 'kysely'
import type { Db } from '../db'

/** Concurrently with calls that add more, and with other nodes that do the same. */
export async function foldChannelUsage(db: Db): Promise<void> {
  if (db.kind !== 'postgres') return
  const noted = await db.reader.selectFrom('channel_usage').select('used').limit(1).execute()
  if (noted.length === 0) return
  await db.transaction(async (trx) => {
    await sql`with noted as (delete from channel_usage returning channel_id, used),
      sums as (select channel_id, sum(used)::bigint as used from noted group by channel_id),
      locked as (select channels.id, sums.used from channels
        join sums on sums.channel_id = channels.id order by channels.id for update of channels)
      update channels set used_quota = used_quota + locked.used
        from locked where channels.id = locked.id`.execute(trx)
  })
}
