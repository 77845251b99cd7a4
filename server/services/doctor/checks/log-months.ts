import { monthsMissingAt, type NamedMonth } from '../../../../db/maintenance/month-copies'
import { logMonths } from '../../../../db/tables/log-months'
import type { Check, Finding } from '../check'
import type { Examined } from '../examined'
import { someOf } from '../list-some'

/** Past months of the log whose files are not where they belong. */
export const logMonthFiles: Check<Pick<Examined, 'db'>> = {
  id: 'log-months',
  area: 'files',
  look: async ({ db }) => {
    if (db.file === undefined) return []
    const read = (await logMonths(db.reader)).filter(({ upto_id }) => upto_id > 0)
    return monthsFinding(db.file, read)
  },
}

export function monthsFinding(
  databasePath: string,
  months: readonly NamedMonth[],
): Finding | readonly Finding[] {
  if (months.length === 0) return []
  const missing = monthsMissingAt(databasePath, months)
  const count = months.length
  if (missing.length === 0) {
    return { status: 'ok', text: 'doctor.log_months.ok', params: { count } }
  }
  return {
    status: 'fail',
    text: 'doctor.log_months.missing',
    hint: 'doctor.log_months.hint',
    params: { months: someOf(missing.map(({ file }) => `logs/${file}`)) },
  }
}
