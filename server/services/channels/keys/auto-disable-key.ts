import { updateChannel } from '../../../../db/tables/channels'
import { isInUse, readKeys } from '../../../domain/channels/keys'
import { CHANNEL_STATUS } from '../../../domain/status'
import { recordAudit } from '../../audit/record'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact } from '../../work'
import { existingChannel } from '../show'
import { followKeys } from './change-keys'
import { keyColumns } from './stored-keys'

export interface DeadKey {
  readonly id: number
  readonly key: number
  readonly reason: string
}

/**
 * The gateway's own decision, as for whole channels: what a person has said is not overruled.
 * Whether the channel went with its last key.
 */
export async function autoDisableKey(
  deps: ServiceDeps,
  actor: Actor,
  { id, key: keyId, reason }: DeadKey,
): Promise<boolean> {
  const channel = await transact(deps, actor, async (work) => {
    const before = await existingChannel(work.trx, id)
    const stored = readKeys(before.keys)
    const found = stored.find((key) => key.id === keyId)
    if (found === undefined || !isInUse(found) || before.auto_ban !== 1) return undefined
    const at = work.clock.nowMs()
    const dead = { ...found, status: CHANNEL_STATUS.auto_disabled, reason, at }
    const keys = stored.map((key) => (key === found ? dead : key))
    const changed = await updateChannel(work.trx, id, keyColumns(keys, before.key_mode))
    const entry = { action: 'channel.key_auto_disable', target: `channel:${id}` }
    await recordAudit(work, { ...entry, after: { hint: found.hint, reason } })
    await followKeys(work, changed ?? before, { before: stored, after: keys })
    return keys.some(isInUse) ? undefined : (changed ?? before)
  })
  if (channel === undefined) return false
  const news = { channelId: id, channelName: channel.name, reason }
  deps.notifyRoot?.({ kind: 'channel_disabled', ...news })
  return true
}
