/** Projects of organisations, and the invitations to them. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { InvitationsTable, ProjectsTable } from '../schema/organisations'

export type ProjectRow = Selectable<ProjectsTable>
export type InvitationRow = Selectable<InvitationsTable>

export async function projectsOf(
  lists: Lists | Kysely<Schema>,
  organisationId: number,
): Promise<ProjectRow[]> {
  return await lists
    .selectFrom('projects')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('name')
    .execute()
}

export async function findProject(
  reader: Kysely<Schema>,
  id: number,
): Promise<ProjectRow | undefined> {
  return await reader.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertProject(
  trx: Kysely<Schema>,
  row: Insertable<ProjectsTable>,
): Promise<ProjectRow> {
  return await trx.insertInto('projects').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateProject(
  trx: Kysely<Schema>,
  id: number,
  change: Partial<Pick<ProjectRow, 'name' | 'closed_at'>>,
): Promise<void> {
  await trx.updateTable('projects').set(change).where('id', '=', id).execute()
}

/** Names by id; unknown ids are left out. */
export async function projectNames(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** That can still be accepted, newest first. */
export async function openInvitationsOf(
  lists: Lists | Kysely<Schema>,
  organisationId: number,
  nowMs: number,
): Promise<InvitationRow[]> {
  return await lists
    .selectFrom('invitations')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('expires_at', '>', nowMs)
    .where('uses_left', '>', 0)
    .orderBy('id', 'desc')
    .execute()
}

export async function insertInvitation(
  trx: Kysely<Schema>,
  row: Insertable<InvitationsTable>,
): Promise<InvitationRow> {
  return await trx.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findInvitation(
  reader: Kysely<Schema>,
  codeHash: string,
  nowMs: number,
): Promise<InvitationRow | undefined> {
  return await reader
    .selectFrom('invitations')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', nowMs)
    .where('uses_left', '>', 0)
    .executeTakeFirst()
}

/** `false` when somebody else took the last use. */
export async function takeInvitation(trx: Kysely<Schema>, id: number): Promise<boolean> {
  const row = await trx
    .updateTable('invitations')
    .set((e) => ({ uses_left: e('uses_left', '-', 1) }))
    .where('id', '=', id)
    .where('uses_left', '>', 0)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** `false` when the organisation has none with this id. */
export async function deleteInvitation(
  trx: Kysely<Schema>,
  { id, organisationId }: { readonly id: number; readonly organisationId: number },
): Promise<boolean> {
  const row = await trx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteInvitationsOf(
  trx: Kysely<Schema>,
  organisationId: number,
): Promise<void> {
  await trx.deleteFrom('invitations').where('organisation_id', '=', organisationId).execute()
}
