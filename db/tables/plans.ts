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

/** Whether users have anything to see: a plan that they can buy, or one that somebody holds. */
export async function isAnyPlanShown(reader: Kysely<Schema>): Promise<boolean> {
  const onSale = await reader
    .selectFrom('plans')
    .select('id')
    .where('on_sale', '=', 1)
    .where('enabled', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (onSale !== undefined) return true
  const held = reader
    .selectFrom('subscriptions')
    .select('id')
    .where('state', 'in', ['active', 'paused'])
  return (await held.limit(1).executeTakeFirst()) !== undefined
}
