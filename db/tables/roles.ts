import type { Kysely, Selectable } from 'kysely'
import type { RolesTable, Schema } from '../schema'

export type RoleRow = Selectable<RolesTable>

export async function allRoles(reader: Kysely<Schema>): Promise<RoleRow[]> {
  return await reader.selectFrom('roles').selectAll().orderBy('name').execute()
}

export async function findRole(reader: Kysely<Schema>, id: number): Promise<RoleRow | undefined> {
  return await reader.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findRoleByName(
  reader: Kysely<Schema>,
  name: string,
): Promise<RoleRow | undefined> {
  return await reader.selectFrom('roles').selectAll().where('name', '=', name).executeTakeFirst()
}

export async function insertRole(trx: Kysely<Schema>, role: Omit<RoleRow, 'id'>): Promise<RoleRow> {
  return await trx.insertInto('roles').values(role).returningAll().executeTakeFirstOrThrow()
}

export async function updateRole(
  trx: Kysely<Schema>,
  id: number,
  change: Pick<RoleRow, 'name' | 'scopes'>,
): Promise<void> {
  await trx.updateTable('roles').set(change).where('id', '=', id).execute()
}

export async function deleteRole(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('roles').where('id', '=', id).execute()
}

/** Living users that have it, by their names. */
export async function usersOfRole(
  reader: Kysely<Schema>,
  id: number,
): Promise<readonly { readonly id: number; readonly username: string }[]> {
  return await reader
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('username')
    .execute()
}

/** How many living users have each role. */
export async function countUsersByRole(
  reader: Kysely<Schema>,
): Promise<ReadonlyMap<number, number>> {
  const rows = await reader
    .selectFrom('users')
    .select((e) => ['role_id', e.fn.countAll<number>().as('count')])
    .where('role_id', '<>', 0)
    .where('deleted_at', 'is', null)
    .groupBy('role_id')
    .execute()
  return new Map(rows.map(({ role_id, count }) => [role_id, Number(count)]))
}
