import { removeAbilities } from '../../../db/tables/abilities'
import { removeChannel as removeRow } from '../../../db/tables/channels'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { existingChannel } from './show'
import { toChannelView } from './view'

/** Final; logs keep the id. */
export async function removeChannel(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  await transact(deps, actor, async (work) => {
    const { trx } = work
    const channel = await existingChannel(trx, id)
    await removeAbilities(trx, id)
    await removeRow(trx, id)
    await recordAudit(work, {
      action: 'channel.delete',
      target: `channel:${id}`,
      before: { ...toChannelView(channel), key: channel.key_hash },
    })
  })
}
