/**
 * A job is written down and its credits are held before a provider is asked: a crash at any moment
 * leaves a job that the machine ends.
 */
import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { JOB_FAMILY_ROWS, type JobFamily } from '../../domain/jobs/families'
import type { JobTerms } from '../../domain/jobs/terms'
import { monotonicMs } from '../../domain/time-source'
import { jobLimits } from '../account/limited'
import { refusalOf } from '../account/reserve'
import { checkModel } from '../call/authorize'
import type { Asker } from '../call/enter'
import { mayRetry } from '../call/retry'
import { objectOf } from '../dialects/json-fields'
import { keyHashOf } from '../owned/rows'
import type { RelayChannel } from '../ports'
import type { Relay } from '../relay'
import type { Json, JsonObject } from '../wire/chat'
import { ask } from './ask'
import { chooseChannel, placeFor } from './choose'
import { endJob } from './end-job'
import type { JobMachine } from './machine'
import { withPictures } from './pictures'
import type { DrawingFace, JobSeen, NewJob, StoredJob } from './port'
import { chosenUnits, heldForJob, priceOfMany } from './price-job'
import type { Accepted, JobOrder, JobProvider } from './provider'
import { pollPause, sighted } from './sighting'
import type { WishOf } from './wishes'

/** A provider may look at pictures before it answers. */
const SUBMIT_LIMIT_MS = 180_000
/** Beyond that the process that asked is dead, or has given up. */
const LOST_AFTER_MS = 2 * SUBMIT_LIMIT_MS
const HOLD_MARGIN_MS = 600_000

export interface JobRequest<Family extends JobFamily = JobFamily> {
  readonly entered: Asker
  readonly requestId: string
  readonly ip: string
  readonly family: Family
  readonly action: string
  readonly model: string
  readonly wish: WishOf[Family]
  /** What is read for words that are not wanted. */
  readonly prompt: string
  /** How many are asked for together. */
  readonly count: number
  /** Kept with the job, beside the prompt. */
  readonly asked: JsonObject
  /** Where the user wants to be told of the end; "" for nowhere. */
  readonly notify: string
  readonly origin?: StoredJob | undefined
  /** What is seen of a drawing from the beginning. */
  readonly drawing?: DrawingFace
}

export interface JobRelay {
  readonly relay: Relay
  readonly machine: JobMachine
}

interface Chosen {
  readonly channel: RelayChannel
  readonly provider: JobProvider
}

/**
 * The job as it is when its provider has taken it on. Throws `request.*`, `model.*`, `channel.*`,
 * `price.missing`, `quota.*`, `job.*`, and what the provider says when it does not.
 */
export async function submitJob(ports: JobRelay, request: JobRequest): Promise<StoredJob> {
  const { relay } = ports
  const { directory } = relay
  const { entered, model, prompt } = request
  const { user, token } = entered.caller
  if (entered.pin === undefined && token !== undefined) checkModel({ user, token }, model)
  if (directory.settings().sensitiveWords?.contains(prompt)) {
    throw new GatewayError('request.sensitive_words')
  }
  const tried = new Set<number>()
  const first = chooseChannel(relay, request, { tried, provider: undefined })
  const job = await openJob(relay, request, first)
  let chosen = first
  let isAnswered = false
  const onAnswer = () => {
    isAnswered = true
  }
  for (let round = 0; ; round += 1) {
    tried.add(chosen.channel.id)
    const beganMs = monotonicMs(relay.clock)
    const { channel } = chosen
    const tell = (error?: GatewayError) => {
      const tookMs = monotonicMs(relay.clock) - beganMs
      relay.events.submitted.tell({ channel, tookMs, error }, undefined)
    }
    try {
      const taken = await take(ports, request, { chosen, job, onAnswer })
      tell()
      return taken
    } catch (cause) {
      const error = cause instanceof GatewayError ? cause : internal(cause)
      tell(error)
      // What may have been taken on is not asked for twice.
      const next = isAnswered ? undefined : mayGoOn(relay, request, { error, round, tried, chosen })
      if (next === undefined) {
        await endJob(relay, job, { state: 'failed', failReason: reasonOf(error), error })
        throw error
      }
      chosen = next
    }
  }
}

function internal(cause: unknown): GatewayError {
  return new GatewayError('internal', {}, { cause })
}

/** What its user reads: the provider's words, or the name of ours, told in any language. */
function reasonOf(error: GatewayError): string {
  const isTold = error instanceof UpstreamError && error.upstreamMessage !== ''
  return isTold ? error.upstreamMessage : error.id
}

interface Failed {
  readonly error: GatewayError
  readonly round: number
  readonly tried: ReadonlySet<number>
  readonly chosen: Chosen
}

/** Another channel of the same provider: what is held was measured by its rules. */
function mayGoOn(
  relay: Relay,
  request: JobRequest,
  { error, round, tried, chosen }: Failed,
): Chosen | undefined {
  const isFixed = request.entered.pin !== undefined || request.origin !== undefined
  if (isFixed || round >= relay.directory.settings().retryTimes || !mayRetry(error, false)) {
    return undefined
  }
  try {
    return chooseChannel(relay, request, {
      tried,
      provider: chosen.provider.name,
      round: round + 1,
    })
  } catch {
    return undefined
  }
}

