import { rootUsers } from '../../../../db/tables/users'
import { hasWellKnownPassword } from '../../users/passwords'
import type { Check } from '../check'
import type { Examined } from '../examined'
import { someOf } from '../list-some'

export const rootPassword: Check<Examined> = {
  id: 'root-password',
  area: 'accounts',
  look: async ({ db }) => {
    const roots = await rootUsers(db.lists)
    if (roots.length === 0) {
      return { status: 'warn', text: 'doctor.root.none', hint: 'doctor.root.none_hint' }
    }
    const judged = await Promise.all(
      roots.map(async ({ username, password_hash }) =>
        (await hasWellKnownPassword(password_hash)) ? [username] : [],
      ),
    )
    const names = judged.flat()
    if (names.length === 0) return { status: 'ok', text: 'doctor.root.ok' }
    const params = { names: someOf(names), name: names[0] ?? '' }
    return { status: 'fail', text: 'doctor.root.well_known', hint: 'doctor.root.hint', params }
  },
}
