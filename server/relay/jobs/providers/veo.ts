/** Veo, at the Gemini API and on Vertex: the same question, and two ways to ask how it goes. */
import { addressIn } from '../../../domain/channels/place'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { placeIn } from '../../call/channel/place'
import {
  isObject,
  objectOf,
  objectsOf,
  textOf,
  withoutUndefined,
} from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import { pictureIn } from '../pictures'
import type { JobOrder, JobPlace, JobProvider, Sight } from '../provider'
import { videoUnits } from '../video-units'

const DEFAULTS = { seconds: 8, size: '720p' }

type Shared = Pick<JobProvider<'video'>, 'actions' | 'accepted' | 'measure' | 'inlinesPictures'>

const SHARED: Shared = {
  actions: ['GENERATE'],
  inlinesPictures: true,
  accepted: ({ name }) => {
    const id = textOf(name)
    return id === undefined ? undefined : { id }
  },
  measure: (order) => videoUnits(order, DEFAULTS),
}

function bodyOf({ order }: JobOrder<'video'>): JsonObject {
  const { prompt, images, lastImage, seconds, ratio, resolution, count, sound } = order
  const { negativePrompt, seed, extra } = order
  const [image] = images.flatMap(imageOf)
  const [lastFrame] = imageOf(lastImage)
  return {
    instances: [withoutUndefined({ prompt, image, lastFrame })],
    parameters: withoutUndefined({
      ...extra,
      aspectRatio: ratio || ratioOf(order),
      durationSeconds: seconds,
      resolution: resolution || undefined,
      sampleCount: count > 1 ? count : undefined,
      generateAudio: sound,
      negativePrompt: negativePrompt || undefined,
      seed,
    }),
  }
}

function imageOf(url: string): readonly JsonObject[] {
  const picture = url === '' ? undefined : pictureIn(url)
  if (picture === undefined) return []
  return [{ bytesBase64Encoded: picture.base64, mimeType: picture.mediaType }]
}

function ratioOf({ size }: VideoOrder): string | undefined {
  const [width = 0, height = 0] = size.split('x').map(Number)
  if (!(width > 0 && height > 0)) return undefined
  return width >= height ? '16:9' : '9:16'
}

function sightOf(answer: JsonObject, results: Sight['results'] = []): Sight {
  if (answer.done !== true) return { event: 'running', told: NO_WORDS }
  const error = objectOf(answer.error)
  if (error !== undefined) {
    return { event: 'failed', failReason: textOf(error.message) ?? '', told: NO_WORDS }
  }
  if (results.length > 0) return { event: 'succeeded', results, told: NO_WORDS }
  const { response } = answer
  const inner = isObject(response) ? (objectOf(response.generateVideoResponse) ?? response) : {}
  const reasons = inner.raiMediaFilteredReasons
  const reason = Array.isArray(reasons) ? textOf(reasons[0]) : undefined
  return { event: 'failed', failReason: reason ?? 'no video came of it', told: NO_WORDS }
}

/** Answers may hold whole films. */
const NO_WORDS: JsonObject = {}

export const veoGemini: JobProvider<'video'> = {
  ...SHARED,
  name: 'veo-gemini',
  submit: (order) => ({
    method: 'POST',
    path: `/v1beta/models/${encodeURIComponent(order.upstreamModel)}:predictLongRunning`,
    body: bodyOf(order),
  }),
  poll: {
    kind: 'one',
    ask: ({ upstreamId }) => ({ method: 'GET', path: `/v1beta/${upstreamId}` }),
    read: (answer) => {
      const response = objectOf(objectOf(answer.response)?.generateVideoResponse)
      const samples = objectsOf(response?.generatedSamples)
      const results = samples.flatMap(({ video }) => {
        const url = textOf(objectOf(video)?.uri)
        return url === undefined ? [] : [{ kind: 'video', from: 'channel', url } as const]
      })
      return sightOf(answer, results)
    },
  },
}

const MODELS = '/v1beta1/projects/{project}/locations/{region}/publishers/google/models'

/** Throws `upstream.region_unknown`. */
function vertexPath({ channel }: JobPlace, model: string, verb: string): string {
  const { parts, regionOf } = placeIn(channel)
  const region = regionOf(model)
  if (region === undefined) throw new GatewayError('upstream.region_unknown')
  const url = `${channel.baseUrl}${MODELS}/${encodeURIComponent(model)}:${verb}`
  return addressIn(channel.type, url, { region, parts })
}

export const veoVertex: JobProvider<'video'> = {
  ...SHARED,
  name: 'veo-vertex',
  submit: (order, place) => ({
    method: 'POST',
    path: vertexPath(place, order.upstreamModel, 'predictLongRunning'),
    body: bodyOf(order),
  }),
  poll: {
    kind: 'one',
    ask: ({ terms, upstreamId: operationName }, place) => ({
      method: 'POST',
      path: vertexPath(place, terms.upstreamModel, 'fetchPredictOperation'),
      body: { operationName },
    }),
    read: (answer) => {
      const videos = objectsOf(objectOf(answer.response)?.videos)
      const results = videos.map(({ gcsUri }, index) => {
        const stored = textOf(gcsUri)?.replace(/^gs:\/\//, '')
        return stored === undefined
          ? ({ kind: 'video', from: 'answer', url: String(index) } as const)
          : ({ kind: 'video', from: 'store', url: STORE + stored } as const)
      })
      return sightOf(answer, results)
    },
    inlined: (answer, index) => {
      const video = objectsOf(objectOf(answer.response)?.videos)[index]
      return textOf(video?.bytesBase64Encoded)
    },
  },
}

const STORE = 'https://storage.googleapis.com/'
