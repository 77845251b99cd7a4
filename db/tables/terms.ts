import type { Insertable, Kysely } from 'kysely'
import type { Schema } from '../schema'
import type { TermsAcceptancesTable } from '../schema/terms'

/** Who accepts a version again has accepted it when they did so first. */
export async function insertAcceptance(
  trx: Kysely<Schema>,
  row: Insertable<TermsAcceptancesTable>,
): Promise<void> {
  await trx
    .insertInto('terms_acceptances')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'version']).doNothing())
    .execute()
}
