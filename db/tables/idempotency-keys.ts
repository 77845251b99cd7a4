import type { Kysely, Selectable } from 'kysely'
import type { IdempotencyKeysTable, Schema } from '../schema'

export type IdempotencyKeyRow = Selectable<IdempotencyKeysTable>

type Named = Pick<IdempotencyKeyRow, 'user_id' | 'key'>

/** Whether it is new; it stands or falls with the transaction. */
export async function claimKey(
  trx: Kysely<Schema>,
  row: Omit<IdempotencyKeyRow, 'answer_sealed'>,
): Promise<boolean> {
  const made = await trx
    .insertInto('idempotency_keys')
    .values({ ...row, answer_sealed: '' })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return made !== undefined
}

export async function findKey(
  reader: Kysely<Schema>,
  { user_id, key }: Named,
): Promise<IdempotencyKeyRow | undefined> {
  return await reader
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function keepAnswer(
  trx: Kysely<Schema>,
  { user_id, key, answer_sealed }: Named & Pick<IdempotencyKeyRow, 'answer_sealed'>,
): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer_sealed })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .execute()
}

/** Of before a moment in epoch milliseconds. */
export async function removeOldKeys(trx: Kysely<Schema>, before: number): Promise<void> {
  await trx.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
