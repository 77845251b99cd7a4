/** Jimeng of Volcano Engine: every request is signed, and polled by the key of its kind. */
import { createHash, createHmac } from 'node:crypto'
import type { JobEvent } from '../../../domain/jobs/states'
import { placeIn } from '../../call/channel/place'
import { objectOf, textOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import { bareBase64, isDataUrl } from '../pictures'
import type { JobPlace, JobProvider, ProviderFailure, Sight, UnsignedRequest } from '../provider'
import { videoUnits } from '../video-units'

const VERSION = '2022-08-31'
const REGION = 'cn-north-1'
const SERVICE = 'cv'
const OK = 10_000
/** One frame more than the seconds have. */
const FRAMES_PER_SECOND = 24

const EVENTS: Readonly<Record<string, JobEvent>> = {
  in_queue: 'queued',
  generating: 'running',
  done: 'succeeded',
  not_found: 'lost',
  expired: 'lost',
}

export const jimeng: JobProvider<'video'> = {
  name: 'jimeng',
  actions: ['GENERATE'],
  submit: ({ upstreamModel, order }) => ({
    method: 'POST',
    path: `/?Action=CVSync2AsyncSubmitTask&Version=${VERSION}`,
    body: withoutUndefined({
      ...order.extra,
      req_key: requestKey(upstreamModel, order),
      prompt: order.prompt,
      frames: order.seconds === undefined ? undefined : order.seconds * FRAMES_PER_SECOND + 1,
      aspect_ratio: order.ratio || undefined,
      seed: order.seed,
      ...picturesOf(order),
    }),
  }),
  accepted: (answer, { upstreamModel, order }) => {
    const id = textOf(objectOf(answer.data)?.task_id)
    return id === undefined
      ? undefined
      : { id, keep: { req_key: requestKey(upstreamModel, order) } }
  },
  measure: (order) => videoUnits(order, { seconds: 5, size: '' }),
  poll: {
    kind: 'one',
    ask: ({ asked, upstreamId }) => ({
      method: 'POST',
      path: `/?Action=CVSync2AsyncGetResult&Version=${VERSION}`,
      body: { req_key: asked.req_key, task_id: upstreamId },
    }),
    read: sightOf,
  },
  failureIn,
  authorize: signatureOf,
}

/** Which key a model of several is called by depends on how many pictures it begins with. */
const KEYS: Readonly<Record<string, readonly [none: string, one: string, two: string]>> = {
  jimeng_v30: ['jimeng_t2v_v30', 'jimeng_i2v_first_v30', 'jimeng_i2v_first_tail_v30'],
  jimeng_v30_1080p: [
    'jimeng_t2v_v30_1080p',
    'jimeng_i2v_first_v30_1080',
    'jimeng_i2v_first_tail_v30_1080',
  ],
  jimeng_v30_pro: ['jimeng_ti2v_v30_pro', 'jimeng_ti2v_v30_pro', 'jimeng_ti2v_v30_pro'],
}

function requestKey(model: string, order: VideoOrder): string {
  const keys = Object.hasOwn(KEYS, model) ? KEYS[model] : undefined
  return keys?.[Math.min(framesOf(order).length, 2)] ?? model
}

function framesOf({ images, lastImage }: VideoOrder): readonly string[] {
  return lastImage === '' ? images : [...images, lastImage]
}

function picturesOf(order: VideoOrder): JsonObject {
  const frames = framesOf(order)
  if (frames.length === 0) return {}
  if (frames.every((frame) => !isDataUrl(frame))) return { image_urls: frames }
  return { binary_data_base64: frames.map(bareBase64) }
}

function sightOf(answer: JsonObject): Sight {
  const data = objectOf(answer.data) ?? {}
  const url = textOf(data.video_url)
  const event = EVENTS[textOf(data.status) ?? ''] ?? 'queued'
  if (event !== 'succeeded') return { event }
  if (url === undefined) return { event: 'failed', failReason: textOf(answer.message) ?? '' }
  return { event, results: [{ kind: 'video', from: 'open', url }] }
}

const STATUSES: readonly (readonly [from: number, status: number])[] = [
  [50_400, 401],
  [50_411, 400],
  [50_429, 429],
  [50_431, 400],
  [50_500, 500],
  [50_511, 400],
]

function failureIn({ code, message }: JsonObject): ProviderFailure | undefined {
  if (typeof code !== 'number' || code === OK) return undefined
  const status = STATUSES.findLast(([from]) => code >= from)?.[1] ?? 400
  return { message: textOf(message) ?? `code ${code}`, code: String(code), status }
}

/** As AWS signs, under names of its own. */
function signatureOf(
  { method, url, headers, body }: UnsignedRequest,
  { channel, nowMs }: JobPlace,
): Readonly<Record<string, string>> {
  const { accessKey = '', secretKey = '' } = placeIn(channel).parts
  const { host, pathname, search } = new URL(url)
  const at = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const type = headers['content-type'] ?? 'application/json'
  const hash = sha256(body)
  const named = 'content-type;host;x-content-sha256;x-date'
  const lines = [`content-type:${type}`, `host:${host}`, `x-content-sha256:${hash}`, `x-date:${at}`]
  const query = search.slice(1).split('&').sort().join('&')
  const canonical = [method, pathname, query, ...lines, '', named, hash].join('\n')
  const scope = `${at.slice(0, 8)}/${REGION}/${SERVICE}/request`
  const text = ['HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((made, part) => hmac(made, part), secretKey)
  const signature = createHmac('sha256', key).update(text).digest('hex')
  return {
    'x-date': at,
    'x-content-sha256': hash,
    authorization:
      `HMAC-SHA256 Credential=${accessKey}/${scope}, ` +
      `SignedHeaders=${named}, Signature=${signature}`,
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}
