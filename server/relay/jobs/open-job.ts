/**
 * A job is written down and its credits are held before a provider is called: a crash at any moment
 * leaves a job that the machine ends.
 */
import { JOB_FAMILY_ROWS } from '../../domain/jobs/families'
import type { JobTerms } from '../../domain/jobs/terms'
import { jobLimits } from '../call/billing/limited'
import { refusalOf } from '../call/billing/reserve'
import type { Relay } from '../call/relay'
import { keyHashOf } from '../call/vendor-objects/rows'
import type { NewJob, StoredJob } from '../ports/jobs'
import { measuredFor } from './quote'
import { type Chosen, type JobRequest, SUBMIT_LIMIT_MS } from './request'

/** Beyond that the submitting process is dead, or has given up. */
const LOST_AFTER_MS = 2 * SUBMIT_LIMIT_MS
const HOLD_MARGIN_MS = 600_000

/** Throws `price.missing`, `quota.*` and what the provider's module says of the request. */
export async function openJob(
  relay: Relay,
  request: JobRequest,
  chosen: Chosen,
): Promise<StoredJob> {
  const { directory, clock, jobs, ledger } = relay
  const { entered, requestId, family, model } = request
  const { caller, group } = entered
  const { price, measured, held } = measuredFor(relay, request, chosen)
  const { longestMs } = JOB_FAMILY_ROWS[family]
  const nowMs = clock.nowMs()
  const deadlineMs = nowMs + longestMs
  const terms = termsFor(request, { chosen, price, measured, held })
  const job = newJob(relay, request, { chosen, terms, nowMs, deadlineMs })
  await jobs.open(job)
  const payer = { ...caller, group }
  const limits = jobLimits(directory, payer, chosen.channel)
  const order = {
    callId: requestId,
    userId: caller.user.id,
    tokenId: caller.token?.id,
    amount: held,
    atLeast: held,
    model,
    // Whoever ends a job late must still find what is held for it.
    terms: { kind: 'job', jobId: job.id, deadlineMs: deadlineMs + HOLD_MARGIN_MS },
    ...(limits && { limited: { limits, tokens: 0, leastTokens: 0 } }),
    group,
    nowMs,
  } as const
  const outcome = await ledger.reserve(order).catch(async (error: unknown) => {
    // Whatever is left of it holds nothing, and ends by itself.
    await jobs.discard(job).catch(() => undefined)
    throw error
  })
  if (outcome.kind === 'reserved') return asStored(job)
  await jobs.discard(job)
  throw refusalOf(relay, payer, { outcome, order })
}

type Frozen = Pick<JobTerms, 'price' | 'measured' | 'held'> & { readonly chosen: Chosen }

function termsFor(request: JobRequest, { chosen, price, measured, held }: Frozen): JobTerms {
  const { entered, requestId, ip, model, count } = request
  const { caller, group, client, tags, startedAtMs } = entered
  return {
    callId: requestId,
    protocol: 'openai',
    model,
    upstreamModel: chosen.channel.mapModel(model) ?? model,
    group,
    username: caller.user.username,
    tokenName: caller.token?.name ?? `playground-${group}`,
    ip,
    client,
    tags,
    isStream: false,
    startedAtMs,
    price,
    untranslated: [],
    tried: [chosen.channel.id],
    measured,
    count,
    held,
  }
}

interface Opening {
  readonly chosen: Chosen
  readonly terms: JobTerms
  readonly nowMs: number
  readonly deadlineMs: number
}

const HOOK_LENGTH = 40
const HOOK_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

function newJob(
  { random }: Pick<Relay, 'random'>,
  request: JobRequest,
  { chosen, terms, nowMs, deadlineMs }: Opening,
): NewJob {
  const { entered, family, action, prompt, asked, notify, drawing } = request
  const { id } = JOB_FAMILY_ROWS[family]
  const { channel, provider } = chosen
  return {
    id: id.prefix + random.text(id.length, id.alphabet),
    family,
    provider: provider.name,
    action,
    state: 'submitting',
    userId: entered.caller.user.id,
    tokenId: entered.caller.token?.id,
    channelId: channel.id,
    keyHash: keyHashOf(channel),
    hook: random.text(HOOK_LENGTH, HOOK_ALPHABET),
    notify,
    quota: terms.held,
    createdAtMs: nowMs,
    deadlineMs,
    lostAtMs: nowMs + LOST_AFTER_MS,
    terms,
    asked: { ...asked, prompt },
    seen: { results: [], told: undefined },
    ...(drawing !== undefined && { drawing }),
  }
}

function asStored({ lostAtMs: _, drawing: __, ...job }: NewJob): StoredJob {
  const none = { upstreamId: '', progress: 0, failReason: '', startedAtMs: 0, endedAtMs: 0 }
  return { ...job, ...none, expiresAtMs: 0, polls: 0 }
}