export interface JobQuote {
  /** Credits that would be held. */
  readonly quota: number
  /** `false` where the provider only tells at the end what it has used. */
  readonly isExact: boolean
}

/** What the job would cost now. Throws as submitting it does, before a provider is asked. */
export function quoteJob(relay: Relay, request: JobRequest): JobQuote {
  const { user, token } = request.entered.caller
  if (token !== undefined) checkModel({ user, token }, request.model)
  const chosen = chooseChannel(relay, request, { tried: new Set(), provider: undefined })
  const { price, measured, held } = measuredFor(relay, request, chosen)
  const byTokens = chosenUnits(measured, price).videoCompletionTokens ?? 0
  return { quota: held, isExact: price.mode === 'per-call' || byTokens === 0 }
}

/** Throws `price.missing` and what the provider's module says of the wish. */
function measuredFor({ directory }: Relay, request: JobRequest, chosen: Chosen) {
  const { entered, model, count } = request
  const told = directory.price(model, entered.group, entered.caller.user)
  if (told === undefined) throw new GatewayError('price.missing', { model })
  const price = priceOfMany(told, count)
  const measured = chosen.provider.measure(orderFor(request, chosen.channel))
  return { price, measured, held: heldForJob(measured, price) }
}

/** Throws `price.missing`, `quota.*` and what the provider's module says of the wish. */
async function openJob(relay: Relay, request: JobRequest, chosen: Chosen): Promise<StoredJob> {
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
  const { caller, group, startedAtMs } = entered
  return {
    callId: requestId,
    protocol: 'openai',
    model,
    upstreamModel: chosen.channel.mapModel(model) ?? model,
    group,
    username: caller.user.username,
    tokenName: caller.token?.name ?? `playground-${group}`,
    ip,
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

function orderFor(request: JobRequest, channel: RelayChannel): JobOrder {
  const { action, model, wish, origin } = request
  return { action, model, upstreamModel: channel.mapModel(model) ?? model, wish, origin }
}

interface Taking {
  readonly chosen: Chosen
  readonly job: StoredJob
  /** Told when the provider has not refused. */
  readonly onAnswer: () => void
}

/** Asks the provider; the job as it is then. */
async function take(
  ports: JobRelay,
  request: JobRequest,
  { chosen, job, onAnswer }: Taking,
): Promise<StoredJob> {
  const { relay } = ports
  const { channel, provider } = chosen
  const place = placeFor(relay, channel, job)
  const order = await inlined(relay, provider, orderFor(request, channel))
  const question = { request: provider.submit(order, place), limitMs: SUBMIT_LIMIT_MS }
  const answer = await ask(relay, { provider, place }, question)
  onAnswer()
  const accepted = acceptedIn(provider, answer, order)
  return await accept(ports, { job, chosen, accepted, originId: request.origin?.id })
}

async function inlined(
  { fetchMedia }: Relay,
  { inlinesPictures }: JobProvider,
  order: JobOrder,
): Promise<JobOrder> {
  if (inlinesPictures !== true || !isVideo(order)) return order
  return { ...order, wish: await withPictures(order.wish, fetchMedia) }
}

function isVideo(order: JobOrder): order is JobOrder<'video'> {
  return 'lastImage' in order.wish
}

function acceptedIn(provider: JobProvider, answer: Json, order: JobOrder): Accepted {
  const object = objectOf(answer)
  const accepted = object && provider.accepted(object, order)
  if (accepted === undefined || accepted.id === '') {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it names no job' })
  }
  return { told: object, ...accepted }
}

interface Accepting {
  readonly job: StoredJob
  readonly chosen: Chosen
  readonly accepted: Accepted
  readonly originId: string | undefined
}

/** Written before the client has its id. Throws `job.duplicate` and `job.lost`. */
async function accept(
  { relay, machine }: JobRelay,
  { job, chosen, accepted, originId }: Accepting,
): Promise<StoredJob> {
  const { jobs, clock } = relay
  const { id: upstreamId, event = 'queued', keep } = accepted
  const { channel } = chosen
  const placed = { ...job, channelId: channel.id, keyHash: keyHashOf(channel), upstreamId }
  const kept: StoredJob =
    keep === undefined ? placed : { ...placed, asked: { ...job.asked, ...keep } }
  const sight = { ...accepted, event }
  const note = sighted(kept, sight, clock.nowMs())
  const pollAtMs = clock.nowMs() + pollPause(kept)
  const outcome = await jobs.note(kept, {
    ...note,
    upstreamId,
    channelId: kept.channelId,
    keyHash: kept.keyHash,
    pollAtMs,
    ...(originId !== undefined && { goesOnFrom: originId }),
    ...(keep !== undefined && { asked: kept.asked }),
  })
  if (outcome === 'duplicate') throw new GatewayError('job.duplicate', { id: upstreamId })
  if (outcome === 'over') throw new GatewayError('job.lost')
  const seen: JobSeen = note.seen
  const now: StoredJob = { ...kept, state: note.state, progress: note.progress, seen }
  return await machine.conclude(now, sight)
}
