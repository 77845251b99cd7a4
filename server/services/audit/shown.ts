import type { AuditRow } from '../../../db/tables/audit'
import { maskedText } from '../../domain/network/url-credentials'

/**
 * Secrets are masked when an entry is written; older releases left the passwords that stand in
 * addresses.
 */
export function shownEntry(entry: AuditRow): AuditRow {
  return { ...entry, before: maskedText(entry.before), after: maskedText(entry.after) }
}
