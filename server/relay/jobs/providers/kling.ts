/** Kling, with a pair of keys at home, or through a gateway that sells it under one key. */
import { createHmac } from 'node:crypto'
import type { JobEvent } from '../../../domain/jobs/states'
import { placeIn } from '../../call/channel/place'
import {
  countOf,
  objectOf,
  objectsOf,
  textOf,
  withoutUndefined,
} from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import { bareBase64 } from '../pictures'
import type { JobPlace, JobProvider, ProviderFailure, Sight } from '../provider'
import { videoUnits } from '../video-units'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  submitted: 'queued',
  processing: 'running',
  succeed: 'succeeded',
  failed: 'failed',
}

const DEFAULTS = { seconds: 5, size: '', quality: 'std' }
const TOKEN_SECONDS = 1_800
/** The token is valid from this long ago, in case Kling's clock is behind. */
const SKEW_SECONDS = 5

export const kling: JobProvider<'video'> = {
  name: 'kling',
  actions: ['GENERATE'],
  submit: ({ upstreamModel, order }, place) => ({
    method: 'POST',
    path: homeOf(place, kindOf(order)),
    body: withoutUndefined({
      ...order.extra,
      model_name: upstreamModel,
      prompt: order.prompt,
      negative_prompt: order.negativePrompt || undefined,
      mode: order.quality || DEFAULTS.quality,
      duration: String(order.seconds ?? DEFAULTS.seconds),
      aspect_ratio: order.ratio || undefined,
      sound: order.sound === undefined ? undefined : order.sound ? 'on' : 'off',
      ...picturesOf(order),
      callback_url: place.hookUrl,
    }),
  }),
  accepted: (answer, { order }) => {
    const data = objectOf(answer.data)
    const id = textOf(data?.task_id)
    return id === undefined ? undefined : { id, keep: { kind: kindOf(order) }, ...sightOf(answer) }
  },
  measure: ({ order }) => {
    // The size is the provider's own matter; what is priced is the mode.
    return videoUnits({ order: { ...order, size: '', resolution: '' } }, DEFAULTS)
  },
  poll: {
    kind: 'one',
    ask: ({ asked, upstreamId }, place) => {
      const home = homeOf(place, textOf(asked.kind) ?? 'text2video')
      return { method: 'GET', path: `${home}/${encodeURIComponent(upstreamId)}` }
    },
    read: sightOf,
  },
  failureIn,
  authorize: (_, place) => ({ authorization: `Bearer ${tokenOf(place)}` }),
}

function kindOf({ images }: VideoOrder): string {
  if (images.length === 0) return 'text2video'
  return images.length === 1 ? 'image2video' : 'multi-image2video'
}

/** Keys of another gateway reach it below a path of its own. */
function homeOf({ channel }: JobPlace, kind: string): string {
  return `${channel.key.startsWith('sk-') ? '/kling' : ''}/v1/videos/${kind}`
}

function picturesOf({ images, lastImage }: VideoOrder): JsonObject {
  const [first] = images
  if (first === undefined) return {}
  if (images.length > 1)
    return { image_list: images.map((image) => ({ image: bareBase64(image) })) }
  return {
    image: bareBase64(first),
    ...(lastImage !== '' && { image_tail: bareBase64(lastImage) }),
  }
}

function sightOf(answer: JsonObject): Sight {
  const data = objectOf(answer.data) ?? {}
  const videos = objectsOf(objectOf(data.task_result)?.videos)
  const [first] = videos
  const seconds = Math.ceil(Number(textOf(first?.duration) ?? countOf(first?.duration) ?? 0))
  const failReason = textOf(data.task_status_msg)
  return {
    event: EVENTS[textOf(data.task_status) ?? ''] ?? 'queued',
    results: videos.flatMap(({ url }) => {
      const address = textOf(url)
      return address === undefined ? [] : [{ kind: 'video', from: 'open', url: address } as const]
    }),
    ...(seconds > 0 && { seconds }),
    ...(failReason !== undefined && { failReason }),
  }
}

/** What each range of codes is about. */
const STATUSES: readonly (readonly [from: number, status: number])[] = [
  [1000, 401],
  [1100, 402],
  [1200, 400],
  [1300, 400],
  [1302, 429],
  [5000, 503],
]

function failureIn({ code, message }: JsonObject): ProviderFailure | undefined {
  if (typeof code !== 'number' || code === 0) return undefined
  const status = STATUSES.findLast(([from]) => code >= from)?.[1] ?? 400
  return { message: textOf(message) ?? `code ${code}`, code: String(code), status }
}

function tokenOf({ channel, nowMs }: JobPlace): string {
  const { accessKey, secretKey } = placeIn(channel).parts
  if (accessKey === undefined || secretKey === undefined) return channel.key
  const seconds = Math.floor(nowMs / 1000)
  const claims = { iss: accessKey, exp: seconds + TOKEN_SECONDS, nbf: seconds - SKEW_SECONDS }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signed = parts.join('.')
  return `${signed}.${createHmac('sha256', secretKey).update(signed).digest('base64url')}`
}
