import { insertPriceChange } from '../../../db/tables/price-changes'
import type { PriceRow } from '../../domain/prices/price-row'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { changedRows, changeRow } from './change-row'
import { type WantedPrice, writeWanted } from './write'

export interface SetPricesInput {
  /** A field that is left out stays as it is; `null` takes the price away. */
  readonly prices: readonly WantedPrice[]
}

/**
 * Prices of any number of models, all of them or none, so that no call is billed at a mix of two
 * saves. Answers what is in force for these models now. Throws `option.invalid`, and
 * `price.changed` when somebody else was faster.
 */
export async function setPrices(
  deps: ServiceDeps,
  actor: Actor,
  { prices }: SetPricesInput,
): Promise<readonly PriceRow[]> {
  requireRoot(actor)
  return await transact(deps, actor, async (work) => {
    const { now, before, after } = await writeWanted(work, prices)
    // Kept as it was, so that it can be undone.
    await insertPriceChange(work.trx, { ...changeRow(work, after), ...changedRows(before, after) })
    return now
  })
}
