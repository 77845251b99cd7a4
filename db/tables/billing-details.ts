/** Whom the invoices of accounts are made out to. */
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../schema'
import type { BillingDetailsTable } from '../schema/invoices'

export type BillingDetailsRow = Selectable<BillingDetailsTable>

export async function findBillingDetails(
  reader: Kysely<Schema>,
  userId: number,
): Promise<BillingDetailsRow | undefined> {
  return await reader
    .selectFrom('billing_details')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function writeBillingDetails(
  trx: Kysely<Schema>,
  { user_id, ...details }: Omit<BillingDetailsRow, 'id'>,
): Promise<void> {
  await trx
    .insertInto('billing_details')
    .values({ user_id, ...details })
    .onConflict((c) => c.column('user_id').doUpdateSet(details))
    .execute()
}
