/** Asks providers to take on a job that is written down and paid for, one after the other. */
import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { monotonicMs } from '../../domain/time-source'
import { checkModel } from '../call/admission/authorize'
import { isOfChannel } from '../call/billing/channel-holds'
import type { FileCall } from '../call/bodies/call-files'
import type { Relay } from '../call/relay'
import { mayRetry } from '../call/route/retry'
import { keyHashOf } from '../call/vendor-objects/rows'
import { objectOf } from '../formats/dialects/json-fields'
import type { JobSeen, StoredJob } from '../ports/jobs'
import type { Json } from '../wire/chat'
import { ask } from './ask'
import { type Choice, chooseChannel, placeFor } from './choose'
import { endJob } from './end-job'
import type { JobMachine } from './machine'
import { moveJob } from './move-job'
import { openJob } from './open-job'
import { picturesIn, withPictures } from './pictures'
import type { Accepted, JobOrder, JobProvider } from './provider'
import { orderFor } from './quote'
import { type Chosen, type JobRequest, SUBMIT_LIMIT_MS } from './request'
import { pollPause, sighted } from './sighting'

export interface JobRelay {
  readonly relay: Relay
  readonly machine: JobMachine
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
  const opened = await openWhereRoom(relay, request, tried)
  const { job } = opened
  let { chosen } = opened
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
      relay.events.submitted.emit({ channel, tookMs, error }, undefined)
    }
    try {
      const taken = await take(ports, request, { chosen, job, onAnswer })
      tell()
      return taken
    } catch (cause) {
      const error = cause instanceof GatewayError ? cause : internal(cause)
      tell(error)
      // What may have been taken on is not requested twice.
      const failed = { error, round, tried, chosen, callId: job.terms.callId }
      const next = isAnswered ? undefined : await mayGoOn(relay, request, failed)
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

/** What its user reads: the provider's words, or the name of ours, rendered in any language. */
function reasonOf(error: GatewayError): string {
  const hasWords = error.id === 'upstream.refused' && error instanceof UpstreamError
  return hasWords && error.upstreamMessage !== '' ? error.upstreamMessage : error.id
}

interface Failed {
  readonly error: GatewayError
  readonly round: number
  readonly tried: Set<number>
  readonly chosen: Chosen
  readonly callId: string
}

/** It can go nowhere else. */
function isFixed({ entered, origin }: JobRequest): boolean {
  return entered.pin !== undefined || origin !== undefined
}

/** Another channel of the same provider: what is held was measured by its rules. */
async function mayGoOn(
  relay: Relay,
  request: JobRequest,
  failed: Failed,
): Promise<Chosen | undefined> {
  const { error, round, tried, chosen, callId } = failed
  if (
    isFixed(request) ||
    round >= relay.directory.settings().retryTimes ||
    !mayRetry(error, false)
  ) {
    return undefined
  }
  const provider = chosen.provider.name
  for (;;) {
    const next = anotherOf(relay, request, { tried, provider, round: round + 1 })
    if (next === undefined) return undefined
    if (await moveJob(relay, { callId, from: chosen.channel, to: next.channel })) return next
    tried.add(next.channel.id)
  }
}

function anotherOf(relay: Relay, request: JobRequest, choice: Choice): Chosen | undefined {
  try {
    return chooseChannel(relay, request, choice)
  } catch {
    return undefined
  }
}

/** At a channel whose own limits let it pass. Throws what `chooseChannel` and `openJob` throw. */
async function openWhereRoom(relay: Relay, request: JobRequest, tried: Set<number>) {
  const choice = { tried, provider: undefined }
  let chosen: Chosen = chooseChannel(relay, request, choice)
  for (;;) {
    try {
      return { chosen, job: await openJob(relay, request, chosen) }
    } catch (error) {
      if (isFixed(request) || !isOfChannel(error)) throw error
      tried.add(chosen.channel.id)
      const other = anotherOf(relay, request, choice)
      if (other === undefined) throw error
      chosen = other
    }
  }
}

interface Taking {
  readonly chosen: Chosen
  readonly job: StoredJob
  /** Called when the provider has answered without an error. */
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
  const userId = request.entered.caller.user.id
  const hold = relay.budget.open(userId)
  try {
    const order = await inlined(relay, orderFor(request, channel), { provider, userId, hold })
    const question = { request: provider.submit(order, place), limitMs: SUBMIT_LIMIT_MS }
    const answer = await ask(relay, { provider, place }, question)
    onAnswer()
    const accepted = acceptedIn(provider, answer, order)
    return await accept(ports, { job, chosen, accepted, originId: request.origin?.id })
  } finally {
    hold.release()
  }
}

interface Inlining extends FileCall {
  readonly provider: JobProvider
}

async function inlined(
  { files }: Relay,
  order: JobOrder,
  { provider, ...call }: Inlining,
): Promise<JobOrder> {
  if (provider.inlinesPictures !== true || !isVideo(order)) return order
  const fetched = await files.collect(picturesIn(order.order), call)
  return { ...order, order: withPictures(order.order, fetched) }
}

function isVideo(order: JobOrder): order is JobOrder<'video'> {
  return 'lastImage' in order.order
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
  const taken: StoredJob =
    keep === undefined ? placed : { ...placed, asked: { ...job.asked, ...keep } }
  const sight = { ...accepted, event }
  const note = sighted(taken, sight, clock.nowMs())
  const pollAtMs = clock.nowMs() + pollPause(taken)
  const outcome = await jobs.note(taken, {
    ...note,
    upstreamId,
    channelId: taken.channelId,
    keyHash: taken.keyHash,
    pollAtMs,
    ...(originId !== undefined && { goesOnFrom: originId }),
    ...(keep !== undefined && { asked: taken.asked }),
  })
  if (outcome === 'duplicate') throw new GatewayError('job.duplicate', { id: upstreamId })
  if (outcome === 'over') throw new GatewayError('job.lost')
  const seen: JobSeen = note.seen
  const now: StoredJob = { ...taken, state: note.state, progress: note.progress, seen }
  return await machine.conclude(now, sight)
}
