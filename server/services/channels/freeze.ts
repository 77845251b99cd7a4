/** Keeping a channel out of use, whatever administrators and the gateway itself do with it. */
import { type ChannelRow, frozenChannelsDue, updateChannel } from '../../../db/tables/channels'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import { requireRoot } from '../options/guards'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact, type Work } from '../work'
import { existingChannel } from './show'
import { moveInside, moveTo, relays } from './status'
import { type ChannelView, toChannelView } from './view'

export interface FreezeChannelInput {
  readonly id: number
  /** Epoch seconds; -1 until further notice. */
  readonly until: number
  /** Shown next to the channel; may be blank. */
  readonly reason: string
}

const MAX_REASON = 200

/** Root's alone to do and to undo. Throws `token.expiry_invalid` for an end that is over. */
export async function freezeChannel(
  deps: ServiceDeps,
  actor: Actor,
  { id, until, reason: given }: FreezeChannelInput,
): Promise<ChannelView> {
  requireRoot(actor)
  if (until !== -1 && until <= nowSeconds(deps.clock)) {
    throw new GatewayError('token.expiry_invalid')
  }
  const reason = visibleLine('reason', given.trim())
  if ([...reason].length > MAX_REASON) {
    throw new GatewayError('value.too_long', { field: 'reason', max: MAX_REASON })
  }
  const channel = await transact(deps, actor, async (work) => {
    const before = await existingChannel(work.trx, id)
    const frozen_from = before.frozen_until === 0 ? before.status : before.frozen_from
    await moveInside(work, before, { ...moveTo(false), reason })
    await recordAudit(work, {
      action: 'channel.freeze',
      target: `channel:${id}`,
      before: { frozen_until: before.frozen_until },
      after: { frozen_until: until, reason },
    })
    return (await updateChannel(work.trx, id, { frozen_until: until, frozen_from })) ?? before
  })
  return toChannelView(channel)
}

/** It is as it was before. One that is not frozen stays as it is. */
export async function unfreezeChannel(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<ChannelView> {
  requireRoot(actor)
  return toChannelView(await transact(deps, actor, (work) => thaw(work, id)))
}

/** Those whose end has come, unless they were frozen anew since they were looked up. */
export async function unfreezeDueChannels(deps: ServiceDeps): Promise<void> {
  const dueAt = nowSeconds(deps.clock)
  for (const id of await frozenChannelsDue(deps.db.lists, dueAt)) {
    await transact(deps, SYSTEM_ACTOR, (work) => thaw(work, id, dueAt))
  }
}

async function thaw(work: Work, id: number, dueAt?: number): Promise<ChannelRow> {
  const before = await existingChannel(work.trx, id)
  const { frozen_until: until, frozen_from: from } = before
  if (until === 0 || (dueAt !== undefined && (until < 0 || until > dueAt))) return before
  const change = { frozen_until: 0, frozen_from: 0 }
  const after = (await updateChannel(work.trx, id, change)) ?? before
  await recordAudit(work, {
    action: 'channel.unfreeze',
    target: `channel:${id}`,
    before: { frozen_until: until },
    after: { frozen_until: 0 },
  })
  const wasOn = from === CHANNEL_STATUS.enabled && relays(after)
  return wasOn ? (await moveInside(work, after, moveTo(true))).channel : after
}
