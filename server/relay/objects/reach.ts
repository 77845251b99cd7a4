/** Reads, changes and deletes what is the caller's, at the channel that has it. */
import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import type { OwnedJob } from '../../domain/objects/job'
import { OWNED_FAMILY_ROWS } from '../../domain/objects/objects'
import { CHANNEL_STATUS } from '../../domain/status'
import type { Relay } from '../call/relay'
import { channelGone, homeOf, notFound } from '../call/route/home'
import { channelThatMade } from '../call/route/keys'
import { parseAnswer } from '../call/stream/answer'
import { keyHashOf, madeBeside, tailTo } from '../call/vendor-objects/rows'
import { parseObject } from '../formats/dialects/json-fields'
import type { OwnedRow, RelayChannel } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import { streamedBody } from './body'
import { collected, forward, MAX_OBJECT_BYTES, type OwnedAnswer } from './forward'
import { JOB_ENDS } from './job-ends'
import {
  bodyHeadersOf,
  isEventStream,
  isJson,
  type ObjectRequest,
  type OwnedRelay,
  placeOf,
  responseOf,
  tailOf,
} from './object-request'
import { eventsNamed, objectNamed, type RequestedName, requestedName } from './requested-name'
import { reachConversation } from './stored/conversations'
import { reachStored } from './stored/reach'

/** A slash, a backslash or a dot that is written as a code, or two dots as they are. */
const LEADS_OUT = /%2f|%5c|%2e|%25|\.\./i

interface Reached {
  readonly row: OwnedRow
  readonly channel: RelayChannel
}

export async function reachOwned(ports: OwnedRelay, admitted: ObjectRequest): Promise<Response> {
  const here = (await reachStored(ports, admitted)) ?? (await reachConversation(ports, admitted))
  if (here !== undefined) return here
  const reached = await reach(ports, admitted)
  if (admitted.route.act === 'delete') return await deleteOwned(ports, admitted, reached)
  const body =
    admitted.route.body === 'json' ? await checkedBody(ports, admitted, reached) : undefined
  const answer = await ask(ports, admitted, { ...reached, body })
  if (isLookedAt(admitted, reached, answer))
    return await shown(ports, admitted, { ...reached, answer })
  const name = nameOf(admitted, reached)
  const isRenamed = name !== undefined && isEventStream(answer.headers)
  return responseOf(admitted, answer, isRenamed ? eventsNamed(answer.body, name) : answer.body)
}

function nameOf({ route }: ObjectRequest, { row, channel }: Reached): RequestedName | undefined {
  return requestedName(route.family, row, channel)
}

/** Throws `owned.not_found` for what is another user's, or nobody's. */
export async function reach({ relay }: OwnedRelay, admitted: ObjectRequest): Promise<Reached> {
  const { id, route, caller } = admitted
  const { kind } = OWNED_FAMILY_ROWS[route.family]
  // What is decoded once more on its way could lead out of what is the caller's.
  const [row] = LEADS_OUT.test(admitted.tail) ? [] : await relay.owned.find(caller.user.id, [id])
  if (row?.kind !== kind) throw notFound({ id, kind, field: 'id' })
  const channel = channelThatMade(relay.directory, row)
  if (channel === undefined || channel.status !== CHANNEL_STATUS.enabled) throw channelGone(row)
  // The same path is of two vendors, whose ids look alike.
  if (channel.type.keeps[route.family] === undefined) throw notFound({ id, kind, field: 'id' })
  return { row, channel }
}

/** A changed object may name files, and whose they are has to be known. */
async function checkedBody(
  { relay }: OwnedRelay,
  admitted: ObjectRequest,
  { channel }: Reached,
): Promise<Uint8Array> {
  const { caller, route, hold } = admitted
  const bytes = await admitted.readBody(hold)
  if (bytes.length === 0) return bytes
  const words = relay.directory.settings().sensitiveWords?.list
  const { family } = route
  const order = { family, named: undefined, nowMs: admitted.startedAtMs, words }
  const { refs, isBlocked } = await relay.bodies.look(bytes, order, caller.user.id)
  if (isBlocked) throw new GatewayError('request.sensitive_words')
  const home = await homeOf(relay, caller.user.id, refs)
  if (home !== undefined && home.channel.id !== channel.id) {
    throw new GatewayError('owned.apart', { id: admitted.id, other: refs[0]?.id ?? '' })
  }
  return bytes
}

