/** What configuration files have set, field by field. */
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../schema'
import type { AppliedFieldsTable } from '../schema/manifests'

export type AppliedFieldRow = Selectable<AppliedFieldsTable>

export async function allAppliedFields(reader: Kysely<Schema>): Promise<AppliedFieldRow[]> {
  return await reader.selectFrom('applied_fields').selectAll().execute()
}

/** Parameters of one statement are bounded in both databases. */
const ROWS_AT_ONCE = 200

export async function putAppliedFields(
  trx: Kysely<Schema>,
  rows: readonly AppliedFieldRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('applied_fields')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['section', 'name', 'field']).doUpdateSet((e) => ({
          owner: e.ref('excluded.owner'),
          hash_sealed: e.ref('excluded.hash_sealed'),
          applied_at: e.ref('excluded.applied_at'),
          applied_by: e.ref('excluded.applied_by'),
        })),
      )
      .execute()
  }
}

export type AppliedName = Pick<AppliedFieldRow, 'section' | 'name'>

/** Of items that are gone. */
export async function forgetAppliedItems(
  trx: Kysely<Schema>,
  items: readonly AppliedName[],
): Promise<void> {
  for (const { section, name } of items) {
    await trx
      .deleteFrom('applied_fields')
      .where('section', '=', section)
      .where('name', '=', name)
      .execute()
  }
}
