import {
  type AuditKind,
  type AuditRow,
  type AuditSearch,
  countAudit,
  searchAudit,
} from '../../../db/tables/audit'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { shownEntry } from './shown'

export interface SearchAuditInput extends AuditSearch, PageRequest {
  /** Both unless given. */
  readonly kind?: AuditKind | undefined
  readonly direction?: 'asc' | 'desc' | undefined
}

/** With how many there are of each kind, whichever is requested. */
export interface AuditPage extends Page<AuditRow>, Readonly<Record<AuditKind, number>> {}

/** One page of what passes the filters, newest first unless the oldest are requested. */
export async function searchAuditEntries(
  deps: ServiceDeps,
  input: SearchAuditInput = {},
): Promise<AuditPage> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const { kind, direction = 'desc' } = input
  const [rows, counts] = await Promise.all([
    searchAudit(lists, input, { ...window, kind, direction }),
    countAudit(lists, input),
  ])
  const total = kind === undefined ? counts.changes + counts.sessions : counts[kind]
  return { ...pageOf(window, rows.map(shownEntry), total), ...counts }
}
