/** The keys of a channel: each is added, weighed, switched off, revived and removed by itself. */
import { type ChannelChange, type ChannelRow, updateChannel } from '../../../db/tables/channels'
import { forgetCooldowns } from '../../../db/tables/cooldowns'
import {
  DEFAULT_KEY_MODE,
  isInUse,
  isKeyMode,
  KEY_MODES,
  keyHint,
  MAX_KEY_WEIGHT,
  MAX_KEYS,
  mainKey,
  ONLY_KEY,
  readKeys,
  type StoredKey,
  writeKeys,
} from '../../domain/channel-keys'
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Sealer } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { keysOf, typeOf } from './fields'
import { existingChannel } from './show'
import { moveInside, moveTo } from './status'
import { CHANNEL_KEY_PURPOSE } from './view'

interface Making {
  readonly sealer: Sealer
  readonly nowMs: number
}

/** The columns of a channel with these keys, one per line; none twice. */
export function manyKeys(
  texts: readonly string[],
  { sealer, nowMs }: Making,
  before: readonly StoredKey[] = [],
): StoredKey[] {
  const known = new Set(before.map(({ hash }) => hash))
  let last = before.reduce((most, { id }) => Math.max(most, id), 0)
  const made = texts.flatMap((text) => {
    const hash = sealer.keyedHash(text)
    if (known.has(hash)) return []
    last += 1
    const sealed = sealer.seal(text, CHANNEL_KEY_PURPOSE)
    const facts = { status: CHANNEL_STATUS.enabled, weight: 1, reason: '', at: nowMs }
    return [{ id: last, sealed, hash, hint: keyHint(text), ...facts }]
  })
  const all = [...before, ...made]
  if (all.length > MAX_KEYS) {
    throw new GatewayError('value.out_of_range', { field: 'key', min: 1, max: MAX_KEYS })
  }
  return all
}

export type KeyColumns = Pick<ChannelRow, 'keys' | 'key_mode' | 'key_sealed' | 'key_hash'>

/** What is stored of them; the first in use stands for the channel where only one can. */
export function keyColumns(keys: readonly StoredKey[], mode: string): KeyColumns {
  const main = mainKey(keys)
  return {
    keys: writeKeys(keys),
    key_mode: keyModeOf(mode),
    key_sealed: main?.sealed ?? '',
    key_hash: main?.hash ?? '',
  }
}

/** "" takes the usual one. */
export function keyModeOf(given: string) {
  const mode = given.trim() || DEFAULT_KEY_MODE
  if (isKeyMode(mode)) return mode
  throw new GatewayError('channel.field_invalid', {
    field: 'key_mode',
    reason: 'reason.not_a_choice',
    choices: KEY_MODES.join(', '),
  })
}

/** Those of a channel with one key, too, as if it had always had several. */
function storedKeys(channel: ChannelRow, sealer: Sealer): readonly StoredKey[] {
  const stored = readKeys(channel.keys)
  if (stored.length > 0 || channel.key_sealed === '') return stored
  const text = sealer.open(channel.key_sealed, CHANNEL_KEY_PURPOSE)
  return manyKeys([text], { sealer, nowMs: channel.revived_at })
}

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

function existingKey(channel: ChannelRow, keys: readonly StoredKey[], keyId: number): StoredKey {
  const found = keys.find(({ id }) => id === keyId)
  if (found !== undefined) return found
  throw new GatewayError('channel.key_not_found', { key: keyId, channel: channel.id })
}

interface KeyChange<Result> {
  readonly keys: readonly StoredKey[]
  readonly mode?: string
  readonly result: Result
  readonly action: string
  readonly after: Readonly<Record<string, unknown>>
}

type Decide<Result> = (
  work: Work,
  channel: ChannelRow,
  keys: readonly StoredKey[],
) => KeyChange<Result> | Promise<KeyChange<Result>>

interface Asked {
  readonly deps: ServiceDeps
  readonly actor: Actor
  readonly id: number
}

async function changeKeys<Result>(
  { deps, actor, id }: Asked,
  decide: Decide<Result>,
): Promise<Result> {
  return await transact(deps, actor, async (work) => {
    const channel = await existingChannel(work.trx, id)
    const before = storedKeys(channel, work.sealer)
    const {
      keys,
      mode = channel.key_mode,
      result,
      action,
      after,
    } = await decide(work, channel, before)
    const changed = await updateChannel(work.trx, id, keyColumns(keys, mode))
    await recordAudit(work, { action, target: `channel:${id}`, after })
    await followKeys(work, changed ?? channel, { before, after: keys })
    return result
  })
}

interface KeysAround {
  readonly before: readonly StoredKey[]
  readonly after: readonly StoredKey[]
}

/** A channel without a key that works is out of use, and comes back with the first that does. */
async function followKeys(
  work: Work,
  channel: ChannelRow,
  { before, after }: KeysAround,
): Promise<void> {
  const { enabled, auto_disabled } = CHANNEL_STATUS
  const [hadSome, hasSome] = [before.some(isInUse), after.some(isInUse)]
  if (!hadSome && hasSome && channel.status === auto_disabled) {
    await moveInside(work, channel, moveTo(true))
  }
  if (hasSome || channel.status !== enabled) return
  const reason = NO_KEY_LEFT
  await moveInside(work, channel, { action: 'channel.disable', status: auto_disabled, reason })
}

const NO_KEY_LEFT = 'no key is in use'

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
  deps.tellRoot?.({ kind: 'channel_disabled', ...news })
  return true
}

/** Given anew with a form: one key for the channel, or several in the place of those it had. */
export function replacedKeys(
  { sealer, clock }: Pick<ServiceDeps, 'sealer' | 'clock'>,
  texts: readonly string[],
  mode: string,
): ChannelChange {
  const [only, second] = texts
  if (only !== undefined && second === undefined && mode === '') {
    return {
      keys: '',
      key_mode: '',
      key_sealed: sealer.seal(only, CHANNEL_KEY_PURPOSE),
      key_hash: sealer.keyedHash(only),
    }
  }
  return keyColumns(manyKeys(texts, { sealer, nowMs: clock.nowMs() }), mode)
}
