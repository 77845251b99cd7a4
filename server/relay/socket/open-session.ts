/** Who may open a realtime socket, and the upstream that it leads to. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { monotonicMs } from '../../domain/time-source'
import { checkModel } from '../call/authorize'
import { Call, type CallFacts } from '../call/call'
import { tellAttempt } from '../call/call-events'
import { type Facing, facing } from '../call/facing'
import { identify, languageOf, priceOf, type RelayInput, type Visit } from '../call/open-call'
import { pinnedChannel } from '../call/pick'
import type { Query } from '../call/query'
import { noteRefusal } from '../call/refusal'
import { exchange } from '../lookup/exchange'
import { failuresOf } from '../net/upstream-failure'
import type { SocketRequest } from '../net/upstream-socket'
import type { RelayChannel } from '../ports'
import type { Relay } from '../relay'
import { afterFailure, asked, nextChannel } from '../route/next-channel'
import { ResponseBills } from './response-bills'
import { SocketSession } from './session'
import { TranscriptionBills } from './transcription-bills'

export interface SocketInput extends RelayInput {
  /** Of each bill on the socket. */
  readonly nextRequestId: () => string
  /** Subprotocols that the client names, its key aside. */
  readonly protocols: readonly string[]
}

const MOST_MODEL_CHARACTERS = 255

/** Resolves when the upstream's end is open. Throws what refuses a call. */
export async function openSession(relay: Relay, input: SocketInput): Promise<SocketSession> {
  const visit = await identify(relay, input)
  try {
    const { requestLimit } = relay.directory.settings()
    if (requestLimit === undefined) return await openAdmitted(relay, input, visit)
    const admission = await relay.limits.admit(visit.user.id, requestLimit, visit.beganMs)
    try {
      const session = await openAdmitted(relay, input, visit)
      admission.succeeded(monotonicMs(relay.clock))
      return session
    } catch (error) {
      admission.failed()
      throw error
    }
  } catch (error) {
    noteRefusal(relay.events, { input, visit, error })
    throw error
  } finally {
    visit.hold.release()
  }
}

async function openAdmitted(relay: Relay, input: SocketInput, visit: Visit) {
  const { pathModel: model, operation } = input
  const { user, token, pin } = visit
  if (model === '' || model.length > MOST_MODEL_CHARACTERS) {
    throw new GatewayError('request.model_missing')
  }
  if (token !== undefined && pin === undefined) checkModel({ token, user }, model)
  const price = priceOf(relay, visit, { model, operation })
  const facts: CallFacts = {
    ...visit,
    requestId: input.requestId,
    protocol: input.protocol,
    operation,
    query: queryOf(model),
    price,
    passesThrough: true,
    vendorHeaders: {},
    signal: input.signal,
    ending: input.ending,
    language: languageOf(relay, input),
  }
  const call = new Call(facts, relay.bodies)
  const first =
    pin === undefined ? nextChannel(relay.route, call, 0) : pinnedChannel(relay.directory, pin)
  if (first === undefined || facing(first, call) === undefined) {
    throw new GatewayError('model.not_offered', { model })
  }
  relay.events.started.tell(call, undefined)
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
  const { retryTimes } = relay.directory.settings()
  let next: RelayChannel | undefined = first
  for (let round = 0; ; round += 1) {
    const channel = asked(relay.route, call, next)
    const beganMs = monotonicMs(relay.clock)
    try {
      const session = await sessionAt(relay, input, { call, channel })
      tellAttempt(relay, call, { channel, beganMs, error: undefined })
      return session
    } catch (error) {
      if (!(error instanceof GatewayError) || !error.id.startsWith('upstream.')) throw error
      tellAttempt(relay, call, { channel, beganMs, error })
      const isLast = isPinned || round >= retryTimes || call.facts.signal.aborted
      const nowMs = relay.clock.nowMs()
      next = isLast ? undefined : afterFailure(relay.route, call, { channel, error, round, nowMs })
      if (next === undefined) throw error
    }
  }
}

interface Opened {
  readonly call: Call
  readonly channel: RelayChannel
}

async function sessionAt(relay: Relay, input: SocketInput, { call, channel }: Opened) {
  const face = facing(channel, call)
  if (face === undefined) throw new GatewayError('route.not_implemented')
  call.begin(channel)
  let session: SocketSession | undefined
  const cut = (error: unknown) => session?.fail(error)
  const { nextRequestId } = input
  const parts = { relay, facts: call.facts, channel: face.channel, nextRequestId, cut }
  const bills = await ResponseBills.open(parts)
  session = new SocketSession({ relay, call, bills, transcriptions: new TranscriptionBills(parts) })
  const opened = session
  const request = requestOf(relay, input, { call, face })
  try {
    const upstream = await relay.upstream.socket(request, {
      onMessage: (message) => opened.fromUpstream(message),
      onClose: (code, reason) => opened.upstreamClosed(code, reason),
    })
    session.reaches(upstream)
    return session
  } catch (error) {
    await session.clientLeft()
    throw await refusalOf(relay, request, { face, error })
  }
}

const MOST_REASON_BYTES = 64 * 1024
/** What a plain question for a socket may be told for being plain. */
const ABOUT_UPGRADES: ReadonlySet<number> = new Set([400, 404, 405, 426])

/** A socket that is refused does not tell why; the same address says it to a plain request. */
async function refusalOf(
  { upstream }: Pick<Relay, 'upstream'>,
  { protocols: _, ...request }: SocketRequest,
  { face, error }: { readonly face: Facing; readonly error: unknown },
): Promise<unknown> {
  if (!(error instanceof GatewayError) || error.id !== 'upstream.unreachable') return error
  try {
    const asked = { ...request, method: 'GET', body: null } as const
    const { status, text, headers } = await exchange(upstream, asked, MOST_REASON_BYTES)
    if (status < 400 || ABOUT_UPGRADES.has(status)) return error
    return failuresOf(face.channel, headers)(status, face.dialect.readError(status, text, headers))
  } catch {
    return error
  }
}

function requestOf(
  relay: Relay,
  { protocols }: SocketInput,
  { call, face }: { readonly call: Call; readonly face: Facing },
): SocketRequest {
  const { dialect, channel } = face
  const target = dialect.target({
    channel,
    operation: call.facts.operation,
    stream: true,
    requestedModel: call.facts.query.model,
    upstreamModel: call.upstreamModel,
    settings: relay.directory.vendorSettings(),
    clientHeaders: {},
    owner: `gw-${call.facts.user.id}`,
  })
  if (target === undefined) throw new GatewayError('route.not_implemented')
  const { url, headers } = target
  return { url, headers, protocols, proxy: channel.proxy, allowPrivate: channel.allowPrivate }
}
