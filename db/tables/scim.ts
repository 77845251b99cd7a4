/** Users and groups that a directory has provisioned by SCIM. */
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { ROLE } from '../../server/domain/accounts/roles'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { ScimGroupsTable, ScimUsersTable } from '../schema/identities'
import type { UserRow } from './users'

export type ScimUserRow = Selectable<ScimUsersTable>
export type ScimGroupRow = Selectable<ScimGroupsTable>

/** Letter case of names does not count. */
const lower = (column: string) => sql<string>`lower(${sql.ref(column)})`

export interface ProvisionedName {
  readonly externalId: string
  readonly names: readonly string[]
}

/** A living user whom a directory calls so. */
export async function provisionedUser(
  reader: Kysely<Schema>,
  { externalId, names }: ProvisionedName,
): Promise<UserRow | undefined> {
  const wanted = names.map((name) => name.toLowerCase())
  return await reader
    .selectFrom('users')
    .innerJoin('scim_users as s', 's.user_id', 'users.id')
    .selectAll('users')
    .where('users.deleted_at', 'is', null)
    .where((e) =>
      e.or([
        e.and([e('s.external_id', '<>', ''), e('s.external_id', '=', externalId)]),
        ...(wanted.length === 0 ? [] : [e(lower('s.user_name'), 'in', wanted)]),
      ]),
    )
    .orderBy('users.id')
    .executeTakeFirst()
}

export interface ScimPerson {
  readonly user: UserRow
  /** Absent for somebody whom no directory has provisioned. */
  readonly scim: ScimUserRow | undefined
}

interface PersonQuestion {
  readonly id?: number
  readonly userName?: string
}

/** Living people but root, by id, by the name that a directory uses or their own, or all. */
export async function scimPeople(
  reader: Kysely<Schema>,
  { id, userName }: PersonQuestion,
): Promise<readonly ScimPerson[]> {
  const name = userName?.toLowerCase()
  const rows = await reader
    .selectFrom('users')
    .leftJoin('scim_users as s', 's.user_id', 'users.id')
    .selectAll('users')
    .select([
      's.user_id as s_user_id',
      's.user_name as s_user_name',
      's.external_id as s_external_id',
      's.given_name as s_given_name',
      's.family_name as s_family_name',
      's.active as s_active',
      's.created_at as s_created_at',
      's.updated_at as s_updated_at',
    ])
    .where('users.deleted_at', 'is', null)
    .where('users.account_type', '=', 'person')
    .where('users.role', '<', ROLE.root)
    .$if(id !== undefined, (query) => query.where('users.id', '=', id ?? 0))
    .$if(name !== undefined, (query) =>
      query.where((e) =>
        e.or([
          e(lower('s.user_name'), '=', name ?? ''),
          e.and([e('s.user_id', 'is', null), e(lower('users.username'), '=', name ?? '')]),
        ]),
      ),
    )
    .orderBy('users.id')
    .execute()
  return rows.map((row) => {
    const { s_user_id, s_user_name, s_external_id, s_given_name, s_family_name, ...rest } = row
    const { s_active, s_created_at, s_updated_at, ...user } = rest
    if (s_user_id === null) return { user, scim: undefined }
    return {
      user,
      scim: {
        user_id: s_user_id,
        user_name: s_user_name ?? '',
        external_id: s_external_id ?? '',
        given_name: s_given_name ?? '',
        family_name: s_family_name ?? '',
        active: s_active === 0 ? 0 : 1,
        created_at: s_created_at ?? 0,
        updated_at: s_updated_at ?? 0,
      },
    }
  })
}

export async function putScimUser(
  trx: Kysely<Schema>,
  row: Insertable<ScimUsersTable>,
): Promise<void> {
  const { user_id: _, created_at: __, ...change } = row
  await trx
    .insertInto('scim_users')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

export async function removeScimUser(trx: Kysely<Schema>, userId: number): Promise<void> {
  await trx.deleteFrom('scim_members').where('user_id', '=', userId).execute()
  await trx.deleteFrom('scim_users').where('user_id', '=', userId).execute()
}

export interface ScimGroup extends ScimGroupRow {
  readonly members: readonly { readonly id: number; readonly username: string }[]
}

export async function scimGroups(
  reader: Lists | Kysely<Schema>,
  { id, name }: { readonly id?: number; readonly name?: string },
): Promise<readonly ScimGroup[]> {
  const groups = await reader
    .selectFrom('scim_groups')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(name !== undefined, (query) => query.where(lower('name'), '=', name?.toLowerCase() ?? ''))
    .orderBy('id')
    .execute()
  if (groups.length === 0) return []
  const members = await reader
    .selectFrom('scim_members')
    .innerJoin('users', 'users.id', 'scim_members.user_id')
    .select(['scim_members.group_id', 'users.id', 'users.username'])
    .where(
      'scim_members.group_id',
      'in',
      groups.map((group) => group.id),
    )
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute()
  const byGroup = Map.groupBy(members, ({ group_id }) => Number(group_id))
  return groups.map((group) => ({
    ...group,
    members: (byGroup.get(group.id) ?? []).map(({ id: userId, username }) => ({
      id: userId,
      username,
    })),
  }))
}

/** Of a user, by their names. */
export async function scimGroupsOf(
  reader: Kysely<Schema>,
  userIds: readonly number[],
): Promise<readonly { readonly user_id: number; readonly id: number; readonly name: string }[]> {
  if (userIds.length === 0) return []
  return await reader
    .selectFrom('scim_members')
    .innerJoin('scim_groups', 'scim_groups.id', 'scim_members.group_id')
    .select(['scim_members.user_id', 'scim_groups.id', 'scim_groups.name'])
    .where('scim_members.user_id', 'in', userIds)
    .orderBy('scim_groups.name')
    .execute()
}

export async function insertScimGroup(
  trx: Kysely<Schema>,
  row: Omit<ScimGroupRow, 'id'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('scim_groups')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateScimGroup(
  trx: Kysely<Schema>,
  id: number,
  change: Pick<ScimGroupRow, 'name' | 'external_id' | 'updated_at'>,
): Promise<void> {
  await trx.updateTable('scim_groups').set(change).where('id', '=', id).execute()
}

/** In the place of those that it had. */
export async function setScimMembers(
  trx: Kysely<Schema>,
  groupId: number,
  userIds: readonly number[],
): Promise<void> {
  await trx.deleteFrom('scim_members').where('group_id', '=', groupId).execute()
  if (userIds.length === 0) return
  const rows = userIds.map((user_id) => ({ group_id: groupId, user_id }))
  await trx.insertInto('scim_members').values(rows).execute()
}

export async function deleteScimGroup(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('scim_members').where('group_id', '=', id).execute()
  await trx.deleteFrom('scim_groups').where('id', '=', id).execute()
}
