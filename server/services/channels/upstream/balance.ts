import { channelIdsOfStatus, findChannel, updateChannel } from '../../../../db/tables/channels'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { messageOf } from '../../../domain/errors/message'
import type { Language } from '../../../domain/i18n/translate'
import { CHANNEL_STATUS } from '../../../domain/status'
import { recordAudit } from '../../audit/record'
import type { ChannelPorts } from '../../channel-ports'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact, type Work } from '../../work'
import { typeName } from '../fields'
import { existingChannel } from '../show'
import { autoDisableChannel } from '../status'
import { beginSweep, type Sweep, type SweepWatch } from '../sweep'

/** Stored and returned, in dollars or the vendor's unit. Throws why it could not be read. */
export async function refreshBalance(deps: ServiceDeps, actor: Actor, id: number): Promise<number> {
  const { type } = await existingChannel(deps.db.reader, id)
  const balance = await portsOf(deps, type).readBalance(id)
  await transact(deps, actor, async (work) => {
    await storeBalance(work, id, balance)
    await recordAudit(work, {
      action: 'channel.balance',
      target: `channel:${id}`,
      after: { balance },
    })
  })
  return balance
}

export interface BalanceSummary {
  readonly refreshed: number
  readonly failed: number
  readonly failures: readonly UnreadBalance[]
}

export interface UnreadBalance {
  readonly id: number
  readonly name: string
  /** Why, in the caller's language. */
  readonly reason: string
}

/** Enabled channels whose type reports a balance; one with nothing left is disabled. */
export async function refreshAllBalances(
  deps: ServiceDeps,
  actor: Actor,
  watch?: SweepWatch & { readonly language?: Language },
): Promise<Sweep<BalanceSummary>> {
  let refreshed = 0
  const failures: UnreadBalance[] = []
  const sweep = await beginSweep(deps, {
    watch,
    name: 'channel balances',
    channelIds: () => channelIdsOfStatus(deps.db.lists, [CHANNEL_STATUS.enabled]),
    visit: async (id) => {
      const outcome = await refreshOne(deps, id)
      if (outcome === 'read') refreshed += 1
      else if (outcome !== undefined) {
        const { name, error } = outcome
        failures.push({ id, name, reason: messageOf(error, watch?.language ?? 'zh') })
      }
    },
    summary: () => ({ refreshed, failed: failures.length, failures }),
  })
  if (actor.kind !== 'system') {
    const entry = { action: 'channel.balance_all', target: 'channel:all' }
    await transact(deps, actor, (work) => recordAudit(work, entry))
  }
  return sweep
}

type Outcome = 'read' | { readonly name: string; readonly error: GatewayError }

/** Why it could not be read; `undefined` when the channel is gone or its type reports none. */
async function refreshOne(deps: ServiceDeps, id: number): Promise<Outcome | undefined> {
  const channel = await findChannel(deps.db.reader, id)
  const ports = deps.channelPorts
  if (channel === undefined || ports === undefined) return undefined
  if (!(await ports.reportsBalance(channel.type))) return undefined
  try {
    const balance = await ports.readBalance(id)
    await deps.db.transaction((trx) => storeBalance({ ...deps, trx }, id, balance))
    if (balance <= 0) await autoDisableChannel(deps, { id, reason: 'insufficient balance' })
    return 'read'
  } catch (error) {
    if (error instanceof GatewayError) return { name: channel.name, error }
    throw error
  }
}

async function storeBalance(
  { trx, clock }: Pick<Work, 'trx' | 'clock'>,
  id: number,
  balance: number,
): Promise<void> {
  await updateChannel(trx, id, { balance, balance_updated_time: nowSeconds(clock) })
}

function portsOf(deps: ServiceDeps, type: number): ChannelPorts {
  if (deps.channelPorts === undefined) {
    throw new GatewayError('channel.balance_unsupported', { type: typeName(type) })
  }
  return deps.channelPorts
}
