import type { ExpressionBuilder, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { IncidentsTable, IncidentUpdatesTable } from '../schema/status-page'

export type IncidentRow = Selectable<IncidentsTable>
export type IncidentUpdateRow = Selectable<IncidentUpdatesTable>

const OVER = ['resolved', 'completed'] as const

export interface IncidentFilter {
  /** Epoch ms; those that began before are left out, open ones excepted. */
  readonly since?: number | undefined
  /** Epoch ms: only those that are not over then. */
  readonly openAt?: number | undefined
}

interface PageOfIncidents extends IncidentFilter {
  readonly limit: number
  readonly offset: number
}

/** The newest first. */
export async function listIncidents(
  lists: Lists,
  { limit, offset, ...filter }: PageOfIncidents,
): Promise<IncidentRow[]> {
  return await filtered(lists, filter)
    .selectAll()
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countIncidents(lists: Lists, filter: IncidentFilter): Promise<number> {
  const row = await filtered(lists, filter)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function filtered(lists: Lists, { since, openAt }: IncidentFilter) {
  let query = lists.selectFrom('incidents')
  if (openAt !== undefined) query = query.where((e) => isOpenAt(e, openAt))
  if (since === undefined) return query
  return query.where((e) => e.or([e('starts_at', '>=', since), isOpenAt(e, since)]))
}

/** Planned work ends by the clock. */
function isOpenAt(e: ExpressionBuilder<Schema, 'incidents'>, ms: number) {
  const isGoingOn = e.or([e('kind', '=', 'incident'), e('ends_at', '>', ms)])
  return e.and([e('state', 'not in', OVER), isGoingOn])
}

export async function findIncident(
  reader: Kysely<Schema>,
  id: number,
): Promise<IncidentRow | undefined> {
  return await reader.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The one that something opened and that is not over. */
export async function openIncidentOf(
  reader: Kysely<Schema>,
  source: string,
): Promise<IncidentRow | undefined> {
  return await reader
    .selectFrom('incidents')
    .selectAll()
    .where('source', '=', source)
    .where('state', 'not in', OVER)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function insertIncident(
  trx: Kysely<Schema>,
  row: Omit<Insertable<IncidentsTable>, 'id'>,
): Promise<IncidentRow> {
  return await trx.insertInto('incidents').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateIncident(
  trx: Kysely<Schema>,
  id: number,
  change: Updateable<IncidentsTable>,
): Promise<void> {
  await trx.updateTable('incidents').set(change).where('id', '=', id).execute()
}

/** With what was published about it. */
export async function deleteIncident(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('incident_updates').where('incident_id', '=', id).execute()
  await trx.deleteFrom('incidents').where('id', '=', id).execute()
}

export async function insertIncidentUpdate(
  trx: Kysely<Schema>,
  row: Omit<Insertable<IncidentUpdatesTable>, 'id'>,
): Promise<void> {
  await trx.insertInto('incident_updates').values(row).execute()
}

/** Of all these incidents, the newest first. */
export async function updatesOf(
  lists: Kysely<Schema> | Lists,
  incidentIds: readonly number[],
): Promise<IncidentUpdateRow[]> {
  if (incidentIds.length === 0) return []
  return await lists
    .selectFrom('incident_updates')
    .selectAll()
    .where('incident_id', 'in', incidentIds)
    .orderBy('id', 'desc')
    .execute()
}
