import { slicesOf } from '../../../db/slices'
import { channelIdsOfStatus, removeChannels as removeRows } from '../../../db/tables/channels'
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { toChannelView } from './view'

/** Transactions are short, so that calls need not wait for it. */
const CHANNELS_PER_TRANSACTION = 50

/** `ids` in parts small enough for one transaction. Throws `channel.none_selected` for none. */
export function partsOf(ids: readonly number[]): AsyncGenerator<readonly number[]> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) {
    throw new GatewayError('channel.none_selected')
  }
  return slicesOf(distinct, CHANNELS_PER_TRANSACTION)
}

/** How many were there to be deleted. */
export async function removeManyChannels(
  deps: ServiceDeps,
  actor: Actor,
  ids: readonly number[],
): Promise<number> {
  let count = 0
  for await (const part of partsOf(ids)) {
    count += await transact(deps, actor, async (work) => {
      const removed = await removeRows(work.trx, part)
      for (const channel of removed) {
        await recordAudit(work, {
          action: 'channel.delete',
          target: `channel:${channel.id}`,
          before: { ...toChannelView(channel), key: channel.key_hash },
        })
      }
      return removed.length
    })
  }
  return count
}

/** Disabled ones, whether a person or the gateway disabled them. */
export async function removeDisabledChannels(deps: ServiceDeps, actor: Actor): Promise<number> {
  const statuses = [CHANNEL_STATUS.disabled, CHANNEL_STATUS.auto_disabled]
  const ids = await channelIdsOfStatus(deps.db.lists, statuses)
  return ids.length === 0 ? 0 : await removeManyChannels(deps, actor, ids)
}
