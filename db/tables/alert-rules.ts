/** Rules of what somebody is notified of. */
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { ALERT_MEASURES, type AlertMeasure } from '../../server/domain/alerts/measures'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { AlertRulesTable } from '../schema/alerts'

export interface AlertRuleRow extends Selectable<AlertRulesTable> {
  readonly measure: AlertMeasure
}

export type AlertRuleColumns = Omit<Insertable<AlertRulesTable>, 'id' | 'built_in'>

/** Those that come with the program first, then in the order in which they were made. */
export async function allAlertRules(reader: Lists | Kysely<Schema>): Promise<AlertRuleRow[]> {
  const rows = await reader.selectFrom('alert_rules').selectAll().orderBy('id').execute()
  return rows.flatMap((row) => known(row) ?? [])
}

export async function findAlertRule(
  reader: Kysely<Schema>,
  by: { readonly id: number } | { readonly name: string },
): Promise<AlertRuleRow | undefined> {
  const all = reader.selectFrom('alert_rules').selectAll()
  const one = 'id' in by ? all.where('id', '=', by.id) : all.where('name', '=', by.name)
  const row = await one.executeTakeFirst()
  return row && known(row)
}

/** A newer gateway on the same database may have set measures that this one knows nothing of. */
function known(row: Selectable<AlertRulesTable>): AlertRuleRow | undefined {
  const measure = ALERT_MEASURES.find((each) => each === row.measure)
  return measure && { ...row, measure }
}

export async function countAlertRules(reader: Kysely<Schema>): Promise<number> {
  const row = await reader
    .selectFrom('alert_rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertAlertRule(
  trx: Kysely<Schema>,
  columns: AlertRuleColumns,
): Promise<number> {
  const { id } = await trx
    .insertInto('alert_rules')
    .values(columns)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAlertRule(
  trx: Kysely<Schema>,
  id: number,
  change: Updateable<AlertRulesTable>,
): Promise<void> {
  await trx.updateTable('alert_rules').set(change).where('id', '=', id).execute()
}

export async function deleteAlertRule(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('alert_rules').where('id', '=', id).execute()
}
