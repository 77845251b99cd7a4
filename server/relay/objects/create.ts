/** Makes something at a channel's account, and writes down whose it is before its id is told. */
import type { Readable } from 'node:stream'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OwnedJob } from '../../domain/objects/job'
import { OWNED_FAMILY_ROWS } from '../../domain/objects/objects'
import { CHANNEL_STATUS } from '../../domain/status'
import type { Look } from '../call/bodies/look'
import { expiryIn, familyOfKind, idIn, madeBeside, ownedRow } from '../call/kept/rows'
import { homeOf } from '../call/route/home'
import { parseObject } from '../formats/dialects/json-fields'
import type { OwnedRow, RelayChannel } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import { streamedBody } from './body'
import { collected, forward, MAX_OBJECT_BYTES } from './forward'
import { type JobOrder, openJob, orderOf, releaseJob } from './job-order'
import { keyForOwner } from './owner-key'
import {
  bodyHeadersOf,
  notOffered,
  type OwnedRelay,
  type OwnedVisit,
  placeOf,
  responseOf,
  tailOf,
} from './visit'

interface Sent {
  readonly body: Uint8Array | Readable
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` for bodies that pass unread. */
  readonly look: Look | undefined
}

export async function createOwned(ports: OwnedRelay, visit: OwnedVisit): Promise<Response> {
  const { relay, poller } = ports
  const isRead = visit.route.body === 'json'
  const read = isRead ? await readJson(ports, visit) : undefined
  const channel = await channelFor(ports, visit, read?.look)
  // Opened only now: a client that is refused before this need not send its body.
  const sent: Sent = read ?? { ...(await streamedBody(visit)), look: undefined }
  const { job: kind } = OWNED_FAMILY_ROWS[visit.route.family]
  if (kind === undefined || sent.look === undefined)
    return (await make(ports, visit, { channel, sent })).response
  const order = await orderOf(relay, visit, { kind, channel, look: sent.look })
  await openJob(relay, visit, order)
  const made = await make(ports, visit, { channel, sent, order }).catch(async (cause: unknown) => {
    const error =
      cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
    await releaseJob(relay, visit, { order, channel, error })
    throw error
  })
  // What is paid for when it is made has ended by now.
  await poller.settleIfOver({ row: made.row, job: order.job, channel }, made.object)
  return made.response
}

async function readJson({ relay }: OwnedRelay, visit: OwnedVisit): Promise<Sent> {
  const { caller, route, hold } = visit
  const bytes = await visit.readBody(hold)
  const { sensitiveWords } = relay.directory.settings()
  // A conversation may begin with nothing at all.
  const isEmpty = bytes.length === 0 && OWNED_FAMILY_ROWS[route.family].job === undefined
  const order = {
    family: route.family,
    named: visit.tail.slice(1),
    nowMs: visit.startedAtMs,
    words: sensitiveWords?.list,
  }
  const body = isEmpty ? Buffer.from('{}') : bytes
  const look = await relay.bodies.look(body, order, caller.user.id)
  if (look.isBlocked) throw new GatewayError('request.sensitive_words')
  const { 'content-type': type = 'application/json' } = bodyHeadersOf(visit)
  return { body, headers: { 'content-type': type }, look }
}

/**
 * Where the things are that it is made of; else the channel that is named; else the first of the
 * group that has such things, so that what one user makes is at one account: with the same key.
 */
export async function channelFor(
  { relay }: OwnedRelay,
  visit: OwnedVisit,
  look: Look | undefined,
): Promise<RelayChannel> {
  const { directory } = relay
  const { route, caller, pin } = visit
  const has = ({ type }: RelayChannel) => type.keeps[route.family] !== undefined
  const refs = [...(look?.refs ?? []), ...(look?.batch?.refs ?? [])]
  const home = await homeOf(relay, caller.user.id, refs)
  const named = pin === undefined ? undefined : namedChannel(visit, directory.channel(Number(pin)))
  if (home !== undefined && named !== undefined && home.channel.id !== named.id) {
    const id = refs[0]?.id ?? ''
    throw new GatewayError('owned.apart', { id, other: `channel ${named.id}` })
  }
  const model = look?.batch?.model
  const found = home?.channel ?? named ?? firstOf(relay, visit, { model, has })
  if (found === undefined || !has(found)) throw notOffered(visit)
  return home === undefined ? await keyForOwner(relay, visit, found) : found
}

function namedChannel({ pin = '' }: OwnedVisit, channel: RelayChannel | undefined): RelayChannel {
  if (channel === undefined) throw new GatewayError('channel.pin_invalid', { pin })
  if (channel.status === CHANNEL_STATUS.enabled) return channel
  throw new GatewayError('channel.disabled', { id: channel.id })
}

interface Wanted {
  /** A model that the channel must serve; `undefined` when any channel will do. */
  readonly model: string | undefined
  readonly has: (channel: RelayChannel) => boolean
}

/** The highest priority first, then the oldest: always the same while it is there. */
function firstOf(
  { directory }: OwnedRelay['relay'],
  { group }: OwnedVisit,
  { model, has }: Wanted,
): RelayChannel | undefined {
  const models = model === undefined ? directory.models(group) : [model]
  let best: RelayChannel | undefined
  for (const name of models) {
    for (const { channels } of directory.abilities(group, name)) {
      for (const channel of channels) {
        if (channel !== best && has(channel) && isBefore(channel, best)) best = channel
      }
    }
  }
  return best
}

function isBefore(channel: RelayChannel, best: RelayChannel | undefined): boolean {
  if (best === undefined || channel.priority > best.priority) return true
  return channel.priority === best.priority && channel.id < best.id
}

interface Making {
  readonly channel: RelayChannel
  readonly sent: Sent
  readonly order?: JobOrder
}

interface Made {
  readonly response: Response
  readonly row: OwnedRow
  readonly object: JsonObject
}

async function make(
  { relay }: OwnedRelay,
  visit: OwnedVisit,
  { channel, sent, order }: Making,
): Promise<Made> {
  const { family } = visit.route
  const { kind, tellsExpiry } = OWNED_FAMILY_ROWS[family]
  const answer = await forward(relay, {
    channel,
    family,
    method: 'POST',
    tail: tailOf(visit),
    body: sent.body,
    bodyHeaders: sent.headers,
    clientHeaders: visit.vendorHeaders,
  })
  const bytes = await collected(answer, MAX_OBJECT_BYTES)
  const object = parseObject(bytes.toString())
  const id = object && idIn(object, familyOfKind(kind))
  if (object === undefined || id === undefined) throw new GatewayError('upstream.invalid_answer')
  const place = placeOf(relay, visit, channel)
  const expiresAtMs = tellsExpiry ? expiryIn(object) : undefined
  const job: OwnedJob | undefined = order?.job
  const row = ownedRow(place, { id, kind, ...(expiresAtMs !== undefined && { expiresAtMs }) }, job)
  await relay.owned.keep([row, ...madeBeside(place, family, object)])
  return { response: responseOf(visit, answer, bytes), row, object }
}