interface ReachedWith extends Reached {
  readonly body?: Uint8Array | undefined
}

export async function ask(
  { relay }: OwnedRelay,
  admitted: ObjectRequest,
  { row, channel, body }: ReachedWith,
): Promise<OwnedAnswer> {
  const { route, vendorHeaders: clientHeaders } = admitted
  const { family, method } = route
  const streamed = route.body === 'bytes' ? await streamedBody(admitted) : undefined
  try {
    return await forward(relay, {
      channel,
      family,
      method,
      tail: tailOf(admitted),
      body: streamed?.body ?? (body !== undefined && body.length > 0 ? body : null),
      bodyHeaders: streamed?.headers ?? (body?.length ? jsonHeaders(admitted) : {}),
      clientHeaders,
    })
  } catch (error) {
    const isUnknown = error instanceof UpstreamError && error.upstreamStatus === 404
    if (!isUnknown || row.keyHash === keyHashOf(channel)) throw error
    throw new GatewayError('owned.key_changed', { id: row.id, channel: channel.id })
  }
}

function jsonHeaders(admitted: ObjectRequest): Record<string, string> {
  const { 'content-type': type = 'application/json' } = bodyHeadersOf(admitted)
  return { 'content-type': type }
}

/** Objects that report an end, or what was made in addition; contents just pass. */
function isLookedAt({ route, id, tail }: ObjectRequest, { row }: Reached, answer: OwnedAnswer) {
  if (!isJson(answer.headers)) return false
  const isWhole = decodeURIComponent(tail) === decodeURIComponent(tailTo(route.family, id))
  const isObject = isWhole || route.act === 'change'
  const makes = Object.keys(OWNED_FAMILY_ROWS[route.family].makes).length > 0
  return isObject && (row.job !== undefined || row.model !== undefined || makes)
}

interface Shown extends Reached {
  readonly answer: OwnedAnswer
}

async function shown(
  ports: OwnedRelay,
  admitted: ObjectRequest,
  { row, channel, answer }: Shown,
): Promise<Response> {
  const { relay } = ports
  const { family } = admitted.route
  const bytes = await collected(answer, MAX_OBJECT_BYTES)
  const object = parseObject(bytes.toString())
  if (object !== undefined) {
    await relay.owned.keep(madeBeside(placeOf(relay, admitted, channel), family, object))
    const { job } = row
    if (job !== undefined) await settled(ports, { row, job, channel }, object)
  }
  const name = nameOf(admitted, { row, channel })
  return responseOf(admitted, answer, name === undefined ? bytes : objectNamed(bytes, name))
}

/** Before the client has its answer; where answers must be counted first, it need not wait. */
async function settled(
  { poller }: OwnedRelay,
  open: Reached & { readonly job: OwnedJob },
  object: Parameters<typeof poller.settleIfOver>[1],
): Promise<void> {
  const settling = poller.settleIfOver(open, object)
  if (JOB_ENDS[open.job.kind].results === undefined) await settling
  // The poller's next turn meets the same failure, and logs it.
  else settling.catch(() => {})
}

/** As its upstream reports it now. */
export async function objectAt(
  relay: Relay,
  { route: { family }, vendorHeaders: clientHeaders }: ObjectRequest,
  { row, channel }: Reached,
): Promise<JsonObject> {
  const none = { body: null, bodyHeaders: {}, clientHeaders }
  const tail = tailTo(family, row.id)
  const answer = await forward(relay, { channel, family, method: 'GET', tail, ...none })
  return parseAnswer((await collected(answer, MAX_OBJECT_BYTES)).toString())
}

/** Work that is not billed yet is not taken out of sight. */
async function deleteOwned(
  ports: OwnedRelay,
  admitted: ObjectRequest,
  reached: Reached,
): Promise<Response> {
  const { relay, poller } = ports
  const { row, channel } = reached
  const { job } = row
  if (job !== undefined) {
    const object = await objectAt(relay, admitted, reached)
    if (!JOB_ENDS[job.kind].isOver(object)) {
      throw new GatewayError('owned.job_running', { id: row.id })
    }
    await poller.settleIfOver({ row, job, channel }, object)
  }
  const answer = await ask(ports, admitted, reached)
  const bytes = await collected(answer, MAX_OBJECT_BYTES)
  await relay.owned.forget(row)
  return responseOf(admitted, answer, bytes)
}
