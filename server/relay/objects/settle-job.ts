/** The bill of work that went on after its answer: made once, whoever sees the end. */

import type { GatewayError } from '../../domain/errors/gateway-error'
import type { JobEnd } from '../../domain/jobs/job-end'
import type { BillFacts } from '../../domain/jobs/terms'
import type { LogFacts } from '../../domain/ledger/orders'
import { type CallRecord, countedTokens, recordJson } from '../../domain/logs/call-record'
import type { Bill } from '../../domain/money/bill'
import { LOG_TYPE } from '../../domain/status'
import { figuresOf } from '../call/billing/call-figures'
import { jobLimits } from '../call/billing/limited'
import type { Relay } from '../call/relay'
import { PROTOCOL_CODECS } from '../formats/protocols'
import type { OwnedRow } from '../ports/ports'

type Settling = Pick<Relay, 'ledger' | 'clock' | 'settlePorts' | 'directory'>

interface AmountDue {
  readonly owner: Pick<OwnedRow, 'userId' | 'tokenId' | 'channelId'>
  readonly job: BillFacts
  /** For work with a row in `owned`, which ends in the same transaction. */
  readonly end?: JobEnd | undefined
  /** Why the usage could not be learnt. */
  readonly error?: GatewayError | undefined
}

/**
 * The ledger settles a call once, so that a second settlement of the same end, by another process
 * or after a crash between the two writes, changes nothing.
 */
export async function settleJob(
  { ledger, clock, settlePorts, directory }: Settling,
  { owner, job, end, error }: AmountDue,
  bill: Bill,
): Promise<void> {
  const { logConsumeEnabled, dataExportEnabled } = settlePorts.settings()
  const nowMs = clock.nowMs()
  await ledger.settle({
    reservation: { callId: job.callId, userId: owner.userId, tokenId: owner.tokenId, amount: 0 },
    charge: bill.charge,
    withinBalance: true,
    channelId: owner.channelId,
    model: job.model,
    counted: bill.isUsed,
    log: logConsumeEnabled ? logFacts(job, { bill, error }, nowMs) : undefined,
    hourly: dataExportEnabled && error === undefined,
    tokens: bill.limitedTokens,
    // Budgets of its payer bound what it costs beyond what was held.
    limits: await limitsOf(directory, owner, job.group),
    nowMs,
    job: end,
    figures: figuresOf(
      {
        group: job.group,
        client: job.client ?? '',
        session: '',
        tags: job.tags ?? '',
        isFailed: error !== undefined,
        waitMs: undefined,
      },
      { bill, price: job.price, costRatio: directory.channel(owner.channelId)?.costRatio },
    ),
  })
}

async function limitsOf(
  directory: Relay['directory'],
  { userId, tokenId, channelId }: AmountDue['owner'],
  group: string,
) {
  if (directory.limits() === undefined) return undefined
  const token =
    tokenId === undefined ? undefined : { id: tokenId, ...(await directory.holdersOf(tokenId)) }
  return jobLimits(directory, { user: { id: userId }, token, group }, { id: channelId })
}

interface Entry {
  readonly bill: Bill
  readonly error: GatewayError | undefined
}

function logFacts(job: BillFacts, { bill, error }: Entry, nowMs: number): LogFacts {
  const record: CallRecord = {
    usage: bill.usage,
    price: bill.price,
    isPromptFresh: PROTOCOL_CODECS[job.protocol].logsFreshPrompt,
    firstByteMs: undefined,
    fallbackOf: undefined,
    upstreamModel: job.upstreamModel === job.model ? undefined : job.upstreamModel,
    countedBy: undefined,
    cut: undefined,
    error,
    outputLimit: undefined,
    isLimitIgnored: false,
    untranslated: job.untranslated,
    reasoningEffort: undefined,
    tried: job.tried,
    upstreamId: undefined,
  }
  return {
    created_at: Math.floor(nowMs / 1000),
    type: error === undefined ? LOG_TYPE.consumption : LOG_TYPE.error,
    content: '',
    username: job.username,
    token_name: job.tokenName,
    model_name: job.model,
    quota: bill.charge,
    ...countedTokens(record),
    use_time: Math.round((nowMs - job.startedAtMs) / 1000),
    duration_ms: Math.max(0, Math.round(nowMs - job.startedAtMs)),
    is_stream: job.isStream,
    group: job.group,
    ip: job.ip,
    request_id: job.callId,
    client: job.client ?? '',
    tags: job.tags ?? '',
    other: recordJson(record),
  }
}
