/** Makes something at a channel's account, and writes down whose it is before its id is sent. */
import type { Readable } from 'node:stream'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OwnedJob } from '../../domain/objects/job'
import { OWNED_FAMILY_ROWS } from '../../domain/objects/objects'
import { CHANNEL_STATUS } from '../../domain/status'
import type { Look } from '../call/bodies/look'
import { homeOf } from '../call/route/home'
import { expiryIn, familyOfKind, idIn, madeBeside, ownedRow } from '../call/vendor-objects/rows'
import { parseObject } from '../formats/dialects/json-fields'
import type { OwnedRow, RelayChannel } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import { streamedBody } from './body'
import { collected, forward, MAX_OBJECT_BYTES } from './forward'
import { type JobOrder, openJob, orderOf, releaseJob } from './job-order'
import {
  bodyHeadersOf,
  notOffered,
  type ObjectRequest,
  type OwnedRelay,
  placeOf,
  responseOf,
  tailOf,
} from './object-request'
import { keyForOwner } from './owner-key'

interface Sent {
  readonly body: Uint8Array | Readable
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` for bodies that pass unread. */
  readonly look: Look | undefined
}

export async function createOwned(ports: OwnedRelay, admitted: ObjectRequest): Promise<Response> {
  const { relay, poller } = ports
  const isRead = admitted.route.body === 'json'
  const read = isRead ? await readJson(ports, admitted) : undefined
  const channel = await channelFor(ports, admitted, read?.look)
  // Opened only now: a client that is refused before this need not send its body.
  const sent: Sent = read ?? { ...(await streamedBody(admitted)), look: undefined }
  const { job: kind } = OWNED_FAMILY_ROWS[admitted.route.family]
  if (kind === undefined || sent.look === undefined)
    return (await make(ports, admitted, { channel, sent })).response
  const order = await orderOf(relay, admitted, { kind, channel, look: sent.look })
  await openJob(relay, admitted, order)
  const made = await make(ports, admitted, { channel, sent, order }).catch(
    async (cause: unknown) => {
      const error =
        cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
      await releaseJob(relay, admitted, { order, channel, error })
      throw error
    },
  )
  // What is paid for when it is made has ended by now.
  await poller.settleIfOver({ row: made.row, job: order.job, channel }, made.object)
  return made.response
}

async function readJson({ relay }: OwnedRelay, admitted: ObjectRequest): Promise<Sent> {
  const { caller, route, hold } = admitted
  const bytes = await admitted.readBody(hold)
  const { sensitiveWords } = relay.directory.settings()
  // A conversation may begin with nothing at all.
  const isEmpty = bytes.length === 0 && OWNED_FAMILY_ROWS[route.family].job === undefined
  const order = {
    family: route.family,
    named: admitted.tail.slice(1),
    nowMs: admitted.startedAtMs,
    words: sensitiveWords?.list,
  }
  const body = isEmpty ? Buffer.from('{}') : bytes
  const look = await relay.bodies.look(body, order, caller.user.id)
  if (look.isBlocked) throw new GatewayError('request.sensitive_words')
  const { 'content-type': type = 'application/json' } = bodyHeadersOf(admitted)
  return { body, headers: { 'content-type': type }, look }
}

/**
 * Where the things are that it is made of; else the channel that is named; else the first of the
 * group that has such things, so that what one user makes is at one account: with the same key.
 */
export async function channelFor(
  { relay }: OwnedRelay,
  admitted: ObjectRequest,
  look: Look | undefined,
): Promise<RelayChannel> {
  const { directory } = relay
  const { route, caller, pin } = admitted
  const has = ({ type }: RelayChannel) => type.keeps[route.family] !== undefined
  const refs = [...(look?.refs ?? []), ...(look?.batch?.refs ?? [])]
  const home = await homeOf(relay, caller.user.id, refs)
  const named =
    pin === undefined ? undefined : namedChannel(admitted, directory.channel(Number(pin)))
  if (home !== undefined && named !== undefined && home.channel.id !== named.id) {
    const id = refs[0]?.id ?? ''
    throw new GatewayError('owned.apart', { id, other: `channel ${named.id}` })
  }
  const model = look?.batch?.model
  const found = home?.channel ?? named ?? firstOf(relay, admitted, { model, has })
  if (found === undefined || !has(found)) throw notOffered(admitted)
  return home === undefined ? await keyForOwner(relay, admitted, found) : found
}

function namedChannel(
  { pin = '' }: ObjectRequest,
  channel: RelayChannel | undefined,
): RelayChannel {
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
  { group }: ObjectRequest,
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
  admitted: ObjectRequest,
  { channel, sent, order }: Making,
): Promise<Made> {
  const { family } = admitted.route
  const { kind, reportsExpiry } = OWNED_FAMILY_ROWS[family]
  const answer = await forward(relay, {
    channel,
    family,
    method: 'POST',
    tail: tailOf(admitted),
    body: sent.body,
    bodyHeaders: sent.headers,
    clientHeaders: admitted.vendorHeaders,
  })
  const bytes = await collected(answer, MAX_OBJECT_BYTES)
  const object = parseObject(bytes.toString())
  const id = object && idIn(object, familyOfKind(kind))
  if (object === undefined || id === undefined) throw new GatewayError('upstream.invalid_answer')
  const place = placeOf(relay, admitted, channel)
  const expiresAtMs = reportsExpiry ? expiryIn(object) : undefined
  const job: OwnedJob | undefined = order?.job
  const row = ownedRow(place, { id, kind, ...(expiresAtMs !== undefined && { expiresAtMs }) }, job)
  await relay.owned.keep([row, ...madeBeside(place, family, object)])
  return { response: responseOf(admitted, answer, bytes), row, object }
}
