/**
 * The pipeline: authorise, limit, price, pick, reserve, attempt, deliver, settle. Everything
 * that can refuse a call does so before money moves; everything after the reservation ends in
 * exactly one settlement.
 */

import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { monotonicMs } from '../../domain/time-source'
import { OPERATION_ROWS } from '../formats/operations'
import type { RelayChannel } from '../ports/ports'
import type { RequestLimit } from '../ports/request-limits'
import { attempt } from './attempt'
import { moveToNext, reserveAt } from './billing/channel-holds'
import { countTokens } from './billing/count-call'
import type { Call } from './call'
import { tellAttempt } from './call-events'
import { concede } from './concessions'
import { deliver, endWithout } from './deliver'
import type { Delivery } from './delivery'
import { responseInTime } from './early-response'
import { encodeAttempt } from './encode-attempt'
import type { Facing } from './faced-call'
import { dialectOf, facing, forgetFaces, lacksFace, usualFace } from './facing'
import { keptThing } from './kept/kept-things'
import { notOffered } from './not-offered'
import { identify, openCall, type RelayInput } from './open-call'
import { pinnedChannel } from './pick'
import { noteRefusal } from './refusal'
import type { Relay } from './relay'
import { hasTriedItsOwn, mayRetry } from './retry'
import { withEarliestWait } from './route/earliest-wait'
import { fallBack, hasFallback, isSpentOnTries } from './route/fallback'
import { homeOf, servesModel } from './route/home'
import { firstChannel } from './route/input-limit'
import { afterFailure, asked, nextChannel } from './route/next-channel'
import { isKeptHere } from './stored/keeps-here'
import { answerInBackground } from './stored/run-call'
import { StoredAnswer } from './stored/stored-answer'
import { toldLosses } from './told-losses'
import { TryPorts } from './try-ports'
import type { Visit } from './visit'

/** Answers the client, or throws the `GatewayError` that the edge renders. */
export async function relayCall(relay: Relay, input: RelayInput): Promise<Response> {
  const visit = await identify(relay, input)
  try {
    return await answerAdmitted(relay, input, visit)
  } catch (error) {
    visit.hold.release()
    noteRefusal(relay.events, { input, visit, error })
    throw error
  }
}

/** Without a limit there is nothing to wait for around the call. */
function answerAdmitted(relay: Relay, input: RelayInput, visit: Visit): Promise<Response> {
  const { requestLimit } = relay.directory.settings()
  if (requestLimit === undefined) return answerVisit(relay, input, visit)
  return answerCounted(relay, input, { visit, requestLimit })
}

interface Counted {
  readonly visit: Visit
  readonly requestLimit: RequestLimit
}

async function answerCounted(
  relay: Relay,
  input: RelayInput,
  { visit, requestLimit }: Counted,
): Promise<Response> {
  const admission = await relay.limits.admit(visit.user.id, requestLimit, visit.beganMs)
  try {
    const response = await answerVisit(relay, input, visit)
    admission.succeeded(monotonicMs(relay.clock))
    return response
  } catch (error) {
    admission.failed()
    throw error
  }
}

async function answerVisit(relay: Relay, input: RelayInput, visit: Visit): Promise<Response> {
  const call = await openCall(relay, input, visit)
  if (call.facts.query.background === undefined) {
    return await answerOpened(relay, call, { input, visit })
  }
  const run = (onHeld: () => Promise<void>) => answerOpened(relay, call, { input, visit, onHeld })
  return await answerInBackground(relay, call, run)
}

interface Opened {
  readonly input: RelayInput
  readonly visit: Visit
  /** Waited for before an upstream is asked; nobody waits for signs of life then. */
  readonly onHeld?: () => Promise<void>
}

