import { type AuditRow, type AuditSearch, countAudit, searchAudit } from '../../../db/tables/audit'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { shownEntry } from './shown'

export interface SearchAuditInput extends AuditSearch, PageRequest {}

/** One page of what passes the filters, newest first. */
export async function searchAuditEntries(
  deps: ServiceDeps,
  input: SearchAuditInput = {},
): Promise<Page<AuditRow>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const [rows, total] = await Promise.all([
    searchAudit(lists, input, window),
    countAudit(lists, input),
  ])
  return pageOf(window, rows.map(shownEntry), total)
}
