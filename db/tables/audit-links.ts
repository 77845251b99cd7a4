/** The links between entries of the audit log, which itself is only added to. */
import type { Kysely, Selectable } from 'kysely'
import type { AuditLinksTable, Schema } from '../schema'
import type { AuditRow } from './audit'

export type AuditLink = Selectable<AuditLinksTable>

/** The newest; `undefined` before the first. */
export async function newestLink(reader: Kysely<Schema>): Promise<AuditLink | undefined> {
  return await reader
    .selectFrom('audit_links')
    .selectAll()
    .orderBy('chain', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function unlinked(reader: Kysely<Schema>) {
  return reader
    .selectFrom('audit_log as a')
    .leftJoin('audit_links as l', 'l.audit_id', 'a.id')
    .where('l.audit_id', 'is', null)
}

/** Entries that are not linked yet, oldest first. */
export async function unlinkedAudit(reader: Kysely<Schema>, most: number): Promise<AuditRow[]> {
  return await unlinked(reader).selectAll('a').orderBy('a.id').limit(most).execute()
}

export async function countUnlinkedAudit(reader: Kysely<Schema>): Promise<number> {
  const row = await unlinked(reader)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertLinks(trx: Kysely<Schema>, links: readonly AuditLink[]): Promise<void> {
  if (links.length > 0)
    await trx
      .insertInto('audit_links')
      .values([...links])
      .execute()
}

/** In their order, after a place. */
export async function linksAfter(
  reader: Kysely<Schema>,
  place: number,
  most: number,
): Promise<AuditLink[]> {
  return await reader
    .selectFrom('audit_links')
    .selectAll()
    .where('chain', '>', place)
    .orderBy('chain')
    .limit(most)
    .execute()
}

export async function auditByIds(
  reader: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AuditRow>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.selectFrom('audit_log').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
