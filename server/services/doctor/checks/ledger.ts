import { verify } from '../../../../db/tables/ledger-verify'
import type { Check } from '../check'
import { someOf } from '../list-some'
import type { Stored } from '../stored'

export const ledger: Check<Stored> = {
  id: 'ledger',
  area: 'database',
  look: async ({ db }) => {
    const differences = await verify(db)
    if (differences.length === 0) return { status: 'ok', text: 'doctor.ledger.ok' }
    const accounts = [...new Set(differences.map(({ account }) => account))]
    const params = { count: differences.length, accounts: someOf(accounts) }
    return { status: 'fail', text: 'doctor.ledger.differs', hint: 'doctor.ledger.hint', params }
  },
}
