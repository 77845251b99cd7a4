import { recurringDue } from '../../../../db/tables/recurring-payments'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { type ServiceDeps, SYSTEM_ACTOR } from '../../service-deps'
import { syncRecurring } from './sync'

const MOST_AT_ONCE = 100
/** A service that is down is not asked about all that waits for it. */
const MOST_FAILURES = 3

/** Brings what is due in step with its service; returns how many were tried. */
export async function syncDueRecurring(deps: ServiceDeps): Promise<number> {
  const due = await recurringDue(deps.db.lists, {
    nowMs: deps.clock.nowMs(),
    limit: MOST_AT_ONCE,
  })
  let failures = 0
  let tried = 0
  for (const { id, service } of due) {
    if (failures === MOST_FAILURES) break
    tried += 1
    try {
      await syncRecurring(deps, { ...SYSTEM_ACTOR, name: service }, id)
      failures = 0
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      failures += 1
    }
  }
  return tried
}
