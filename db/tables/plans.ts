import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Schema } from '../schema'
import type { PlansTable } from '../schema/plans'

export type PlanRow = Selectable<PlansTable>

export async function allPlans(reader: Kysely<Schema>): Promise<PlanRow[]> {
  return await reader.selectFrom('plans').selectAll().orderBy('priority').orderBy('name').execute()
}

export async function findPlan(reader: Kysely<Schema>, id: number): Promise<PlanRow | undefined> {
  return await reader.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findPlanByName(
  reader: Kysely<Schema>,
  name: string,
): Promise<PlanRow | undefined> {
  return await reader.selectFrom('plans').selectAll().where('name', '=', name).executeTakeFirst()
}

export async function insertPlan(
  trx: Kysely<Schema>,
  plan: Insertable<PlansTable>,
): Promise<PlanRow> {
  return await trx.insertInto('plans').values(plan).returningAll().executeTakeFirstOrThrow()
}

export async function updatePlan(
  trx: Kysely<Schema>,
  id: number,
  change: Updateable<PlansTable>,
): Promise<void> {
  await trx.updateTable('plans').set(change).where('id', '=', id).execute()
}

export async function deletePlan(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('plans').where('id', '=', id).execute()
}
