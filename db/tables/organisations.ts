/** Organisations with their members. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { MemberRole } from '../../server/domain/accounts/membership'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { MembersTable, OrganisationsTable } from '../schema/organisations'
import type { UserRow } from './users'

export type OrganisationRow = Selectable<OrganisationsTable>
export type MemberRow = Selectable<MembersTable>

export async function insertOrganisation(
  trx: Kysely<Schema>,
  row: Insertable<OrganisationsTable>,
): Promise<void> {
  await trx.insertInto('organisations').values(row).execute()
}

/** Removed ones too. */
export async function hasOrganisations(reader: Kysely<Schema>): Promise<boolean> {
  const query = reader.selectFrom('organisations').select('id').where('id', '>', 0)
  const row = await query.limit(1).executeTakeFirst()
  return row !== undefined
}

export async function findOrganisation(
  reader: Kysely<Schema>,
  id: number,
): Promise<OrganisationRow | undefined> {
  return await reader
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function updateOrganisation(
  trx: Kysely<Schema>,
  id: number,
  change: Pick<OrganisationRow, 'join_domains'>,
): Promise<void> {
  await trx.updateTable('organisations').set(change).where('id', '=', id).execute()
}

/** Living ones, to which people with an address at some domain may ask to be let in. */
export async function organisationsWithDomains(
  reader: Kysely<Schema>,
): Promise<readonly Pick<OrganisationRow, 'id' | 'join_domains'>[]> {
  return await reader
    .selectFrom('organisations as o')
    .innerJoin('users as u', 'u.id', 'o.id')
    .select(['o.id', 'o.join_domains'])
    .where('o.join_domains', '<>', '')
    .where('u.deleted_at', 'is', null)
    .execute()
}

/** How many living ones somebody has made. */
export async function countOrganisationsBy(
  reader: Kysely<Schema>,
  userId: number,
): Promise<number> {
  const row = await reader
    .selectFrom('organisations as o')
    .innerJoin('users as u', 'u.id', 'o.id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('o.created_by', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export interface Membership {
  readonly member: MemberRow
  /** The account. */
  readonly organisation: UserRow
}

/** What somebody is, or was, in a living organisation; requests too. */
export async function findMembership(
  reader: Kysely<Schema>,
  { userId, organisationId }: { readonly userId: number; readonly organisationId: number },
): Promise<Membership | undefined> {
  const member = await reader
    .selectFrom('members')
    .selectAll()
    .where('user_id', '=', userId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (member === undefined) return undefined
  const organisation = await reader
    .selectFrom('users')
    .selectAll()
    .where('id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return organisation && { member, organisation }
}

/** In living organisations, by their names; requests too, without those that were left. */
export async function membershipsOf(
  reader: Kysely<Schema>,
  userId: number,
): Promise<readonly Membership[]> {
  const members = await reader
    .selectFrom('members')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'left')
    .execute()
  if (members.length === 0) return []
  const accounts = await reader
    .selectFrom('users')
    .selectAll()
    .where(
      'id',
      'in',
      members.map(({ organisation_id }) => organisation_id),
    )
    .where('deleted_at', 'is', null)
    .orderBy('username')
    .execute()
  const byId = new Map(members.map((member) => [member.organisation_id, member]))
  return accounts.flatMap((organisation) => {
    const member = byId.get(organisation.id)
    return member === undefined ? [] : [{ member, organisation }]
  })
}

export type MemberOfUser = MemberRow & {
  readonly username: string
  readonly display_name: string
  readonly email: string
  /** Of the user. */
  readonly status: number
}

/** Owners first, then by name; of living users. */
export async function membersOf(
  lists: Lists | Kysely<Schema>,
  organisationId: number,
): Promise<MemberOfUser[]> {
  const rows = await lists
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('m')
    .select(['u.username', 'u.display_name', 'u.email', 'u.status'])
    .where('m.organisation_id', '=', organisationId)
    .where('m.state', '<>', 'left')
    .where('u.deleted_at', 'is', null)
    .orderBy('u.username')
    .execute()
  return rows.sort((a, b) => Number(b.role === 'owner') - Number(a.role === 'owner'))
}

export async function findMember(
  reader: Kysely<Schema>,
  id: number,
): Promise<MemberRow | undefined> {
  return await reader.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertMember(
  trx: Kysely<Schema>,
  row: Insertable<MembersTable>,
): Promise<MemberRow> {
  return await trx.insertInto('members').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateMember(
  trx: Kysely<Schema>,
  id: number,
  change: Partial<Pick<MemberRow, 'role' | 'state'>>,
): Promise<void> {
  await trx.updateTable('members').set(change).where('id', '=', id).execute()
}

/** Active ones of a role. */
export async function countMembersByRole(
  reader: Kysely<Schema>,
  organisationId: number,
  role: MemberRole,
): Promise<number> {
  const row = await reader
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('m.organisation_id', '=', organisationId)
    .where('m.role', '=', role)
    .where('m.state', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Ids of memberships with the names of their people; unknown ids are left out. */
export async function memberNames(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.id', 'u.username'])
    .where('m.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}
