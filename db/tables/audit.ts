import type { Insertable, Kysely, Selectable } from 'kysely'
import type { AuditLogTable, Schema } from '../schema'

export type AuditRow = Selectable<AuditLogTable>

/** Returns the id of the entry; ledger entries name it as what caused them. */
export async function insertAudit(
  trx: Kysely<Schema>,
  entry: Insertable<AuditLogTable>,
): Promise<number> {
  const row = await trx
    .insertInto('audit_log')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface AuditFilter {
  readonly actorId?: number | undefined
  readonly action?: string | undefined
  /** `user:7`, `option:RetryTimes` and the like. */
  readonly target?: string | undefined
  readonly beforeId?: number | undefined
  readonly limit: number
}

/** Newest first. */
export async function listAudit(reader: Kysely<Schema>, filter: AuditFilter): Promise<AuditRow[]> {
  let query = reader.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(filter.limit)
  if (filter.actorId !== undefined) {
    query = query.where('actor_id', '=', filter.actorId)
  }
  if (filter.action !== undefined) {
    query = query.where('action', '=', filter.action)
  }
  if (filter.target !== undefined) {
    query = query.where('target', '=', filter.target)
  }
  if (filter.beforeId !== undefined) {
    query = query.where('id', '<', filter.beforeId)
  }
  return await query.execute()
}
