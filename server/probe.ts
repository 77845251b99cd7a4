/** Composition of the channel test; the server and the command line both use it. */
import type { Db } from '../db/db'
import { findChannel } from '../db/tables/channels'
import { allOptions } from '../db/tables/options'
import type { Clock } from './clock'
import type { Configuration } from './configuration'
import { GatewayError } from './domain/errors/gateway-error'
import { messageOf } from './domain/errors/message'
import type { Language } from './domain/i18n/translate'
import { parseOptions } from './domain/options'
import { monotonicMs } from './domain/time-source'
import { createUpstream } from './relay/net/open-upstream'
import type { RelayChannel } from './relay/ports/ports'
import { probe } from './relay/upstreams/lookup/probe'
import { createVendors } from './relay/upstreams/vendors'
import type { ChannelDraft, ChannelTrial } from './services/channel-ports'
import type { Sealer } from './services/seal'
import type { ProbeOutcome } from './services/service-deps'
import { draftChannel } from './services/snapshot/draft-channel'
import { relayChannel } from './services/snapshot/relay-channel'
import { vendorSettings } from './services/snapshot/settings'

export interface ProbeDeps {
  readonly db: Db
  readonly sealer: Sealer
  readonly clock: Clock
  readonly timeouts: Pick<
    Configuration,
    'connectTimeoutMs' | 'firstByteTimeoutMs' | 'idleTimeoutMs'
  >
  readonly language: Language
}

/** By the id of a channel, with another key, or of a draft. */
export type Probe = (source: ProbeSource, model: string) => Promise<ProbeOutcome>

/** Each test opens its own connection, so that it measures what a first call would. */
export function createProbe(deps: ProbeDeps): Probe {
  return async (source, model) => {
    const { channel, usual } = await probedChannel(deps, source)
    const { connectTimeoutMs, firstByteTimeoutMs, idleTimeoutMs } = deps.timeouts
    const upstream = createUpstream({
      connectMs: connectTimeoutMs,
      firstByteMs: firstByteTimeoutMs,
      idleMs: idleTimeoutMs,
    })
    const { values } = parseOptions(await allOptions(deps.db.reader))
    const beganMs = monotonicMs(deps.clock)
    const modelName = model || usual || 'gpt-4o-mini'
    try {
      const operation = await probe(
        {
          upstream,
          vendorOf: createVendors({ clock: deps.clock, upstream }),
          settings: vendorSettings(values),
        },
        channel,
        modelName,
      )
      const tookMs = Math.round(monotonicMs(deps.clock) - beganMs)
      return { ok: true, tookMs, message: modelName, operation }
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const message = messageOf(error, deps.language)
      return { ok: false, tookMs: Math.round(monotonicMs(deps.clock) - beganMs), message, error }
    } finally {
      await upstream.close()
    }
  }
}

interface Stored {
  readonly channel: RelayChannel
  /** The model that is tested unless the caller names another; may be "". */
  readonly usual: string
}

type ProbeSource = number | ChannelDraft | ChannelTrial

async function probedChannel(deps: ProbeDeps, source: ProbeSource): Promise<Stored> {
  if (typeof source === 'number') return await storedChannel(deps, source)
  if (!('channelId' in source)) return { channel: draftChannel(source), usual: '' }
  const stored = await storedChannel(deps, source.channelId)
  return { ...stored, channel: tried(stored.channel, source) }
}

function tried(channel: RelayChannel, { key, place }: ChannelTrial): RelayChannel {
  // Each of several keys has the place that is stored.
  const own = { ...channel, key: key ?? channel.key, keys: undefined, keyId: undefined }
  if (place === undefined) return own
  const { type, baseUrl, other, allowPrivate } = draftChannel({ ...place, key: own.key })
  return { ...own, type, baseUrl, other, allowPrivate }
}

async function storedChannel({ db, sealer }: ProbeDeps, id: number): Promise<Stored> {
  const row = await findChannel(db.reader, id)
  const channel = row && relayChannel(row, sealer)
  if (row === undefined || channel === undefined) {
    throw new GatewayError('channel.not_found', { channel: id })
  }
  return { channel, usual: row.test_model || row.models.split(',')[0] || '' }
}
