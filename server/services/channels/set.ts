import { type ChannelChange, type ChannelRow, updateChannel } from '../../../db/tables/channels'
import { ROLE } from '../../domain/accounts/roles'
import type { ChannelTypeRow } from '../../domain/channel-types/channel-type'
import { gapOf } from '../../domain/channels/gaps'
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps, Transaction } from '../service-deps'
import { transact, type Work } from '../work'
import { type CreateChannelInput, settingOf } from './create'
import { destinationOf, refusePrivateHosts } from './destination'
import {
  baseUrlOf,
  channelNameOf,
  groupsOf,
  keysOf,
  modelsOf,
  organizationOf,
  otherOf,
  priorityOf,
  shortTextOf,
  tagOf,
  typeOf,
  weightOf,
} from './fields'
import { jsonFieldOf } from './json-fields'
import { keyModeOf, replacedKeys } from './keys/stored-keys'
import { settingColumns } from './proxy'
import { rebuildAbilities } from './rebuild-abilities'
import { existingChannel } from './show'
import { moveInside, moveTo, refuseGap, relays } from './status'
import { type ChannelView, channelFacts, storedKey, toChannelView } from './view'

/** What is absent stays as it is; a blank key too. */
export type SetChannelInput = Partial<Omit<CreateChannelInput, 'copy_of'>> & {
  readonly id: number
  /** 1 enables, 2 disables; 3 is the gateway's own and only stays. */
  readonly status?: number | undefined
}

export async function setChannel(
  deps: ServiceDeps,
  actor: Actor,
  input: SetChannelInput,
): Promise<ChannelView> {
  await checkDestination(deps, actor, input)
  const channel = await transact(deps, actor, async (work) => {
    const { trx } = work
    const before = await existingChannel(trx, input.id)
    const key = input.key?.trim() ?? ''
    const mode = input.key_mode ?? before.key_mode
    const given = withoutUnchanged(input, before)
    const wished: ChannelChange = {
      ...textChange(given, typeOf(given.type ?? before.type)),
      ...jsonChange(given),
      ...settingChange(deps, input, before),
      ...(await routingChange(trx, given)),
      ...modeChange(input, before),
    }
    const change = {
      ...wished,
      ...guardedChange(actor, before, { ...wished, key }),
      ...keyChange(deps, { key, mode }, wished.type ?? before.type),
    }
    refuseNewGap(work, before, change)
    const after = await changed(work, before, change)
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

async function changed(work: Work, before: ChannelRow, change: ChannelChange): Promise<ChannelRow> {
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
function restingStatus(channel: ChannelRow, asked: number | undefined): number | undefined {
  const mustRest = channel.status === CHANNEL_STATUS.enabled && !relays(channel)
  return asked ?? (mustRest ? CHANNEL_STATUS.disabled : undefined)
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

const TEXTS = ['name', 'models', 'tag', 'other', 'test_model', 'model_mapping'] as const

/** Forms send back what they were given, which may be older than today's rules. */
function withoutUnchanged(input: SetChannelInput, before: ChannelRow): SetChannelInput {
  const same = new Set<string>(TEXTS.filter((field) => input[field] === before[field]))
  const given = Object.entries(input).filter(([field]) => !same.has(field))
  return { ...Object.fromEntries(given), id: input.id }
}

function textChange(input: SetChannelInput, type: ChannelTypeRow): ChannelChange {
  const change: ChannelChange = {}
  if (input.name !== undefined) change.name = channelNameOf(input.name)
  if (input.type !== undefined) change.type = typeOf(input.type).id
  if (input.base_url !== undefined) change.base_url = baseUrlOf(input.base_url)
  if (input.other !== undefined) change.other = otherOf(input.other, type)
  if (input.openai_organization !== undefined) {
    const organization = organizationOf(input.openai_organization)
    change.openai_organization = organization
  }
  if (input.test_model !== undefined) {
    change.test_model = shortTextOf('test_model', input.test_model)
  }
  if (input.auto_ban !== undefined) change.auto_ban = input.auto_ban ? 1 : 0
  return change
}

/** A channel with one key has no way of choosing one. */
function modeChange({ key_mode = '' }: SetChannelInput, before: ChannelRow): ChannelChange {
  return before.keys === '' || key_mode === '' ? {} : { key_mode: keyModeOf(key_mode) }
}

async function routingChange(trx: Transaction, input: SetChannelInput): Promise<ChannelChange> {
  const change: ChannelChange = {}
  if (input.models !== undefined) change.models = modelsOf(input.models)
  if (input.group !== undefined) change.group = await groupsOf(trx, input.group)
  if (input.priority !== undefined) change.priority = priorityOf(input.priority)
  if (input.weight !== undefined) change.weight = weightOf(input.weight)
  if (input.tag !== undefined) change.tag = tagOf(input.tag)
  return change
}

function jsonChange(input: SetChannelInput): ChannelChange {
  const change: ChannelChange = {}
  for (const field of ['model_mapping', 'status_code_mapping', 'param_override'] as const) {
    const given = input[field]
    if (given !== undefined) change[field] = jsonFieldOf(field, given)
  }
  return change
}

function settingChange(
  { sealer }: ServiceDeps,
  input: SetChannelInput,
  before: ChannelRow,
): ChannelChange {
  const isGiven = input.setting !== undefined || input.max_input_tokens !== undefined
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
