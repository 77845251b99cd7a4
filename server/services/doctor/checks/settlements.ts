import { isServing } from '../../../../db/sqlite/serve-lock'
import { databaseFile, serveLockPath, unsettledPath } from '../../../configuration'
import { readUnsettled } from '../../ledger/unsettled-file'
import type { Check, Finding } from '../check'
import type { Surroundings } from '../surroundings'

/** What the last run, or the one that serves, could not write into the database. */
export const settlements: Check<Surroundings> = {
  id: 'settlements',
  area: 'files',
  look: async ({ place }) => {
    const path = unsettledPath(place)
    const { orders, unreadable } = readUnsettled(path)
    const file = databaseFile(place.databaseUrl)
    const isWaitedFor = file !== '' && isServing(serveLockPath(file))
    const found: Finding[] = []
    if (orders.length > 0) {
      const params = { path, count: orders.length }
      const hint = isWaitedFor ? 'doctor.settlements.serving_hint' : 'doctor.settlements.start_hint'
      found.push({ status: 'fail', text: 'doctor.settlements.waiting', hint, params })
    }
    if (unreadable.length > 0) {
      const params = { path, count: unreadable.length }
      const hint = 'doctor.settlements.torn_hint'
      found.push({ status: 'warn', text: 'doctor.settlements.torn', hint, params })
    }
    return found.length > 0 ? found : { status: 'ok', text: 'doctor.settlements.ok' }
  },
}
