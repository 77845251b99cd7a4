import { type ChannelRow, updateChannel } from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import { canRelay } from '../../domain/calls/model-calls'
import { channelTypeById } from '../../domain/channel-types'
import { gapError, gapOf } from '../../domain/channels/gaps'
import { refuseUnrelayed } from '../../domain/channels/retired-types'
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact, type Work } from '../work'
import { typeName, typeOf } from './fields'
import { rebuildAbilities } from './rebuild-abilities'
import { existingChannel } from './show'
import { type ChannelView, toChannelView } from './view'

export interface ChannelMove {
  readonly id: number
  /** Shown next to a disabled channel. */
  readonly reason?: string | undefined
}

interface Target {
  readonly action: string
  readonly status: number
  readonly reason?: string | undefined
}

interface Move extends Target {
  readonly id: number
  /** Whether a channel that is like this moves at all. */
  readonly applies?: (channel: ChannelRow) => boolean
}

interface Moved {
  readonly channel: ChannelRow
  readonly moved: boolean
}

const TO_ENABLED: Target = { action: 'channel.enable', status: CHANNEL_STATUS.enabled }
const TO_DISABLED: Target = { action: 'channel.disable', status: CHANNEL_STATUS.disabled }

/** What a person asks for; the third status is the gateway's own. */
export function moveTo(isEnabled: boolean): Target {
  return isEnabled ? TO_ENABLED : TO_DISABLED
}

/** What says whether a channel's upstream can be reached at all. */
export type Reached = Pick<ChannelRow, 'type' | 'other' | 'base_url'>

/** Whether calls can go through channels of the type; one that nobody knows relays nothing. */
export function relaysByType({ type }: Pick<ChannelRow, 'type'>): boolean {
  const row = channelTypeById(type)
  return row !== undefined && canRelay(row)
}

/** Whether calls can go through it. */
export function relays(channel: Reached): boolean {
  return relaysByType(channel) && gapOf(channel) === undefined
}

/** Throws for a channel that nothing could go through. */
function refuseResting(channel: Reached): void {
  const row = channelTypeById(channel.type)
  if (row === undefined) {
    throw new GatewayError('channel.type_not_relayed', { type: typeName(channel.type) })
  }
  refuseUnrelayed(row)
  refuseGap(channel)
}

/**
 * Throws `channel.base_url_missing`, `channel.key_invalid` or `channel.field_invalid`, as a form
 * would say it.
 */
export function refuseGap(channel: Reached, key?: string): void {
  const gap = gapOf(channel, key)
  if (gap !== undefined) throw gapError(typeOf(channel.type), gap)
}

/**
 * In the caller's transaction; a channel that has the status already stays as it is. Throws
 * `channel.type_not_relayed`, `channel.type_retired` or `channel.base_url_missing` where enabled
 * would mean nothing, and `channel.is_frozen`.
 */
export async function moveInside(work: Work, before: ChannelRow, to: Target): Promise<Moved> {
  if (to.status === CHANNEL_STATUS.enabled) {
    if (before.frozen_until !== 0) throw new GatewayError('channel.is_frozen')
    refuseResting(before)
  }
  if (before.status === to.status) return { channel: before, moved: false }
  const change = { status: to.status, other_info: reasonText(work, before, to) }
  const after = (await updateChannel(work.trx, before.id, change)) ?? before
  await rebuildAbilities(work.trx, after)
  await recordAudit(work, {
    action: to.action,
    target: `channel:${before.id}`,
    before: { status: before.status },
    after: { status: after.status, reason: to.reason },
  })
  return { channel: after, moved: true }
}

async function moveChannel(deps: ServiceDeps, actor: Actor, move: Move): Promise<Moved> {
  const result = await transact(deps, actor, async (work) => {
    const before = await existingChannel(work.trx, move.id)
    if (move.applies?.(before) === false) return { channel: before, moved: false }
    return await moveInside(work, before, move)
  })
  return result
}

/** Keeps what else stands in `other_info`. */
function reasonText(work: Work, before: ChannelRow, to: Target): string {
  const parsed: unknown = before.other_info === '' ? {} : JSON.parse(before.other_info)
  const others = typeof parsed === 'object' && parsed !== null ? parsed : {}
  return JSON.stringify({
    ...others,
    status_reason: to.status === CHANNEL_STATUS.enabled ? '' : (to.reason ?? ''),
    status_time: nowSeconds(work.clock),
  })
}

export async function disableChannel(
  deps: ServiceDeps,
  actor: Actor,
  move: ChannelMove,
): Promise<ChannelView> {
  return toChannelView((await moveChannel(deps, actor, { ...move, ...TO_DISABLED })).channel)
}

export async function enableChannel(
  deps: ServiceDeps,
  actor: Actor,
  { id }: ChannelMove,
): Promise<ChannelView> {
  return toChannelView((await moveChannel(deps, actor, { id, ...TO_ENABLED })).channel)
}

/**
 * The gateway's own decision; it never overrules a person who disabled the channel, or who
 * said that this one is not to be disabled by itself.
 */
export async function autoDisableChannel(
  deps: ServiceDeps,
  { id, reason = '' }: ChannelMove,
): Promise<ChannelView> {
  const { channel, moved } = await moveChannel(deps, SYSTEM_ACTOR, {
    id,
    reason,
    action: 'channel.auto_disable',
    status: CHANNEL_STATUS.auto_disabled,
    applies: ({ status, auto_ban }) => status === CHANNEL_STATUS.enabled && auto_ban === 1,
  })
  if (moved) {
    const news = { channelId: id, channelName: channel.name, reason }
    deps.notifyRoot?.({ kind: 'channel_disabled', ...news })
  }
  return toChannelView(channel)
}

/** Takes back what `autoDisableChannel` did, and nothing that a person did. */
export async function autoEnableChannel(deps: ServiceDeps, id: number): Promise<ChannelView> {
  const { channel, moved } = await moveChannel(deps, SYSTEM_ACTOR, {
    id,
    action: 'channel.auto_enable',
    status: CHANNEL_STATUS.enabled,
    applies: ({ status }) => status === CHANNEL_STATUS.auto_disabled,
  })
  if (moved) {
    const news = { channelId: id, channelName: channel.name, reason: '' }
    deps.notifyRoot?.({ kind: 'channel_enabled', ...news })
  }
  return toChannelView(channel)
}
