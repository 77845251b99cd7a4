import type { Check, Finding } from '../check'
import { someOf } from '../list-some'
import type { Surroundings } from '../surroundings'

/** Copies of the database that a rehearsal could not remove, because it was killed. */
export const rehearsals: Check<Surroundings> = {
  id: 'rehearsals',
  area: 'files',
  look: async ({ leftFolders: { removed, stuck } }): Promise<Finding> => {
    if (stuck.length > 0) {
      return {
        status: 'warn',
        text: 'doctor.rehearsals.stuck',
        hint: 'doctor.rehearsals.hint',
        params: { count: stuck.length, folders: someOf(stuck) },
      }
    }
    if (removed.length === 0) return { status: 'ok', text: 'doctor.rehearsals.ok' }
    const params = { count: removed.length }
    return { status: 'ok', text: 'doctor.rehearsals.removed', params }
  },
}
