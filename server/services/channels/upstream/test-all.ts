/** Tests every channel, disables what fails for good or is too slow, enables what works again. */
import { allChannels, type ChannelRow, findChannel } from '../../../../db/tables/channels'
import { channelTypeById } from '../../../domain/channel-types'
import { isInUse, readKeys } from '../../../domain/channels/keys'
import { keywordsOf } from '../../../domain/channels/setting'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../../domain/status'
import { recordAudit } from '../../audit/record'
import { optionValues } from '../../options/current'
import type { Actor, ServiceDeps } from '../../service-deps'
import { transact } from '../../work'
import { reviveKeys } from '../keys/revive-keys'
import { autoDisableChannel, autoEnableChannel } from '../status'
import { beginSweep, type Sweep, type SweepWatch } from '../sweep'
import { reasonToDisable } from './reason-to-disable'
import { isDear, isUntestable, probeChannel, type TestedChannel } from './test'

export interface TestFailure {
  readonly id: number
  readonly name: string
  readonly model: string
  readonly message: string
  /** The same, for readers of another language. */
  readonly error: GatewayError | undefined
}

export interface TestSummary {
  readonly tested: number
  readonly failed: number
  /** Channels that cannot be tested yet. */
  readonly skipped: number
  /** The first of those that failed, so that a report stays readable. */
  readonly failures: readonly TestFailure[]
}

const MOST_FAILURES = 200

export interface TestWatch extends SweepWatch {
  /** After each channel. */
  readonly onTested?: (summary: TestSummary) => void
}

/** Root learns of the end of a walk that a person began. Throws `channel.test_running`. */
export async function testAllChannels(
  deps: ServiceDeps,
  actor: Actor,
  watch?: TestWatch,
): Promise<Sweep<TestSummary>> {
  let tested = 0
  let failed = 0
  let skipped = 0
  const failures: TestFailure[] = []
  const summary = () => ({ tested, failed, skipped, failures: [...failures] })
  const sweep = await beginSweep(deps, {
    watch,
    name: 'channel tests',
    channelIds: async () => (await allChannels(deps.db.lists)).map(({ id }) => id),
    visit: async (id) => {
      const outcome = await testAndJudge(deps, id, actor.kind === 'system')
      if (outcome === undefined) return
      if (outcome === 'untestable') skipped += 1
      else tested += 1
      if (typeof outcome === 'object') failed += 1
      if (typeof outcome === 'object' && failures.length < MOST_FAILURES) failures.push(outcome)
      watch?.onTested?.(summary())
    },
    summary: () => {
      if (actor.kind !== 'system') deps.notifyRoot?.({ kind: 'channel_test', tested, failed })
      return summary()
    },
  })
  if (actor.kind !== 'system') {
    const entry = { action: 'channel.test_all', target: 'channel:all' }
    await transact(deps, actor, (work) => recordAudit(work, entry))
  }
  return sweep
}

/** `undefined` when it is gone. */
async function testAndJudge(
  deps: ServiceDeps,
  id: number,
  isUnasked: boolean,
): Promise<'works' | 'untestable' | TestFailure | undefined> {
  const channel = await findChannel(deps.db.reader, id)
  if (channel === undefined) return undefined
  if (isUnasked && isDear(channel)) return 'untestable'
  try {
    const tested = await probeChannel(deps, channel)
    if (isUntestable(tested)) return 'untestable'
    await judge(deps, channel, tested)
    if (tested.ok) return 'works'
    const { model, message, error } = tested
    return { id, name: channel.name, model, message, error }
  } catch (error) {
    // One channel's trouble, such as being deleted at this moment, must not end the walk.
    if (error instanceof GatewayError) return undefined
    throw error
  }
}

async function judge(deps: ServiceDeps, channel: ChannelRow, tested: TestedChannel) {
  const options = await optionValues(deps.db.reader)
  const { id, type, status } = channel
  const row = channelTypeById(type)
  const limitMs = options.ChannelDisableThreshold * 1000
  const slow =
    limitMs > 0 && tested.tookMs > limitMs
      ? `response time ${seconds(tested.tookMs)} over the limit of ${seconds(limitMs)}`
      : undefined
  const signs = row && { deadKey: row.deadKey, keywords: keywordsOf(channel.setting) }
  const broken = tested.error && signs && reasonToDisable(tested.error, signs, options)
  const reason = broken ?? slow
  if (status === CHANNEL_STATUS.enabled && reason !== undefined) {
    await autoDisableChannel(deps, { id, reason })
  }
  if (!options.AutomaticEnableChannelEnabled) return
  await reviveKeys(deps, channel)
  const keys = readKeys(channel.keys)
  // Without a key in use it came back with one of its keys, or not at all.
  const hasKey = keys.length === 0 || keys.some(isInUse)
  const mayReturn = hasKey && tested.ok && slow === undefined
  if (status === CHANNEL_STATUS.auto_disabled && mayReturn) await autoEnableChannel(deps, id)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
