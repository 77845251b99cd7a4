/** Composition of the channel test; the server and the command line both use it. */
import type { Db } from '../db/open'
import { findChannel } from '../db/tables/channels'
import { allOptions } from '../db/tables/options'
import type { Clock } from './clock'
import type { Configuration } from './configuration'
import { GatewayError } from './domain/errors/gateway-error'
import { messageOf } from './domain/errors/message'
import type { Language } from './domain/i18n/translate'
import { parseOptions } from './domain/options'
import { monotonicMs } from './domain/time-source'
import { probe } from './relay/lookup/probe'
import { createUpstream } from './relay/net/upstream'
import { createVendors } from './relay/vendors'
import type { Sealer } from './services/seal'
import type { ProbeChannel } from './services/service-deps'
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

/** Each test opens its own connection, so that it measures what a first call would. */
export function createProbe(deps: ProbeDeps): ProbeChannel {
  return async (channelId, model) => {
    const row = await findChannel(deps.db.reader, channelId)
    const channel = row && relayChannel(row, deps.sealer)
    if (row === undefined || channel === undefined) {
      throw new GatewayError('channel.not_found', { channel: channelId })
    }
    const { connectTimeoutMs, firstByteTimeoutMs, idleTimeoutMs } = deps.timeouts
    const upstream = createUpstream({
      connectMs: connectTimeoutMs,
      firstByteMs: firstByteTimeoutMs,
      idleMs: idleTimeoutMs,
    })
    const { values } = parseOptions(await allOptions(deps.db.reader))
    const beganMs = monotonicMs(deps.clock)
    const asked = model || row.test_model || row.models.split(',')[0] || 'gpt-4o-mini'
    try {
      const operation = await probe(
        {
          upstream,
          vendorOf: createVendors({ clock: deps.clock, upstream }),
          settings: vendorSettings(values),
        },
        channel,
        asked,
      )
      const tookMs = Math.round(monotonicMs(deps.clock) - beganMs)
      return { ok: true, tookMs, message: asked, operation }
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const message = messageOf(error, deps.language)
      return { ok: false, tookMs: Math.round(monotonicMs(deps.clock) - beganMs), message, error }
    } finally {
      await upstream.close()
    }
  }
}
