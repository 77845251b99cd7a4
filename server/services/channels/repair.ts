import { type AbilityRow, abilitiesOf } from '../../../db/tables/abilities'
import { allChannels, findChannel } from '../../../db/tables/channels'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { abilityRowsOf, rebuildAbilities } from './rebuild-abilities'

/**
 * Rebuilds the routing rows of every channel whose rows are missing, wrong or too many, and
 * returns how many channels that were.
 */
export async function repairAbilities(deps: ServiceDeps, actor: Actor): Promise<number> {
  let repaired = 0
  for (const { id } of await allChannels(deps.db.lists)) {
    const isRepaired = await transact(deps, actor, async (work) => {
      const channel = await findChannel(work.trx, id)
      if (channel === undefined) return false
      const wanted = abilityRowsOf(channel).map(textOf).sort()
      const found = (await abilitiesOf(work.trx, id)).map(textOf).sort()
      if (found.join('\n') === wanted.join('\n')) return false
      await rebuildAbilities(work.trx, channel)
      await recordAudit(work, {
        action: 'channel.repair',
        target: `channel:${id}`,
        before: { abilities: found.length },
        after: { abilities: wanted.length },
      })
      return true
    })
    if (isRepaired) repaired += 1
  }
  return repaired
}

function textOf(row: AbilityRow): string {
  const { group, model, enabled, priority, weight, tag } = row
  return JSON.stringify([group, model, enabled, priority, weight, tag])
}
