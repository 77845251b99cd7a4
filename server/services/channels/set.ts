import { type ChannelChange, type ChannelRow, updateChannel } from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import { ROLE } from '../../domain/accounts/roles'
import { gapOf } from '../../domain/channels/gaps'
import { GatewayError } from '../../domain/errors/gateway-error'
import { channelFields } from '../../domain/nouns/channel'
import { changedColumns, type Input, refuseConflict } from '../../domain/nouns/noun-stored'
import { CHANNEL_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { type CreateChannelInput, settingOf } from './create'
import { destinationOf, refusePrivateHosts } from './destination'
import { baseUrlOf, CHANNEL_CHECKS, groupsOf, keysOf, otherOf, tagOf, typeOf } from './fields'
import { jsonFieldOf } from './json-fields'
import { keyModeOf, replacedKeys } from './keys/stored-keys'
import { settingColumns, shownSetting } from './proxy'
import { rebuildAbilities } from './rebuild-abilities'
import { existingChannel } from './show'
import { moveInside, moveTo, refuseGap, relays } from './status'
import { type ChannelView, channelFacts, storedKey, toChannelView } from './view'

/** What is absent stays as it is; a blank key too. */
export type SetChannelInput = Partial<Omit<CreateChannelInput, 'copy_of'>> & {
  readonly id: number
  /** 1 enables, 2 disables; 3 is the gateway's own and only stays. */
  readonly status?: number | undefined
  readonly expected?: Input<typeof channelFields> | undefined
}

export async function setChannel(
  deps: ServiceDeps,
  actor: Actor,
  input: SetChannelInput,
): Promise<ChannelView> {
  await checkDestination(deps, actor, input)
  const channel = await transact(deps, actor, async (work) => {
    const before = await existingChannel(work.trx, input.id)
    const key = input.key?.trim() ?? ''
    const mode = input.key_mode ?? before.key_mode
    const wished: ChannelChange = {
      ...(await fieldChange(work, before, input)),
      ...settingChange(deps, input, before),
      ...modeChange(input, before),
    }
    const change = {
      ...wished,
      ...guardedChange(actor, before, { ...wished, key }),
      ...keyChange(deps, { key, mode }, wished.type ?? before.type),
    }
    refuseNewGap(work, before, change)
    const after = await changeIn(work, before, change)
    return await moveToStatus(work, after, restingStatus(after, input.status))
  })
  return toChannelView(channel)
}

/** What lacked something before can be changed in other ways, and is disabled then. */
function refuseNewGap({ sealer }: Work, before: ChannelRow, change: ChannelChange): void {
  const after = { ...before, ...change }
  const isSame = after.type === before.type && gapOf(after) === gapOf(before)
  if (!isSame) refuseGap(after, storedKey(sealer, after))
}

/** With its routes and its audit row, in the caller's transaction. */
export async function changeIn(
  work: Work,
  before: ChannelRow,
  change: ChannelChange,
): Promise<ChannelRow> {
  if (Object.keys(change).length === 0) return before
  const after = (await updateChannel(work.trx, before.id, change)) ?? before
  await rebuildAbilities(work.trx, after)
  await recordAudit(work, {
    action: 'channel.set',
    target: `channel:${before.id}`,
    before: channelFacts(before),
    after: channelFacts(after),
  })
  return after
}

/** Given a type that cannot relay, a channel rests; asking to enable it is refused further on. */
function restingStatus(channel: ChannelRow, requested: number | undefined): number | undefined {
  const mustRest = channel.status === CHANNEL_STATUS.enabled && !relays(channel)
  return requested ?? (mustRest ? CHANNEL_STATUS.disabled : undefined)
}

async function moveToStatus(
  work: Work,
  channel: ChannelRow,
  status: number | undefined,
): Promise<ChannelRow> {
  const isSame = status === channel.status && relays(channel)
  if (status === undefined || isSame) return channel
  if (status !== CHANNEL_STATUS.enabled && status !== CHANNEL_STATUS.disabled) {
    const reason = 'reason.one_or_two'
    throw new GatewayError('value.invalid', { field: 'status', reason })
  }
  const to = moveTo(status === CHANNEL_STATUS.enabled)
  return (await moveInside(work, channel, to)).channel
}

/** Before the transaction, because names are resolved. */
async function checkDestination(
  deps: ServiceDeps,
  actor: Actor,
  input: SetChannelInput,
): Promise<void> {
  const { base_url, setting } = input
  if (base_url === undefined && setting === undefined) return
  const before = await existingChannel(deps.db.reader, input.id)
  const wished = {
    type: input.type ?? before.type,
    base_url: base_url === undefined ? before.base_url : baseUrlOf(base_url),
    setting: setting === undefined ? before.setting : jsonFieldOf('setting', setting),
  }
  if (destinationOf(wished) !== destinationOf(before)) {
    await refusePrivateHosts(deps, actor, wished)
  }
}

/** But for settings and keys, of which only a part is in the row as it is sent. */
async function fieldChange(
  { trx, clock }: Work,
  row: ChannelRow,
  { tag, auto_ban, ...sent }: SetChannelInput,
): Promise<ChannelChange> {
  const before = { ...row, tag: row.tag ?? '' }
  const input = { ...sent, ...(tag !== undefined && { tag: tag ?? '' }) }
  const rules = { checks: CHANNEL_CHECKS, nowSeconds: nowSeconds(clock) }
  const changed = changedColumns(channelFields, { before, input }, rules)
  const { setting: _setting, key_mode: _mode, ...change } = changed
  const { group, other } = change
  const type = typeOf(change.type ?? row.type)
  return {
    ...change,
    ...(group !== undefined && { group: await groupsOf(trx, group) }),
    ...(other !== undefined && { other: otherOf(other, type) }),
    ...(change.tag !== undefined && { tag: tagOf(change.tag) }),
    ...(auto_ban !== undefined && { auto_ban: auto_ban ? 1 : 0 }),
  }
}

/** A channel with one key has no way of choosing one. */
function modeChange({ key_mode = '' }: SetChannelInput, before: ChannelRow): ChannelChange {
  return before.keys === '' || key_mode === '' ? {} : { key_mode: keyModeOf(key_mode) }
}

function settingChange(
  { sealer }: ServiceDeps,
  input: SetChannelInput,
  before: ChannelRow,
): ChannelChange {
  const isGiven = input.setting !== undefined || input.max_input_tokens !== undefined
  if (isGiven) refuseConflict('setting', input.expected?.setting, shownSetting(before))
  return isGiven ? settingColumns(sealer, settingOf(input, before.setting), before) : {}
}

interface GivenKeys {
  readonly key: string
  /** "" for a channel with one key. */
  readonly mode: string
}

/** In the place of what it had: a key that is not sent again is gone. */
function keyChange(deps: ServiceDeps, { key, mode }: GivenKeys, type: number): ChannelChange {
  if (key === '') return {}
  const texts = keysOf(key, typeOf(type))
  if (texts.length > 1 && mode === '') {
    const reason = 'reason.one_key'
    throw new GatewayError('channel.field_invalid', { field: 'key', reason })
  }
  return replacedKeys(deps, texts, mode)
}

/**
 * Who may not read a key may not have it sent to an address of his choice either: a new
 * destination needs the key again, and ends the leave to reach private addresses.
 */
function guardedChange(
  actor: Actor,
  before: ChannelRow,
  wished: ChannelChange & { readonly key: string },
): ChannelChange {
  const { type = before.type, base_url = before.base_url, setting = before.setting } = wished
  if (destinationOf({ type, base_url, setting }) === destinationOf(before)) {
    return {}
  }
  if (actor.role >= ROLE.root) {
    return { allow_private: 1 }
  }
  if (wished.key === '') {
    throw new GatewayError('channel.key_empty')
  }
  return { allow_private: 0 }
}