async function answerOpened(
  relay: Relay,
  call: Call,
  { input, visit, onHeld }: Opened,
): Promise<Response> {
  if (relay.directory.settings().routing?.keepsConversations) {
    call.affinity = 'unasked'
    call.headers = input.headers
  }
  const { refs, needs } = call.facts.query
  const { pin } = visit
  const named = pin === undefined ? undefined : pinnedChannel(relay.directory, pin)
  const isBound = (refs?.length ?? 0) + (needs?.length ?? 0) > 0
  const { pinned, wished } = isBound ? await boundTo(relay, call, named) : { pinned: named }
  const first = pinned ?? wished ?? (await firstChannel(relay.route, call))
  if (OPERATION_ROWS[input.operation].isFree) {
    const counted = await countTokens(relay, call, first).finally(() => visit.hold.release())
    input.ending()
    return counted
  }
  if (first === undefined || facing(first, call) === undefined) {
    throw notOffered(call)
  }
  const ended = relay.begin(call)
  relay.events.started.tell(call, undefined)
  const finished = () => {
    visit.hold.release()
    ended()
  }
  const failed = async (cause: unknown): Promise<never> => {
    const error =
      cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
    await endWithout(relay, call, error).finally(finished)
    throw error
  }
  const isPinned = pinned !== undefined
  const next = () => nextChannel(relay.route, call, 0)
  const held = await reserveAt(relay, call, { first, isPinned, next }).catch(failed)
  if (onHeld !== undefined) await onHeld().catch(failed)
  const answer = answerHeld(relay, call, { first: held, isPinned, finished }).catch(failed)
  return await (onHeld === undefined ? responseInTime(relay, call, answer) : answer)
}

interface Held extends First {
  /** The call is over, and its bill is written. */
  readonly finished: () => void
}

async function answerHeld(relay: Relay, call: Call, held: Held): Promise<Response> {
  const { finished } = held
  const delivery = await attemptChannels(relay, call, held)
  if (delivery.kind === 'stream') void delivery.stream.over.then(finished)
  const response = await deliver(relay, call, delivery)
  if (delivery.kind !== 'stream') {
    call.facts.ending()
    finished()
  }
  return response
}

interface Bound {
  /** The call goes there or nowhere. */
  readonly pinned?: RelayChannel | undefined
  /** The call goes there first. */
  readonly wished?: RelayChannel | undefined
}

/** Where a call has to go that names what is kept somewhere; `named` is what its key says. */
async function boundTo(relay: Relay, call: Call, named: RelayChannel | undefined): Promise<Bound> {
  const { group, query, user } = call.facts
  const isServed = (channel: RelayChannel) =>
    facing(channel, call) !== undefined &&
    servesModel(relay.directory, channel, { group, ...query })
  const able = named ?? nextChannel(relay.route, call, 0)
  const isAble = able !== undefined && facing(able, call) !== undefined
  if (!isAble && query.needs?.length) throw notOffered(call)
  const home = await homeOf(relay, user.id, query.refs ?? [])
  if (home === undefined) return { pinned: named }
  const { channel, isLoose } = home
  if (isLoose) {
    const isAwake = relay.route.health.restsUntil(channel, query.model) === 0
    return { pinned: named, ...(isAwake && isServed(channel) && { wished: channel }) }
  }
  if (named !== undefined && named.id !== channel.id) {
    const id = query.refs?.[0]?.id ?? ''
    throw new GatewayError('owned.apart', { id, other: `channel ${named.id}` })
  }
  if (named === undefined && !isServed(channel)) throw notOffered(call)
  return { pinned: channel }
}

interface First {
  readonly first: RelayChannel
  readonly isPinned: boolean
}

/** At most RetryTimes + 1 channels, none twice, and only until an answer has content. */
async function attemptChannels(
  relay: Relay,
  call: Call,
  { first, isPinned }: First,
): Promise<Delivery> {
  const { retryTimes } = relay.directory.settings()
  let next: RelayChannel | undefined = first
  for (let round = 0; ; round += 1) {
    const channel = asked(relay.route, call, next)
    const beganMs = monotonicMs(relay.clock)
    try {
      const delivery = await attemptOne(relay, call, channel)
      call.headers = undefined
      tellAttempt(relay, call, { channel, beganMs, error: undefined })
      return delivery
    } catch (error) {
      if (!(error instanceof GatewayError) || isOurEnd(call, error)) throw error
      call.noteFailed(channel, error, [beganMs, monotonicMs(relay.clock)])
      tellAttempt(relay, call, { channel, beganMs, error })
      if (hasTriedItsOwn(channel, error)) {
        call.exhausted ??= new Set()
        call.exhausted.add(channel.baseUrl)
      }
      const isLast =
        isPinned || !canRepeat(call) || round >= retryTimes || call.facts.signal.aborted
      const canRetry =
        !isLast &&
        mayRetry(error, dialectOf(channel)?.blamesRequests === true) &&
        !isSpentOnTries(relay.route, call)
      const other = () => nextTry(relay, call, { channel, error, round })
      next = canRetry ? await moveToNext(relay, call, other) : undefined
      if (next === undefined) {
        throw withPromptTokens(withEarliestWait(error, triedBy(relay, call)), call)
      }
    }
  }
}

