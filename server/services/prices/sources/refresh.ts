/** What prices do by themselves: scheduled changes begin, sources are read when they are due. */
import {
  duePriceSources,
  type PriceSourceRow,
  updatePriceSource,
} from '../../../../db/tables/price-sources'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { failureJson } from '../../notifications/notice'
import { tellOfPrices } from '../../notifications/price-notice'
import { type ServiceDeps, SYSTEM_ACTOR } from '../../service-deps'
import { transact } from '../../work'
import { makeDueChanges } from '../changes'
import { takePrices } from './take'

const HOUR_MS = 3_600_000

/** Safe to begin again at any point: what was done is not due any more. */
export async function refreshPrices(deps: ServiceDeps): Promise<void> {
  for (const id of await makeDueChanges(deps)) {
    await tellOfPrices(deps, { kind: 'change_failed', id })
  }
  for (const source of await duePriceSources(deps.db.reader, deps.clock.nowMs())) {
    await refreshSource(deps, source)
  }
}

async function refreshSource(deps: ServiceDeps, { id, ...row }: PriceSourceRow): Promise<void> {
  const { name, every_hours: hours } = row
  try {
    const { news, waiting } = await takePrices(deps, SYSTEM_ACTOR, { source: id })
    await note(deps, id, { next_at: deps.clock.nowMs() + hours * HOUR_MS })
    if (news.length === 0) return
    await tellOfPrices(deps, { kind: 'review', source: name, count: waiting.length })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.id === 'lease.lost') throw error
    const next_at = deps.clock.nowMs() + Math.min(hours, 1) * HOUR_MS
    await note(deps, id, { next_at, failure: failureJson(error) })
    await tellOfPrices(deps, { kind: 'source_failed', source: name, id })
  }
}

async function note(
  deps: ServiceDeps,
  id: number,
  change: Partial<Pick<PriceSourceRow, 'next_at' | 'failure'>>,
): Promise<void> {
  await transact(deps, SYSTEM_ACTOR, ({ trx }) => updatePriceSource(trx, id, change))
}
