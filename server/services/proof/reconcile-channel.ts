import { GatewayError } from '../../domain/errors/gateway-error'
import { recordOf } from '../../domain/json/records'
import {
  totalCacheReadTokens,
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
} from '../../domain/money/usage'
import type { UsageClass } from '../../domain/proof/provider-count'
import { readProviderUsage } from '../../domain/proof/provider-usage'
import { type OurCount, type Reconciled, reconcile } from '../../domain/proof/reconcile'
import { existingChannel } from '../channels/show'
import type { ServiceDeps } from '../service-deps'
import { type BilledCall, walkBills } from './walk-bills'

export interface ReconcileInput {
  readonly channelId: number
  /** The text of a provider's export. */
  readonly csv: string
}

export interface ReconcileReport {
  /** Which kind of file it was. */
  readonly shape: string
  readonly rows: readonly Reconciled[]
}

const DAY_MS = 86_400_000

/**
 * Over the days that the file has. Throws `reconcile.unreadable` for a file of no known kind,
 * and `reconcile.money_only` for one without counts.
 */
export async function reconcileChannel(
  deps: ServiceDeps,
  { channelId, csv }: ReconcileInput,
): Promise<ReconcileReport> {
  await existingChannel(deps.db.reader, channelId)
  const read = readProviderUsage(csv)
  const days = (read?.counts ?? []).map(({ day }) => Date.parse(day)).filter(Number.isFinite)
  if (read?.isMoneyOnly === true) {
    throw new GatewayError('reconcile.money_only', { shape: read.shape })
  }
  if (read === undefined || days.length === 0) throw new GatewayError('reconcile.unreadable')
  const from = Math.min(...days) / 1000
  const to = (Math.max(...days) + DAY_MS) / 1000 - 1
  const ours: OurCount[] = []
  for await (const call of walkBills(deps, { from, to, channelId })) ours.push(...countsOf(call))
  const theirs = read.counts.filter(({ day }) => Number.isFinite(Date.parse(day)))
  return { shape: read.shape, rows: reconcile(ours, theirs) }
}

function countsOf({ row, usage }: BilledCall): OurCount[] {
  const other = recordOf(row.other)
  const day = new Date(row.created_at * 1000).toISOString().slice(0, 10)
  const upstreamModel = other.upstream_model_name
  const model =
    typeof upstreamModel === 'string' && upstreamModel !== '' ? upstreamModel : row.model_name
  const isEstimated = other.counted_by !== undefined
  const [read, written] = [totalCacheReadTokens(usage), totalCacheWriteTokens(usage)]
  const counts: Readonly<Record<UsageClass, number>> = {
    requests: 1,
    prompt: totalPromptTokens(usage) - read - written,
    cache_read: read,
    cache_write: written,
    completion: totalCompletionTokens(usage),
  }
  return Object.entries(counts).map(([name, count]) => ({
    day,
    model,
    class: name as UsageClass,
    count,
    estimated: isEstimated ? count : 0,
  }))
}