/** Clients that are told by how much a prompt is too long can shorten it. */
function withPromptTokens(error: GatewayError, { promptTokens }: Call): GatewayError {
  const isMeant = error instanceof UpstreamError && error.kind === 'context_too_long'
  return isMeant ? error.with({ promptTokens }) : error
}

function triedBy({ clock }: Relay, call: Call) {
  const sinceMs = monotonicMs(clock) - call.facts.beganMs
  return { tries: call.failed ?? [], sinceMs, nowMs: clock.nowMs() }
}

interface Failed {
  readonly channel: RelayChannel
  readonly error: GatewayError
  readonly round: number
}

/** Another key or channel of the model; the last try is kept for a model in its place. */
async function nextTry(
  relay: Relay,
  call: Call,
  { channel, error, round }: Failed,
): Promise<RelayChannel | undefined> {
  const { retryTimes } = relay.directory.settings()
  const nowMs = relay.clock.nowMs()
  const other = () => afterFailure(relay.route, call, { channel, error, round, nowMs })
  if (!hasFallback(relay.route, call)) return other()
  const isLast = round + 1 >= retryTimes && call.fallbackOf === undefined
  return isLast
    ? ((await fallBack(relay, call)) ?? other())
    : (other() ?? (await fallBack(relay, call)))
}

/** A form of which some has gone by cannot be sent again. */
function canRepeat({ facts }: Call): boolean {
  return facts.query.form?.canRepeat !== false
}

const OUR_ENDS: ReadonlySet<string> = new Set(['request.aborted', 'overloaded', 'limit.body_bytes'])

/**
 * No fault of the channel: the client left or sends what is no request, we are stopping, or we
 * have no room for a connection or for what is to be sent.
 */
function isOurEnd(call: Call, error: GatewayError): boolean {
  if (call.facts.query.form?.failure === error) return true
  return OUR_ENDS.has(error.id) || call.ended !== undefined
}

/** Where an address lacks the client's own face, it is asked by its usual one at once. */
async function attemptOne(relay: Relay, call: Call, channel: RelayChannel): Promise<Delivery> {
  const face = facing(channel, call)
  if (face === undefined) throw notOffered(call)
  if (face.channel === channel) return await attemptAt(relay, call, face)
  try {
    return await attemptAt(relay, call, face)
  } catch (error) {
    const isLacking = lacksFace(error) && canRepeat(call)
    const usual = isLacking ? usualFace(channel, call) : undefined
    if (usual === undefined || usual.channel === face.channel) throw error
    const delivery = await attemptAt(relay, call, usual)
    forgetFaces(channel)
    return delivery
  }
}

/** Again at once, where the upstream refuses something that the chat can do without. */
async function attemptAt(relay: Relay, call: Call, face: Facing): Promise<Delivery> {
  for (;;) {
    try {
      return await attemptOnce(relay, call, face)
    } catch (error) {
      if (!concede(face, call, error)) throw error
    }
  }
}

async function attemptOnce(relay: Relay, call: Call, face: Facing): Promise<Delivery> {
  const { channel } = face
  call.begin(channel)
  const encoded = encodeAttempt(relay, call, face)
  const encoding = encoded instanceof Promise ? await encoded : encoded
  const isKept = isKeptHere(relay.directory, call, encoding)
  const isStored = isKept || call.facts.query.continues?.conversationId !== undefined
  call.stored = isStored ? new StoredAnswer(relay, call, isKept) : undefined
  call.losses = toldLosses(call.stored?.losses(encoding.losses) ?? encoding.losses, channel)
  call.effortInName = encoding.dialect.effortInName?.(encoding.upstreamCall)
  call.kept = keptThing(relay, call, encoding)
  return await attempt(new TryPorts(relay, call, encoding), call, encoding)
}
