/** The keys of a channel: each is added, weighed, switched off, revived and removed by itself. */
import { type ChannelRow, updateChannel } from '../../../../db/tables/channels'
import { forgetCooldowns } from '../../../../db/tables/cooldowns'
import { MAX_KEY_WEIGHT, ONLY_KEY, type StoredKey } from '../../../domain/channels/keys'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../../domain/status'
import { recordAudit } from '../../audit/record'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact } from '../../work'
import { keysOf, typeOf } from '../fields'
import { existingChannel } from '../show'
import { moveInside, moveTo } from '../status'
import { changeKeys } from './change-keys'
import { keyModeOf, manyKeys } from './stored-keys'

export interface AddKeysInput {
  readonly id: number
  /** One per line, or one document. */
  readonly keys: string
}

/** How many are new: those that it has already are not added again. */
export async function addChannelKeys(
  deps: ServiceDeps,
  actor: Actor,
  { id, keys: given }: AddKeysInput,
): Promise<number> {
  return await changeKeys({ deps, actor, id }, (work, channel, before) => {
    const texts = keysOf(given, typeOf(channel.type))
    const { sealer, clock } = work
    const keys = manyKeys(texts, { sealer, nowMs: clock.nowMs() }, before)
    const added = keys.length - before.length
    return { keys, result: added, action: 'channel.key_add', after: { added } }
  })
}

export interface SetKeyInput {
  readonly id: number
  /** 0 for the only key of a channel. */
  readonly key: number
  /** 1 revives it, whatever it rests for; 2 takes it out of use. */
  readonly status?: number | undefined
  readonly weight?: number | undefined
}

export async function setChannelKey(
  deps: ServiceDeps,
  actor: Actor,
  input: SetKeyInput,
): Promise<void> {
  const { id, key: keyId, status } = input
  const change = changeOf(input)
  if (keyId === ONLY_KEY) return await reviveChannel(deps, actor, input)
  await changeKeys({ deps, actor, id }, async (work, channel, before) => {
    const found = existingKey(channel, before, keyId)
    const nowMs = work.clock.nowMs()
    const after = { ...found, ...change, ...(status !== undefined && { at: nowMs, reason: '' }) }
    if (status === CHANNEL_STATUS.enabled) {
      await forgetCooldowns(work.trx, { channelId: id, keyId })
    }
    const keys = before.map((key) => (key === found ? after : key))
    const shown = { hint: found.hint, ...change }
    return { keys, result: undefined, action: 'channel.key_set', after: shown }
  })
}

function changeOf({ status, weight }: SetKeyInput): Partial<Pick<StoredKey, 'status' | 'weight'>> {
  const { enabled, disabled } = CHANNEL_STATUS
  if (status !== undefined && status !== enabled && status !== disabled) {
    const reason = 'reason.one_or_two'
    throw new GatewayError('value.invalid', { field: 'status', reason })
  }
  const isWeight = weight === undefined || (weight >= 1 && weight <= MAX_KEY_WEIGHT)
  if (!isWeight) {
    throw new GatewayError('value.out_of_range', { field: 'weight', min: 1, max: MAX_KEY_WEIGHT })
  }
  return { ...(status !== undefined && { status }), ...(weight !== undefined && { weight }) }
}

/** What it rests for is over, on every node. */
async function reviveChannel(
  deps: ServiceDeps,
  actor: Actor,
  { id, status }: SetKeyInput,
): Promise<void> {
  if (status !== CHANNEL_STATUS.enabled) {
    throw new GatewayError('channel.key_not_found', { key: ONLY_KEY, channel: id })
  }
  await transact(deps, actor, async (work) => {
    const before = await existingChannel(work.trx, id)
    await forgetCooldowns(work.trx, { channelId: id })
    await updateChannel(work.trx, id, { revived_at: work.clock.nowMs() })
    await moveInside(work, before, moveTo(true))
    await recordAudit(work, { action: 'channel.revive', target: `channel:${id}` })
  })
}

export interface KeyModeInput {
  readonly id: number
  readonly mode: string
}

export async function setKeyMode(
  deps: ServiceDeps,
  actor: Actor,
  { id, mode }: KeyModeInput,
): Promise<void> {
  const key_mode = keyModeOf(mode)
  await changeKeys({ deps, actor, id }, (_, __, keys) => {
    return { keys, mode: key_mode, result: undefined, action: 'channel.key_mode', after: { mode } }
  })
}

export interface RemoveKeyInput {
  readonly id: number
  readonly key: number
}

/** Final. Throws `channel.key_last` for the only one. */
export async function removeChannelKey(
  deps: ServiceDeps,
  actor: Actor,
  { id, key: keyId }: RemoveKeyInput,
): Promise<void> {
  await changeKeys({ deps, actor, id }, async (work, channel, before) => {
    const found = existingKey(channel, before, keyId)
    if (before.length === 1) throw new GatewayError('channel.key_last', { channel: id })
    await forgetCooldowns(work.trx, { channelId: id, keyId })
    const keys = before.filter((key) => key !== found)
    const after = { hint: found.hint }
    return { keys, result: undefined, action: 'channel.key_delete', after }
  })
}

export function existingKey(
  channel: ChannelRow,
  keys: readonly StoredKey[],
  keyId: number,
): StoredKey {
  const found = keys.find(({ id }) => id === keyId)
  if (found !== undefined) return found
  throw new GatewayError('channel.key_not_found', { key: keyId, channel: channel.id })
}
