/** Where operators are notified of what happens to the site. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Schema } from '../schema'
import type { ContactPointsTable } from '../schema/notices'

export type ContactPointRow = Selectable<ContactPointsTable>
export type ContactPointColumns = Omit<Insertable<ContactPointsTable>, 'id'>

export async function allContactPoints(reader: Kysely<Schema>): Promise<ContactPointRow[]> {
  return await reader.selectFrom('contact_points').selectAll().orderBy('name').execute()
}

export async function findContactPoint(
  reader: Kysely<Schema>,
  by: { readonly id: number } | { readonly name: string },
): Promise<ContactPointRow | undefined> {
  const all = reader.selectFrom('contact_points').selectAll()
  const one = 'id' in by ? all.where('id', '=', by.id) : all.where('name', '=', by.name)
  return await one.executeTakeFirst()
}

export async function insertContactPoint(
  trx: Kysely<Schema>,
  row: ContactPointColumns,
): Promise<ContactPointRow> {
  return await trx.insertInto('contact_points').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateContactPoint(
  trx: Kysely<Schema>,
  id: number,
  change: Partial<ContactPointColumns>,
): Promise<ContactPointRow | undefined> {
  return await trx
    .updateTable('contact_points')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteContactPoint(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('contact_points').where('id', '=', id).execute()
}

/** By id; those that are gone are missing. */
export async function contactPointNames(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('contact_points')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
