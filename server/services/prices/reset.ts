import { allOptions, removeOption } from '../../../db/tables/options'
import { ALL_PRICE_OPTIONS } from '../../domain/prices/price-row'
import { recordAudit } from '../audit/record'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'

/** Every price as the program ships it, all at once. */
export async function resetPrices(deps: ServiceDeps, actor: Actor): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const { trx } = work
    const stored = new Map((await allOptions(trx)).map(({ key, value }) => [key, value]))
    const set = ALL_PRICE_OPTIONS.filter((key) => stored.has(key))
    for (const key of set) await removeOption(trx, key)
    const before = Object.fromEntries(set.map((key) => [key, stored.get(key)]))
    await recordAudit(work, { action: 'price.reset', target: 'prices', before })
  })
}
