/** Counts what happens to calls, and what the ledger has charged for them. */
import type { Clock } from '../../clock'
import { type GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { statusFor } from '../../domain/errors/render'
import type { Charged } from '../../domain/ledger/orders'
import type { MetricsBy } from '../../domain/metrics/metric'
import { monotonicMs } from '../../domain/time-source'
import type { AttemptEnd, CallListener, Directory } from '../../relay/ports/ports'
import type { MetricCounts } from './metric-counts'

export interface CallMetricsParts {
  readonly counts: MetricCounts
  readonly clock: Clock
  readonly directory: Pick<Directory, 'channel'>
  readonly by: readonly MetricsBy[]
}

export interface CallMetrics {
  readonly listener: CallListener
  /** Of what this process has written itself. */
  readonly charged: (charged: Charged) => void
}

export function createCallMetrics(parts: CallMetricsParts): CallMetrics {
  const { counts, clock, by } = parts
  const [byUser, byToken] = [by.includes('user'), by.includes('token')]
  return {
    listener: {
      failed: (error) => counts.add('gw_errors_total', [error.id], 1),
      attempted: (_, attempt) => addAttempt(counts, attempt),
      submitted: (attempt) => addAttempt(counts, attempt),
      firstByte({ facts, firstByteMs = 0 }) {
        counts.observe('gw_first_byte_seconds', [facts.query.model], firstByteMs / 1000)
      },
      settled({ facts }, { charge, error, overheadMs }) {
        const { query, group, user, token, beganMs } = facts
        const stream = query.stream ? 'true' : 'false'
        const tookMs = monotonicMs(clock) - beganMs
        counts.add('gw_requests_total', [query.model, group, statusClass(error)], 1)
        counts.observe('gw_request_seconds', [stream], tookMs / 1000)
        if (overheadMs !== undefined) {
          counts.observe('gw_overhead_seconds', [stream], overheadMs / 1000)
        }
        const { username } = user
        if (byUser) counts.add('gw_user_spend_usd_total', [username], charge)
        if (byToken) counts.add('gw_token_spend_usd_total', [username, token?.name ?? ''], charge)
      },
    },
    charged: (charged) => addCharged(parts, charged),
  }
}

function addAttempt(counts: MetricCounts, { channel, tookMs, error }: AttemptEnd): void {
  const [id, { name }] = [String(channel.id), channel]
  counts.add('gw_attempts_total', [id, name, upstreamClass(error)], 1)
  if (error === undefined) counts.observe('gw_attempt_seconds', [id, name], tookMs / 1000)
}

function addCharged({ counts, directory }: CallMetricsParts, charged: Charged): void {
  const { model, channelId, charge, uncollected, figures } = charged
  if (uncollected > 0) counts.add('gw_uncollected_usd_total', [], uncollected)
  if (figures === undefined) return
  const { promptTokens, cachedTokens, cacheWriteTokens, completionTokens, group, cost } = figures
  const addTokens = (kind: string, count: number) => {
    if (count > 0) counts.add('gw_tokens_total', [model, kind], count)
  }
  addTokens('prompt', promptTokens - cachedTokens - cacheWriteTokens)
  addTokens('cache_read', cachedTokens)
  addTokens('cache_write', cacheWriteTokens)
  addTokens('completion', completionTokens)
  if (charge > 0) counts.add('gw_spend_usd_total', [model, group], charge)
  if (channelId === undefined || (charge === 0 && cost === 0)) return
  const labels = [String(channelId), directory.channel(channelId)?.name ?? ''] as const
  counts.add('gw_channel_spend_usd_total', labels, charge)
  counts.add('gw_channel_cost_usd_total', labels, cost)
}

const CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

function classOf(status: number): string {
  return CLASSES[Math.floor(status / 100)] ?? 'none'
}

function statusClass(error: GatewayError | undefined): string {
  return classOf(error === undefined ? 200 : statusFor(error, 'openai'))
}

/** What the upstream itself has said. */
function upstreamClass(error: GatewayError | undefined): string {
  if (error === undefined) return classOf(200)
  return error instanceof UpstreamError ? classOf(error.upstreamStatus) : 'none'
}
