import type { LiveJson } from '../../domain/endpoints/live'
import { errorText } from '../../domain/errors/error-facts'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type Language, translate } from '../../domain/i18n/translate'
import { type ChannelCounts, mergedReport, type Rate, type Rates } from '../../domain/live/report'
import { quantileMs } from '../../domain/logs/latency'
import type { LivePort } from '../live-port'
import type { ServiceDeps } from '../service-deps'

const MINUTE_SECONDS = 60

/** Throws `live.not_serving` where no relay runs in this gateway. */
export function livePort({ live }: ServiceDeps): LivePort {
  if (live === undefined) throw new GatewayError('live.not_serving')
  return live
}

/** What is relayed now; the same answer as long as nothing is. */
export async function showLive(deps: ServiceDeps, language: Language): Promise<LiveJson> {
  const reports = await livePort(deps).reports()
  const { in_flight, ended, calls, until, rates, channels, users, tokens } = mergedReport(reports)
  const isQuiet = Object.values(rates).every((counts) => counts.every((count) => count === 0))
  return {
    in_flight,
    ended,
    processes: reports.length,
    calls: [...calls],
    per_minute: perMinute(rates),
    until: isQuiet ? 0 : until,
    seconds: isQuiet ? NO_SECONDS : secondsOf(rates),
    channels: channels.map((channel) => channelJson(channel, language)),
    users: [...users],
    tokens: [...tokens],
  }
}

const NO_SECONDS = { calls: [], failed: [], refused: [], tokens: [], quota: [] }

function secondsOf({ calls, failed, refused, tokens, quota }: Rates): LiveJson['seconds'] {
  return {
    calls: [...calls],
    failed: [...failed],
    refused: [...refused],
    tokens: [...tokens],
    quota: [...quota],
  }
}

function perMinute(rates: Rates): LiveJson['per_minute'] {
  const sum = (rate: Rate): number =>
    rates[rate].slice(-MINUTE_SECONDS).reduce((total, count) => total + count, 0)
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    refused: sum('refused'),
    tokens: sum('tokens'),
    quota: sum('quota'),
  }
}

function channelJson(
  { id, name, in_flight, attempts, failed, latency, last_failure }: ChannelCounts,
  language: Language,
): LiveJson['channels'][number] {
  const p50_ms = quantileMs(latency, 0.5)
  const p95_ms = quantileMs(latency, 0.95)
  const counted = { id, name, in_flight, attempts, failed, p50_ms, p95_ms }
  if (last_failure === null) return { ...counted, last_failure }
  const { at, model, facts } = last_failure
  const text = errorText(facts, {
    text: (key, params) => translate(language, key, params),
    seesUpstream: true,
  })
  const message = facts.upstream_message || text
  return { ...counted, last_failure: { at, model, status: facts.upstream_status ?? 0, message } }
}
