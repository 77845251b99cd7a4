/** By which channel and provider a job goes. */

import { servedBy } from '../../domain/calls/model-calls'
import { GatewayError } from '../../domain/errors/gateway-error'
import { familyOf, type JobProviderName } from '../../domain/jobs/providers'
import { HOOK_PATH } from '../../domain/jobs/routes'
import { CHANNEL_STATUS } from '../../domain/status'
import { pick, pinnedChannel } from '../call/channel/pick'
import type { Relay } from '../call/relay'
import { channelThatMade, keyForWork } from '../call/route/keys'
import { keyHashOf } from '../call/vendor-objects/rows'
import type { StoredJob } from '../ports/jobs'
import type { RelayChannel } from '../ports/ports'
import type { JobPlace, JobProvider } from './provider'
import { JOB_PROVIDER_MODULES } from './providers'
import type { JobRequest } from './request'

export interface Choice {
  readonly tried: ReadonlySet<number>
  /** The only provider that will do; any when absent. */
  readonly provider: JobProviderName | undefined
  readonly round?: number
}

type JobWish = Pick<JobRequest, 'family' | 'action' | 'model' | 'entered' | 'origin'>

/** Throws `channel.*`, `model.*`, `job.channel_gone` and `job.action_unsupported`. */
export function chooseChannel(relay: Relay, wish: JobWish, { tried, provider, round = 0 }: Choice) {
  const { directory, random } = relay
  const { model, entered, origin } = wish
  const { group, pin } = entered
  const suits = (channel: RelayChannel) => {
    const found = providerOf(channel, wish)
    return found !== undefined && (provider === undefined || found.name === provider)
  }
  const fixed = origin === undefined ? pinned(relay, pin) : homeOf(relay, origin)
  const found = fixed ?? pick(directory, random, { group, model, round, tried, supports: suits })
  if (found === undefined) throw nowhere(relay, wish)
  const channel = origin === undefined ? keyForWork(relay.route, found, model) : found
  const chosen = providerOf(channel, wish)
  if (chosen === undefined) throw nowhere(relay, wish)
  return { channel, provider: chosen }
}

function pinned({ directory }: Relay, pin: string | undefined): RelayChannel | undefined {
  return pin === undefined ? undefined : pinnedChannel(directory, pin)
}

/** What goes on from a job goes on where that is. Throws `job.channel_gone`. */
function homeOf({ directory }: Relay, job: StoredJob): RelayChannel {
  const { id, keyHash } = job
  const channel = channelThatMade(directory, job)
  const isThere = channel?.status === CHANNEL_STATUS.enabled && keyHashOf(channel) === keyHash
  if (channel !== undefined && isThere) return channel
  throw new GatewayError('job.channel_gone', { id })
}

function providerOf(channel: RelayChannel, { family, action, model }: JobWish) {
  const upstreamModel = channel.mapModel(model) ?? model
  if (!servedBy(channel.type, upstreamModel).includes(family)) return undefined
  const names = channel.type.jobs.filter((name) => familyOf(name) === family)
  return names.map(moduleOf).find(({ actions }) => actions.includes(action))
}

function moduleOf(name: JobProviderName): JobProvider {
  return JOB_PROVIDER_MODULES[name]
}

/** `undefined` for one that a later version has left out. */
export function moduleNamed(name: string): JobProvider | undefined {
  return Object.values<JobProvider>(JOB_PROVIDER_MODULES).find((module) => module.name === name)
}

function nowhere({ directory }: Relay, { entered, model, action, family }: JobWish): GatewayError {
  const { group } = entered
  if (!directory.hasModel(group, model))
    return new GatewayError('model.not_found', { model, group })
  const tiers = directory.abilities(group, model)
  if (tiers.length === 0) return new GatewayError('channel.none', { model, group })
  const isServed = tiers.some(({ channels }) =>
    channels.some(({ type, mapModel }) =>
      servedBy(type, mapModel(model) ?? model).includes(family),
    ),
  )
  if (!isServed) return new GatewayError('model.not_offered', { model })
  return new GatewayError('job.action_unsupported', { action: action.toLowerCase(), model })
}

export function placeFor(
  { directory, clock }: Pick<Relay, 'directory' | 'clock'>,
  channel: RelayChannel,
  { hook }: Pick<StoredJob, 'hook'>,
): JobPlace {
  const { serverAddress } = directory.settings().jobs
  const hookUrl = serverAddress === '' ? undefined : `${serverAddress}${HOOK_PATH}/${hook}`
  return { channel, nowMs: clock.nowMs(), hookUrl }
}
