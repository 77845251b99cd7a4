/** Every job of the server. */
import { abandonedCalls } from './abandoned-calls'
import { alertRules } from './alert-rules'
import { channelBalances, channelTests } from './channel-sweeps'
import { channelUsage } from './channel-usage'
import { inviteShares } from './invite-shares'
import type { Job, JobContext } from './job'
import { logMonths } from './log-months'
import { logRetention } from './log-retention'
import { logShipping } from './log-shipping'
import { noticeDelivery } from './notice-delivery'
import { orderExpiry } from './order-expiry'
import { paymentReconciliation, paymentStates } from './payment-states'
import { priceRefresh } from './price-refresh'
import {
  auditLinks,
  bansOver,
  codePurge,
  jobPurge,
  limitPurge,
  ownedPurge,
  rollupPurge,
  sessionPurge,
  storedResponsePurge,
  usageBackfill,
} from './purges'
import { createJobRunner, hold, type JobRunner, type JobRunnerParts, leaseName } from './runner'
import { statusHeartbeat } from './status-heartbeat'
import { planReminders, subscriptionRenewal } from './subscription-renewal'
import { upstreamModels } from './upstream-models'

export const JOBS: readonly Job[] = [
  channelTests,
  channelBalances,
  upstreamModels,
  sessionPurge,
  codePurge,
  limitPurge,
  ownedPurge,
  storedResponsePurge,
  jobPurge,
  rollupPurge,
  usageBackfill,
  auditLinks,
  bansOver,
  orderExpiry,
  paymentStates,
  paymentReconciliation,
  subscriptionRenewal,
  priceRefresh,
  planReminders,
  inviteShares,
  logShipping,
  logRetention,
  logMonths,
  abandonedCalls,
  channelUsage,
  noticeDelivery,
  statusHeartbeat,
  alertRules,
]

/** The runner of all of them. */
export function serverJobs(parts: Omit<JobRunnerParts, 'jobs'>): JobRunner {
  return createJobRunner({ ...parts, jobs: JOBS })
}

/** Names as one types them. */
export const JOB_NAMES: readonly string[] = JOBS.map(typedName)

type JobOutcome = 'done' | 'unknown' | 'running'

/**
 * Does a job's work at once, whenever its turn would be; `running` when another process is at
 * it. Failures of the job are the caller's.
 */
export async function runJobNow(context: JobContext, name: string): Promise<JobOutcome> {
  const job = JOBS.find((candidate) => typedName(candidate) === name)
  if (job === undefined) return 'unknown'
  const lease = await context.services.leases.acquire({ name: leaseName(job), everyMs: 0 })
  if (lease === undefined) return 'running'
  await hold(lease, () => job.run(context))
  return 'done'
}

function typedName({ name }: Job): string {
  return name.replaceAll(' ', '-')
}
