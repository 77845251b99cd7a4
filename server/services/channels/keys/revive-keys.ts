/** Keys that the gateway took out of use, tried again by the walk that tests channels. */
import type { ChannelRow } from '../../../../db/tables/channels'
import { forgetCooldowns } from '../../../../db/tables/cooldowns'
import { isInUse, readKeys, type StoredKey } from '../../../domain/channels/keys'
import { CHANNEL_STATUS } from '../../../domain/status'
import { type ServiceDeps, SYSTEM_ACTOR } from '../../service-deps'
import { modelToTest } from '../upstream/test'
import { CHANNEL_KEY_PURPOSE } from '../view'
import { changeKeys } from './change-keys'

/**
 * Each is tried once; those that work are in use again, and their channel with the first of them.
 * What a person has taken out of use stays out. Whether any came back.
 */
export async function reviveKeys(deps: ServiceDeps, channel: ChannelRow): Promise<boolean> {
  const working = new Set<string>()
  const stored = readKeys(channel.keys)
  for (const key of stored.filter(isAutoDisabled)) {
    if (await works(deps, channel, key)) working.add(key.hash)
  }
  if (working.size === 0) return false
  const { id, name } = channel
  await changeKeys({ deps, actor: SYSTEM_ACTOR, id }, async (work, _, before) => {
    const at = work.clock.nowMs()
    const back = before.filter((key) => isAutoDisabled(key) && working.has(key.hash))
    for (const key of back) await forgetCooldowns(work.trx, { channelId: id, keyId: key.id })
    const keys = before.map((key) =>
      back.includes(key) ? { ...key, status: CHANNEL_STATUS.enabled, reason: '', at } : key,
    )
    const after = { hints: back.map(({ hint }) => hint).join(', ') }
    return { keys, result: undefined, action: 'channel.key_auto_enable', after }
  })
  if (!stored.some(isInUse)) {
    deps.notifyRoot?.({ kind: 'channel_enabled', channelId: id, channelName: name, reason: '' })
  }
  return true
}

function isAutoDisabled({ status }: StoredKey): boolean {
  return status === CHANNEL_STATUS.auto_disabled
}

async function works(deps: ServiceDeps, channel: ChannelRow, key: StoredKey): Promise<boolean> {
  const trial = { channelId: channel.id, key: deps.sealer.open(key.sealed, CHANNEL_KEY_PURPOSE) }
  const outcome = await deps.probeDraft?.(trial, modelToTest(channel))
  return outcome?.ok === true
}
