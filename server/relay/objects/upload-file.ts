/** Uploads as Google has them: in parts to an address of their own, or whole with the request. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { CHANNEL_STATUS } from '../../domain/status'
import { channelGone } from '../call/route/home'
import { channelThatMade } from '../call/route/keys'
import { keyHashOf, madeBeside } from '../call/vendor-objects/rows'
import { parseObject } from '../formats/dialects/json-fields'
import type { RelayChannel } from '../ports/ports'
import { bodyIfAny } from './body'
import { channelFor } from './create'
import { collected, forward, MAX_OBJECT_BYTES, type OwnedAnswer } from './forward'
import {
  type ObjectRequest,
  type OwnedRelay,
  picked,
  placeOf,
  responseOf,
  tailOf,
} from './object-request'
import { type UploadSession, uploadAddress } from './upload-session'

/** Google's limit of one file. */
const MAX_FILE_MB = 2_048

/** Headers by which clients steer an upload. */
const STEERING = [
  'x-goog-upload-protocol',
  'x-goog-upload-command',
  'x-goog-upload-offset',
  'x-goog-upload-file-name',
  'x-goog-upload-header-content-length',
  'x-goog-upload-header-content-type',
] as const

/** Headers by which the vendor reports how an upload stands. */
const STANDING = [
  'x-goog-upload-status',
  'x-goog-upload-size-received',
  'x-goog-upload-chunk-granularity',
] as const
const ADDRESS = 'x-goog-upload-url'

export async function uploadFile(ports: OwnedRelay, admitted: ObjectRequest): Promise<Response> {
  const { upload } = admitted
  const channel =
    upload === undefined ? await channelFor(ports, admitted, undefined) : channelOf(ports, upload)
  // A question how an upload stands has no body.
  const { body, headers } = await bodyIfAny(admitted, MAX_FILE_MB)
  const answer = await forward(ports.relay, {
    channel,
    family: admitted.route.family,
    method: 'POST',
    tail: upload === undefined ? tailOf(admitted) : `?${upload.query}`,
    body,
    bodyHeaders: { ...headers, ...picked(admitted.headers, STEERING) },
    clientHeaders: admitted.vendorHeaders,
  })
  return await answered(ports, admitted, { channel, answer })
}

/** Where the upload was begun. Throws `owned.channel_gone`. */
function channelOf({ relay }: OwnedRelay, upload: UploadSession): RelayChannel {
  const channel = channelThatMade(relay.directory, upload)
  if (channel?.status === CHANNEL_STATUS.enabled && keyHashOf(channel) === upload.keyHash) {
    return channel
  }
  throw channelGone({ id: 'upload', channelId: upload.channelId })
}

interface Answered {
  readonly channel: RelayChannel
  readonly answer: OwnedAnswer
}

async function answered(
  { relay, uploads }: OwnedRelay,
  admitted: ObjectRequest,
  { channel, answer }: Answered,
): Promise<Response> {
  const { route, origin, credential } = admitted
  const bytes = await collected(answer, MAX_OBJECT_BYTES)
  const place = placeOf(relay, admitted, channel)
  const object = parseObject(bytes.toString())
  if (object !== undefined) await relay.owned.keep(madeBeside(place, route.family, object))
  const response = responseOf(admitted, answer, bytes)
  for (const name of STANDING) {
    const value = answer.headers[name]
    if (typeof value === 'string') response.headers.set(name, value)
  }
  const vendorUrl = answer.headers[ADDRESS]
  if (typeof vendorUrl !== 'string') return response
  if (!URL.canParse(vendorUrl)) throw new GatewayError('upstream.invalid_answer')
  const site = (relay.directory.settings().jobs.serverAddress || origin) + route.path
  const begun = { credential, channelId: channel.id, keyHash: keyHashOf(channel) }
  const { nowMs } = place
  response.headers.set(ADDRESS, uploadAddress(uploads, site, { ...begun, vendorUrl, nowMs }))
  return response
}
