/** Asks the upstreams of channels for their models, and compares what they list. */
import {
  channelIdsOfStatus,
  enabledChannelSettings,
  findChannel,
} from '../../../db/tables/channels'
import { modelListStates } from '../../../db/tables/upstream-models'
import { modelRules } from '../../domain/channels/upstream-models/rules'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { CHANNEL_STATUS } from '../../domain/status'
import type { ListedByKey } from '../channel-ports'
import { beginSweep, type Sweep, type SweepWatch } from '../channels/sweep'
import { optionValues } from '../options/current'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact, type Work } from '../work'
import type { FindingAct } from './change'
import { type Recorded, recordFailure, recordList } from './record'

/** Upstreams that are queried side by side. */
const CHANNELS_AT_ONCE = 4
const HOUR_MS = 3_600_000
/** An upstream that fails is queried after twice the time, and so on up to this many times. */
const MOST_DOUBLINGS = 4

export interface WalkSummary {
  /** Channels that have listed their models. */
  readonly walked: number
  /** Those whose type has no list. */
  readonly skipped: number
  /** Findings of these channels that wait for a person, and those that wait since now. */
  readonly waiting: number
  readonly fresh: number
  readonly changed: Readonly<Record<FindingAct, number>>
  readonly failures: readonly WalkFailure[]
}

export interface WalkFailure {
  readonly id: number
  readonly name: string
  readonly error: GatewayError
}

export interface WalkInput {
  /** All that are enabled when absent. */
  readonly channels?: readonly number[] | undefined
  readonly watch?: SweepWatch | undefined
}

/**
 * Every enabled channel, or those that are named, whatever their state. Throws
 * `channel.walk_running` while another walk is under way.
 */
export async function walkUpstreamModels(
  deps: ServiceDeps,
  actor: Actor,
  { channels, watch }: WalkInput = {},
): Promise<Sweep<WalkSummary>> {
  const report = emptyReport()
  return await beginSweep(deps, {
    watch,
    name: 'upstream models',
    atOnce: CHANNELS_AT_ONCE,
    running: 'channel.walk_running',
    channelIds: async () =>
      channels ?? (await channelIdsOfStatus(deps.db.lists, [CHANNEL_STATUS.enabled])),
    visit: (id) => visitChannel(deps, actor, { id, report }),
    summary: () => ({ ...report, changed: { ...report.changed }, failures: [...report.failures] }),
  })
}

/** By schedule: those whose turn it is. `undefined` when it is nobody's. */
export async function walkDueChannels(deps: ServiceDeps): Promise<WalkSummary | undefined> {
  const options = await optionValues(deps.db.reader)
  if (options.UpstreamModelsHours === 0) return undefined
  const channels = await dueChannels(deps, options)
  if (channels.length === 0) return undefined
  return await (await walkUpstreamModels(deps, SYSTEM_ACTOR, { channels })).finished
}

async function dueChannels({ db, clock }: ServiceDeps, options: OptionValues) {
  const tried = new Map((await modelListStates(db.lists)).map((row) => [row.channel_id, row]))
  const everyMs = options.UpstreamModelsHours * HOUR_MS
  const now = clock.nowMs()
  return (await enabledChannelSettings(db.lists))
    .filter(({ setting }) => modelRules(setting, options).walk)
    .filter(({ id }) => {
      const last = tried.get(id)
      if (last === undefined || last.tried_at > now) return true
      const waits = everyMs * 2 ** Math.min(last.failures, MOST_DOUBLINGS)
      return last.tried_at + waits <= now
    })
    .map(({ id }) => id)
}

interface Report {
  walked: number
  skipped: number
  waiting: number
  fresh: number
  readonly changed: Record<FindingAct, number>
  readonly failures: WalkFailure[]
}

function emptyReport(): Report {
  const changed = { add: 0, retire: 0, map: 0 }
  return { walked: 0, skipped: 0, waiting: 0, fresh: 0, changed, failures: [] }
}

interface Visit {
  readonly id: number
  readonly report: Report
}

async function visitChannel(deps: ServiceDeps, actor: Actor, { id, report }: Visit) {
  const channel = await findChannel(deps.db.reader, id)
  if (channel === undefined) return
  try {
    const list = await deps.channelPorts?.listModelsByKey(id)
    if (list === undefined) return
    const recorded = await transact(deps, actor, (work) => recordIfSame(work, channel, list))
    if (recorded !== undefined) add(report, recorded)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.id === 'lease.lost') throw error
    if (error.id === 'channel.models_unsupported') report.skipped += 1
    else report.failures.push({ id, name: channel.name, error })
    await transact(deps, actor, (work) => recordFailure(work, id, error))
  }
}

function add(report: Report, { waiting, fresh, changed }: Recorded): void {
  report.walked += 1
  report.waiting += waiting
  report.fresh += fresh
  for (const { act } of changed) report.changed[act] += 1
}

type WalkedChannel = NonNullable<Awaited<ReturnType<typeof findChannel>>>

/** Not when somebody has given it another key or upstream meanwhile: the list is that of before. */
async function recordIfSame(work: Work, channel: WalkedChannel, list: ListedByKey) {
  const now = await findChannel(work.trx, channel.id)
  if (now === undefined) return undefined
  const placeOf = ({ type, base_url, key_hash, keys, other }: WalkedChannel) =>
    JSON.stringify([type, base_url, key_hash, keys, other])
  return placeOf(now) === placeOf(channel) ? await recordList(work, now, list) : undefined
}
