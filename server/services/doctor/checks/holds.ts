import { abandonedHolds } from '../../ledger/abandoned-holds'
import type { Check } from '../check'
import type { Examined } from '../examined'
import { someOf } from '../list-some'

/** Credits that are held for calls which cannot be running any more. */
export const holds: Check<Examined> = {
  id: 'holds',
  area: 'database',
  look: async ({ db, clock }) => {
    const old = await abandonedHolds({ db, clock })
    if (old.length === 0) return { status: 'ok', text: 'doctor.holds.ok' }
    const params = {
      count: old.length,
      credits: old.reduce((sum, { amount }) => sum + amount, 0),
      calls: someOf(old.map(({ call_id }) => call_id)),
    }
    return { status: 'warn', text: 'doctor.holds.old', hint: 'doctor.holds.hint', params }
  },
}
