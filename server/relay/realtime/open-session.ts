/** Who may open a realtime socket, and the upstream that it leads to. */

import { GatewayError } from '../../domain/errors/gateway-error'
import { monotonicMs } from '../../domain/time-source'
import type { AdmittedRequest } from '../call/admission/admitted-request'
import { checkModel } from '../call/admission/authorize'
import { isOfChannel } from '../call/billing/channel-holds'
import { Call } from '../call/call'
import { emitAttempt } from '../call/call-events'
import type { CallFacts } from '../call/call-facts'
import { apiFor } from '../call/channel/channel-api'
import type { ChannelApi } from '../call/channel/chosen-api'
import { pinnedChannel } from '../call/channel/pick'
import { identify, languageOf, priceOf, type RelayInput } from '../call/open-call'
import { conversationInHeaders } from '../call/query/conversation'
import type { Query } from '../call/query/query'
import { noteRefusal } from '../call/refusal'
import type { Relay } from '../call/relay'
import { afterFailure, markAttempted, nextChannel } from '../call/route/next-channel'
import { tracedHeaders } from '../call/traced-headers'
import { failuresOf } from '../call/upstream-failure'
import { connectionTo } from '../net/connection-to'
import type { SocketRequest } from '../net/upstream-socket'
import type { RelayChannel } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import { takePlace } from './place'
import { ResponseBills } from './response-bills'
import { SocketSession } from './session'
import { refusalOf } from './socket-refusal'
import { TranscriptionBills } from './transcription-bills'

export interface SocketInput extends RelayInput {
  /** Of each bill on the socket. */
  readonly nextRequestId: () => string
  /** Subprotocols that the client names, its key aside. */
  readonly protocols: readonly string[]
  /** What the session begins with, where whoever opens it may not say so itself. */
  readonly session?: JsonObject
}

const MOST_MODEL_CHARACTERS = 255

/** Resolves when the upstream's end is open. Throws what refuses a call. */
export async function openSession(relay: Relay, input: SocketInput): Promise<SocketSession> {
  const admitted = await identify(relay, input)
  try {
    const { requestLimit } = relay.directory.settings()
    if (requestLimit === undefined) return await openAdmitted(relay, input, admitted)
    const admission = await relay.limits.admit(admitted.user.id, requestLimit, admitted.beganMs)
    try {
      const session = await openAdmitted(relay, input, admitted)
      admission.succeeded(monotonicMs(relay.clock))
      return session
    } catch (error) {
      admission.failed()
      throw error
    }
  } catch (error) {
    noteRefusal(relay.events, { input, admitted, error })
    throw error
  } finally {
    admitted.hold.release()
  }
}

async function openAdmitted(relay: Relay, input: SocketInput, admitted: AdmittedRequest) {
  const { pathModel: model, operation } = input
  const { user, token, pin } = admitted
  if (model === '' || model.length > MOST_MODEL_CHARACTERS) {
    throw new GatewayError('request.model_missing')
  }
  if (token !== undefined && pin === undefined) checkModel({ token, user }, model)
  const price = priceOf(relay, admitted, { model, operation })
  const facts: CallFacts = {
    ...admitted,
    requestId: input.requestId,
    protocol: input.protocol,
    operation,
    query: queryOf(model),
    price,
    passesThrough: true,
    session: conversationInHeaders(input.headers)?.session ?? '',
    vendorHeaders: {},
    signal: input.signal,
    ending: input.ending,
    trace: input.trace,
    language: languageOf(relay, input),
  }
  const call = new Call(facts, relay.bodies)
  const first =
    pin === undefined ? nextChannel(relay.route, call, 0) : pinnedChannel(relay.directory, pin)
  if (first === undefined || apiFor(first, call) === undefined) {
    throw new GatewayError('model.not_offered', { model })
  }
  relay.events.started.emit(call, undefined)
  return await connect(relay, input, { call, first, isPinned: pin !== undefined })
}

/** Nothing of a socket is a body. */
function queryOf(model: string): Query {
  return {
    model,
    stream: true,
    maxTokens: undefined,
    choices: 1,
    fields: new Set(),
    mayHoldForeign: false,
    includeUsage: false,
    reasoningEffort: undefined,
    bytes: Buffer.alloc(0),
    parsed: undefined,
  }
}

interface Opening {
  readonly call: Call
  readonly first: RelayChannel
  readonly isPinned: boolean
}

