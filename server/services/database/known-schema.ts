import { pendingMigrations } from '../../../db/migrate'
import { type DatabasePlace, withDatabase } from '../database-place'

/** Throws `db.too_new` for a database that this program cannot work with any more. */
export async function requireKnownSchema({ databaseUrl }: DatabasePlace): Promise<void> {
  await withDatabase([databaseUrl, { readonly: true }], pendingMigrations)
}
