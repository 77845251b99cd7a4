import { type AuditFilter, type AuditRow, listAudit } from '../../../db/tables/audit'
import { MAX_PAGE_SIZE } from '../page'
import type { ServiceDeps } from '../service-deps'
import { shownEntry } from './shown'

export type ListAuditInput = Omit<AuditFilter, 'limit'> & { readonly limit?: number | undefined }

/** Newest first; page on with `beforeId`. */
export async function listAuditEntries(
  deps: ServiceDeps,
  input: ListAuditInput = {},
): Promise<AuditRow[]> {
  const limit = Math.min(Math.max(1, input.limit ?? MAX_PAGE_SIZE), MAX_PAGE_SIZE)
  return (await listAudit(deps.db.lists, { ...input, limit })).map(shownEntry)
}