/** At most RetryTimes + 1 channels, none twice. */
async function connect(relay: Relay, input: SocketInput, { call, first, isPinned }: Opening) {
  let next: RelayChannel | undefined = first
  for (let round = 0; ; ) {
    const channel = markAttempted(relay.route, call, next)
    const beganMs = monotonicMs(relay.clock)
    try {
      const session = await sessionAt(relay, input, { call, channel })
      emitAttempt(relay, call, { channel, beganMs, error: undefined })
      return session
    } catch (error) {
      if (isPinned && !isOfUpstream(error)) throw error
      next = following(relay, call, { channel, error, round, beganMs, isPinned })
      if (next === undefined) throw error
      if (isOfUpstream(error)) round += 1
    }
  }
}

interface FailedRound {
  readonly channel: RelayChannel
  readonly error: unknown
  readonly round: number
  readonly beganMs: number
  readonly isPinned: boolean
}

/** The channel to try after one that has no room, or has failed; `undefined` for the last. */
function following(
  relay: Relay,
  call: Call,
  { channel, error, round, beganMs, isPinned }: FailedRound,
): RelayChannel | undefined {
  if (isOfChannel(error)) return isPinned ? undefined : nextChannel(relay.route, call, round)
  if (!isOfUpstream(error)) return undefined
  call.noteFailed(channel, error, [beganMs, monotonicMs(relay.clock)])
  emitAttempt(relay, call, { channel, beganMs, error })
  const { retryTimes } = relay.directory.settings()
  if (isPinned || round >= retryTimes || call.facts.signal.aborted) return undefined
  return afterFailure(relay.route, call, { channel, error, round, nowMs: relay.clock.nowMs() })
}

function isOfUpstream(error: unknown): error is GatewayError {
  return error instanceof GatewayError && error.id.startsWith('upstream.')
}

interface Opened {
  readonly call: Call
  readonly channel: RelayChannel
}

async function sessionAt(relay: Relay, input: SocketInput, { call, channel }: Opened) {
  const api = apiFor(channel, call)
  if (api === undefined) throw new GatewayError('route.not_implemented')
  call.begin(channel)
  let session: SocketSession | undefined
  const cut = (error: unknown) => session?.fail(error)
  const { nextRequestId } = input
  const parts = { relay, facts: call.facts, channel: api.channel, nextRequestId, cut }
  const place = await takePlace(relay, { ...parts, callId: nextRequestId() })
  const bills = await ResponseBills.open(parts).catch(async (error: unknown) => {
    await place.leave()
    throw error
  })
  const transcriptions = new TranscriptionBills(parts)
  const failureOf = failuresOf(api.channel, undefined)
  session = new SocketSession({ relay, call, bills, transcriptions, place, failureOf })
  const opened = session
  const request = requestOf(relay, input, { call, api })
  try {
    const upstream = await relay.upstream.socket(request, {
      onMessage: (message) => opened.fromUpstream(message),
      onClose: (code, reason) => opened.upstreamClosed(code, reason),
    })
    session.reaches(upstream)
    if (input.session !== undefined) session.fromClient(beginning(input.session))
    return session
  } catch (error) {
    await session.clientLeft()
    throw await refusalOf(relay.upstream, request, { api, error })
  }
}

/** The model is what the socket was opened for. */
function beginning({ model: _, ...session }: JsonObject): string {
  return JSON.stringify({ type: 'session.update', session })
}

const OLDER_PROTOCOL = 'openai-beta.realtime-v1'
const OLDER_HEADER = { 'openai-beta': 'realtime=v1' } as const

/** The client speaks the events that were there before the ones that last. */
function speaksOlder({ protocols, headers }: SocketInput): boolean {
  const header = headers.get('openai-beta') ?? ''
  return protocols.includes(OLDER_PROTOCOL) || header.includes(OLDER_HEADER['openai-beta'])
}

/** The channel as a socket of the older events meets it. */
function olderOf(channel: RelayChannel): RelayChannel {
  const { type } = channel
  if (type.olderRealtime === '') return channel
  return { ...channel, type: { ...type, paths: { ...type.paths, realtime: type.olderRealtime } } }
}

function requestOf(
  relay: Relay,
  input: SocketInput,
  { call, api }: { readonly call: Call; readonly api: ChannelApi },
): SocketRequest {
  const { dialect, channel } = api
  const { protocols } = input
  const isOlder = speaksOlder(input)
  const target = dialect.target({
    channel: isOlder ? olderOf(channel) : channel,
    operation: call.facts.operation,
    stream: true,
    requestedModel: call.facts.query.model,
    upstreamModel: call.upstreamModel,
    settings: relay.directory.vendorSettings(),
    clientHeaders: {},
    owner: `gw-${call.facts.user.id}`,
  })
  if (target === undefined) throw new GatewayError('route.not_implemented')
  const { url } = target
  const own = isOlder ? { ...target.headers, ...OLDER_HEADER } : target.headers
  const headers = tracedHeaders(call, channel, { headers: own })
  return { url, headers, protocols, ...connectionTo(channel) }
}
