/**
 * The pipeline: authorise, limit, price, pick, reserve, attempt, deliver, settle. Everything
 * that can refuse a call does so before money moves; everything after the reservation ends in
 * exactly one settlement.
 */

import { GatewayError } from '../../domain/errors/gateway-error'
import { monotonicMs } from '../../domain/time-source'
import { OPERATION_ROWS } from '../formats/operations'
import type { RelayChannel } from '../ports/ports'
import type { RequestLimit } from '../ports/request-limits'
import type { AdmittedRequest } from './admission/admitted-request'
import { attemptChannels, type First } from './attempt-channels'
import { reserveAt } from './billing/channel-holds'
import { countTokens } from './billing/count-call'
import type { Call } from './call'
import { apiFor } from './channel/channel-api'
import { notOffered } from './channel/not-offered'
import { pinnedChannel } from './channel/pick'
import { deliver, endWithout } from './deliver'
import { responseInTime } from './early-response'
import { identify, openCall, type RelayInput } from './open-call'
import { noteRefusal } from './refusal'
import type { Relay } from './relay'
import { homeOf, servesModel } from './route/home'
import { firstChannel } from './route/input-limit'
import { nextChannel } from './route/next-channel'
import { answerInBackground } from './stored/run-call'

/** Answers the client, or throws the `GatewayError` that the edge renders. */
export async function relayCall(relay: Relay, input: RelayInput): Promise<Response> {
  const admitted = await identify(relay, input)
  try {
    return await answerAdmitted(relay, input, admitted)
  } catch (error) {
    admitted.hold.release()
    noteRefusal(relay.events, { input, admitted, error })
    throw error
  }
}

/** Without a limit there is nothing to wait for around the call. */
function answerAdmitted(
  relay: Relay,
  input: RelayInput,
  admitted: AdmittedRequest,
): Promise<Response> {
  const { requestLimit } = relay.directory.settings()
  if (requestLimit === undefined) return answerOnce(relay, input, admitted)
  return answerCounted(relay, input, { admitted, requestLimit })
}

interface Counted {
  readonly admitted: AdmittedRequest
  readonly requestLimit: RequestLimit
}

async function answerCounted(
  relay: Relay,
  input: RelayInput,
  { admitted, requestLimit }: Counted,
): Promise<Response> {
  const admission = await relay.limits.admit(admitted.user.id, requestLimit, admitted.beganMs)
  try {
    const response = await answerOnce(relay, input, admitted)
    admission.succeeded(monotonicMs(relay.clock))
    return response
  } catch (error) {
    admission.failed()
    throw error
  }
}

async function answerOnce(
  relay: Relay,
  input: RelayInput,
  admitted: AdmittedRequest,
): Promise<Response> {
  const call = await openCall(relay, input, admitted)
  if (call.facts.query.background === undefined) {
    return await answerOpened(relay, call, { input, admitted })
  }
  const run = (onHeld: () => Promise<void>) =>
    answerOpened(relay, call, { input, admitted, onHeld })
  return await answerInBackground(relay, call, run)
}

interface Opened {
  readonly input: RelayInput
  readonly admitted: AdmittedRequest
  /** Waited for before an upstream is called; nobody waits for signs of life then. */
  readonly onHeld?: () => Promise<void>
}

async function answerOpened(
  relay: Relay,
  call: Call,
  { input, admitted, onHeld }: Opened,
): Promise<Response> {
  if (relay.directory.settings().routing?.keepsConversations) {
    call.affinity = 'not-looked-up'
    call.headers = input.headers
  }
  const { refs, needs } = call.facts.query
  const { pin } = admitted
  const named = pin === undefined ? undefined : pinnedChannel(relay.directory, pin)
  const isBound = (refs?.length ?? 0) + (needs?.length ?? 0) > 0
  const { pinned, requested } = isBound ? await boundTo(relay, call, named) : { pinned: named }
  const first = pinned ?? requested ?? (await firstChannel(relay.route, call))
  if (OPERATION_ROWS[input.operation].isFree) {
    const counted = await countTokens(relay, call, first).finally(() => admitted.hold.release())
    input.ending()
    return counted
  }
  if (first === undefined || apiFor(first, call) === undefined) {
    throw notOffered(call)
  }
  const ended = relay.begin(call)
  relay.events.started.emit(call, undefined)
  const finished = () => {
    admitted.hold.release()
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
  readonly requested?: RelayChannel | undefined
}

/** Where a call has to go that names what is stored somewhere; `named` is what its key says. */
async function boundTo(relay: Relay, call: Call, named: RelayChannel | undefined): Promise<Bound> {
  const { group, query, user } = call.facts
  const isServed = (channel: RelayChannel) =>
    apiFor(channel, call) !== undefined &&
    servesModel(relay.directory, channel, { group, ...query })
  const able = named ?? nextChannel(relay.route, call, 0)
  const isAble = able !== undefined && apiFor(able, call) !== undefined
  if (!isAble && query.needs?.length) throw notOffered(call)
  const home = await homeOf(relay, user.id, query.refs ?? [])
  if (home === undefined) return { pinned: named }
  const { channel, isLoose } = home
  if (isLoose) {
    const isAwake = relay.route.health.restsUntil(channel, query.model) === 0
    return { pinned: named, ...(isAwake && isServed(channel) && { requested: channel }) }
  }
  if (named !== undefined && named.id !== channel.id) {
    const id = query.refs?.[0]?.id ?? ''
    throw new GatewayError('owned.apart', { id, other: `channel ${named.id}` })
  }
  if (named === undefined && !isServed(channel)) throw notOffered(call)
  return { pinned: channel }
}
