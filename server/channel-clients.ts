/** Composition of the questions to channels' upstreams; server and command line both use it. */

import type { Db } from '../db/db'
import { findChannel } from '../db/tables/channels'
import { allOptions } from '../db/tables/options'
import type { Clock } from './clock'
import type { Configuration } from './configuration'
import { channelTypeById } from './domain/channel-types'
import { GatewayError } from './domain/errors/gateway-error'
import { parseOptions } from './domain/options'
import type { Random } from './random'
import type { VendorOf } from './relay/call/channel/vendor'
import { isPublicAddress } from './relay/net/address-guard'
import { resolveAll } from './relay/net/guarded-lookup'
import { createUpstream } from './relay/net/open-upstream'
import type { Upstream } from './relay/net/upstream'
import type { RelayChannel } from './relay/ports/ports'
import type { VendorSettings } from './relay/ports/vendor-settings'
import { readBalance } from './relay/upstreams/lookup/balance'
import { listUpstreamModels } from './relay/upstreams/lookup/model-list'
import { listModelsByKey } from './relay/upstreams/lookup/model-lists-by-key'
import { recordAnswer } from './relay/upstreams/lookup/probe'
import { reach } from './relay/upstreams/lookup/reach'
import { routeApi } from './relay/upstreams/lookup/route-api'
import { verify } from './relay/upstreams/lookup/verify/verify'
import { createVendors } from './relay/upstreams/vendors'
import type { ChannelPorts, HostVerdict } from './services/channel-ports'
import type { Reach } from './services/doctor/examined'
import type { Sealer } from './services/seal'
import { draftChannel } from './services/snapshot/draft-channel'
import { relayChannel } from './services/snapshot/relay-channel'
import { vendorSettings } from './services/snapshot/settings'

export interface ChannelClientDeps {
  readonly db: Db
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
  readonly connectTimeoutMs: Configuration['connectTimeoutMs']
  /** Milliseconds to rest between two channels of a walk over many. */
  readonly pauseMs: number
}

/** Somebody waits for these answers in front of a screen. */
const ANSWER_LIMIT_MS = 15_000

export function createChannelPorts(deps: ChannelClientDeps): ChannelPorts {
  return {
    reportsBalance: async (type) => channelTypeById(type)?.reportsBalance ?? false,
    pauseMs: deps.pauseMs,
    checkHost,
    readBalance: async (channelId) => {
      const channel = await storedChannel(deps, channelId)
      return await withUpstream(deps, ({ vendorOf }) => readBalance(vendorOf, channel))
    },
    readPrices: async (channelId) => {
      const channel = await storedChannel(deps, channelId)
      return await withUpstream(deps, async ({ vendorOf }) => {
        const { readPrices } = vendorOf(channel.type)
        if (readPrices === undefined) {
          throw new GatewayError('channel.prices_unsupported', { type: channel.type.name })
        }
        return await readPrices(channel)
      })
    },
    verify: async (channelId, order) => {
      const channel = await storedChannel(deps, channelId)
      return await withUpstream(
        { ...deps, answerMs: LONG_ANSWER_MS },
        async (parts) =>
          await verify({ ...deps, ...parts, settings: await settingsOf(deps) }, channel, order),
      )
    },
    record: async (channelId, request) => {
      const channel = await storedChannel(deps, channelId)
      const settings = await settingsOf(deps)
      return await withUpstream({ ...deps, answerMs: LONG_ANSWER_MS }, (parts) =>
        recordAnswer({ ...parts, settings }, channel, request),
      )
    },
    routeApi: async (channelId, question) => {
      const channel = await storedChannel(deps, channelId)
      return routeApi(channel, question, await settingsOf(deps))
    },
    listModels: async (source) => {
      const channel =
        typeof source === 'number' ? await storedChannel(deps, source) : draftChannel(source)
      return await withUpstream(deps, (parts) => listUpstreamModels(parts, channel))
    },
    listModelsByKey: async (channelId) => {
      const channel = await storedChannel(deps, channelId)
      return await withUpstream(deps, (parts) => listModelsByKey(parts, channel))
    },
  }
}

/** Models that think before they write take their time. */
const LONG_ANSWER_MS = 120_000

async function settingsOf({ db }: ChannelClientDeps): Promise<VendorSettings> {
  return vendorSettings(parseOptions(await allOptions(db.reader)).values)
}

async function withUpstream<T>(
  {
    connectTimeoutMs,
    clock,
    answerMs = ANSWER_LIMIT_MS,
  }: ChannelClientDeps & { readonly answerMs?: number },
  ask: (parts: { readonly upstream: Upstream; readonly vendorOf: VendorOf }) => Promise<T>,
): Promise<T> {
  const upstream = createUpstream({
    connectMs: Math.min(connectTimeoutMs, ANSWER_LIMIT_MS),
    firstByteMs: answerMs,
    idleMs: answerMs,
  })
  try {
    return await ask({ upstream, vendorOf: createVendors({ clock, upstream }) })
  } finally {
    await upstream.close()
  }
}

async function storedChannel(deps: ChannelClientDeps, id: number): Promise<RelayChannel> {
  const row = await findChannel(deps.db.reader, id)
  const channel = row && relayChannel(row, deps.sealer)
  if (channel === undefined) throw new GatewayError('channel.not_found', { channel: id })
  return channel
}

/** Somebody waits, and what does not connect by then is as good as gone. */
const REACH_LIMIT_MS = 4000

/** Throws when nothing listens there, or when the channel may not go there. */
export const reachUpstream: Reach = async (target) => {
  await reach(target, { resolve: resolveAll, timeoutMs: REACH_LIMIT_MS })
}

async function checkHost(hostname: string): Promise<HostVerdict> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const addresses = await resolveAll(bare).catch(() => [])
  if (addresses.length === 0) return 'unknown'
  return addresses.every(isPublicAddress) ? 'public' : 'private'
}
