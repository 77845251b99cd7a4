/** Since when the signed addresses of single receipts are good. */
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'

/** Epoch ms; 0 for a receipt whose addresses nobody took back. */
export async function receiptSince(reader: Kysely<Schema>, requestId: string): Promise<number> {
  const row = await reader
    .selectFrom('receipt_revocations')
    .select('since')
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.since ?? 0
}

export async function revokeReceipt(
  trx: Kysely<Schema>,
  requestId: string,
  since: number,
): Promise<void> {
  await trx
    .insertInto('receipt_revocations')
    .values({ request_id: requestId, since })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet({ since }))
    .execute()
}
