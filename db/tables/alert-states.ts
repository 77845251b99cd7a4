/** How the subjects of alert rules do, and when they fired. */
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { AlertFiringsTable, AlertStatesTable } from '../schema/alerts'
import type { RowWindow } from './row-order'

export type AlertStateRow = Selectable<AlertStatesTable>
export type AlertFiringRow = Selectable<AlertFiringsTable>

/** Of one rule, or of all. */
export async function alertStates(
  reader: Lists | Kysely<Schema>,
  ruleId?: number,
): Promise<AlertStateRow[]> {
  return await reader
    .selectFrom('alert_states')
    .selectAll()
    .$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId ?? 0))
    .orderBy('since_at')
    .execute()
}

export async function putAlertState(trx: Kysely<Schema>, row: AlertStateRow): Promise<void> {
  const { rule_id: _, subject: __, ...change } = row
  await trx
    .insertInto('alert_states')
    .values(row)
    .onConflict((conflict) => conflict.columns(['rule_id', 'subject']).doUpdateSet(change))
    .execute()
}

export async function deleteAlertState(
  trx: Kysely<Schema>,
  { rule_id, subject }: Pick<AlertStateRow, 'rule_id' | 'subject'>,
): Promise<void> {
  await trx
    .deleteFrom('alert_states')
    .where('rule_id', '=', rule_id)
    .where('subject', '=', subject)
    .execute()
}

export async function insertAlertFiring(
  trx: Kysely<Schema>,
  firing: Omit<Insertable<AlertFiringsTable>, 'id'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('alert_firings')
    .values(firing)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endAlertFiring(
  trx: Kysely<Schema>,
  id: number,
  { until, peak }: { readonly until: number; readonly peak: number },
): Promise<void> {
  await trx
    .updateTable('alert_firings')
    .set({ until_at: until, peak })
    .where('id', '=', id)
    .execute()
}

/** Nobody is notified of their end: what the rule watched is not watched any more. */
export async function endAlertsOf(
  trx: Kysely<Schema>,
  ruleId: number,
  until: number,
): Promise<void> {
  await trx.deleteFrom('alert_states').where('rule_id', '=', ruleId).execute()
  await trx
    .updateTable('alert_firings')
    .set({ until_at: until, recovery_notified_at: -1 })
    .where('rule_id', '=', ruleId)
    .where('until_at', '=', 0)
    .execute()
}

/** Of which somebody may have to be notified: those that fire, and those that ended unnotified. */
export async function openAlertFirings(
  reader: Lists | Kysely<Schema>,
  limit: number,
): Promise<AlertFiringRow[]> {
  return await reader
    .selectFrom('alert_firings')
    .selectAll()
    .where((e) =>
      e.or([
        e('until_at', '=', 0),
        e.and([e('until_at', '>', 0), e('notified_at', '>', 0), e('recovery_notified_at', '=', 0)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function noteAlertNotices(
  trx: Kysely<Schema>,
  ids: readonly number[],
  at: number,
): Promise<void> {
  await trx
    .updateTable('alert_firings')
    .set((e) => ({ notified_at: at, notices: e('notices', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

/** `at` of -1: nobody is to be notified. */
export async function noteAlertRecoveries(
  trx: Kysely<Schema>,
  ids: readonly number[],
  at: number,
): Promise<void> {
  await trx
    .updateTable('alert_firings')
    .set({ recovery_notified_at: at })
    .where('id', 'in', ids)
    .execute()
}

/** Newest first. */
export async function listAlertFirings(
  lists: Lists,
  { ruleId }: { readonly ruleId?: number | undefined },
  { limit, offset }: Pick<RowWindow<never>, 'limit' | 'offset'>,
): Promise<AlertFiringRow[]> {
  return await lists
    .selectFrom('alert_firings')
    .selectAll()
    .$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countAlertFirings(
  lists: Lists,
  { ruleId }: { readonly ruleId?: number | undefined },
): Promise<number> {
  const row = await lists
    .selectFrom('alert_firings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId ?? 0))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Those that ended before. */
export async function deleteOldAlertFirings(trx: Kysely<Schema>, before: number): Promise<void> {
  await trx
    .deleteFrom('alert_firings')
    .where('until_at', '>', 0)
    .where('until_at', '<', before)
    .execute()
}
