import { auditWithAddresses } from '../../../../db/tables/audit'
import { maskedText } from '../../../domain/network/url-credentials'
import type { Check } from '../check'
import { someOf } from '../list-some'
import type { Stored } from '../stored'

/** Rows looked at, the newest. */
const MOST_ROWS = 20_000

/**
 * Passwords of proxies that older releases wrote into the audit log. Nothing there is rewritten,
 * and copies of the database hold them too, so that only new passwords help.
 */
export const oldSecrets: Check<Stored> = {
  id: 'old-secrets',
  area: 'database',
  look: async ({ db }) => {
    const rows = await auditWithAddresses(db.lists, MOST_ROWS)
    const open = rows.filter(({ before, after }) => isOpen(before) || isOpen(after))
    if (open.length === 0) return { status: 'ok', text: 'doctor.old_secrets.ok' }
    const targets = someOf([...new Set(open.map(({ target }) => target))])
    return {
      status: 'warn',
      text: 'doctor.old_secrets.open',
      hint: 'doctor.old_secrets.hint',
      params: { count: open.length, targets },
    }
  },
}

function isOpen(text: string): boolean {
  return maskedText(text) !== text
}
