import { pendingMigrations } from '../../../../db/migrate'
import { MIGRATIONS } from '../../../../db/migrations'
import type { Check } from '../check'
import { someOf } from '../list-some'
import type { Stored } from '../stored'

export const migrations: Check<Pick<Stored, 'db'>> = {
  id: 'migrations',
  area: 'database',
  // A schema that is newer, or was edited, throws; its message is the finding.
  look: async ({ db }) => {
    const pending = await pendingMigrations(db)
    if (pending.length === 0) return { status: 'ok', text: 'doctor.migrations.ok' }
    if (pending.length === MIGRATIONS.length) {
      return { status: 'fail', text: 'doctor.migrations.none', hint: 'doctor.migrations.hint' }
    }
    const params = { names: someOf(pending) }
    return {
      status: 'warn',
      text: 'doctor.migrations.pending',
      hint: 'doctor.migrations.hint',
      params,
    }
  },
}
