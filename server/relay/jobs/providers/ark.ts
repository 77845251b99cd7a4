/** Seedance on Volcano Ark and BytePlus, which reports the tokens that a film took. */
import type { JobEvent } from '../../../domain/jobs/states'
import { objectOf, textOf, tokensOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import type { JobProvider, Sight } from '../provider'
import { videoUnits } from '../video-units'

const HOME = '/api/v3/contents/generations/tasks'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  queued: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'lost',
}

const DEFAULTS = { seconds: 5, size: '720p' }
/** By the vendor's own formula, width × height × frames / 1024, at 24 frames a second. */
const TOKENS_PER_SECOND: Readonly<Record<string, number>> = {
  '480p': 9_720,
  '720p': 21_600,
  '1080p': 48_600,
}
const MOST_TOKENS_PER_SECOND = 48_600

export const ark: JobProvider<'video'> = {
  name: 'ark',
  actions: ['GENERATE'],
  submit: ({ upstreamModel, order }, { hookUrl }) => ({
    method: 'POST',
    path: HOME,
    body: withoutUndefined({
      ...order.extra,
      model: upstreamModel,
      content: contentOf(order),
      duration: order.seconds,
      resolution: order.resolution || undefined,
      ratio: order.ratio || undefined,
      seed: order.seed,
      generate_audio: order.sound,
      callback_url: hookUrl,
    }),
  }),
  accepted: (answer) => {
    const id = textOf(answer.id)
    return id === undefined ? undefined : { id }
  },
  measure: (order) => {
    const { resolution, size, seconds = DEFAULTS.seconds, count } = order.order
    const rate = TOKENS_PER_SECOND[resolution || size || DEFAULTS.size] ?? MOST_TOKENS_PER_SECOND
    const units = videoUnits(order, DEFAULTS)
    return { ...units, videoCompletionTokens: Math.ceil(rate * seconds) * count }
  },
  poll: {
    kind: 'one',
    ask: ({ upstreamId }) => ({ method: 'GET', path: pathOf(upstreamId) }),
    read: sightOf,
  },
  cancel: ({ upstreamId }) => ({ method: 'DELETE', path: pathOf(upstreamId) }),
  remove: ({ upstreamId }) => ({ method: 'DELETE', path: pathOf(upstreamId) }),
}

function pathOf(id: string): string {
  return `${HOME}/${encodeURIComponent(id)}`
}

function contentOf({ prompt, images, lastImage }: VideoOrder): readonly JsonObject[] {
  const frame = (url: string, role: string) => ({ type: 'image_url', image_url: { url }, role })
  const role = images.length > 1 ? 'reference_image' : 'first_frame'
  return [
    ...(prompt === '' ? [] : [{ type: 'text', text: prompt }]),
    ...images.map((url) => frame(url, role)),
    ...(lastImage === '' ? [] : [frame(lastImage, 'last_frame')]),
  ]
}

function sightOf(answer: JsonObject): Sight {
  const url = textOf(objectOf(answer.content)?.video_url)
  const tokens = tokensOf(objectOf(answer.usage)?.completion_tokens) ?? 0
  const { duration } = answer
  const failReason = textOf(objectOf(answer.error)?.message)
  return {
    event: EVENTS[textOf(answer.status) ?? ''] ?? 'queued',
    ...(url !== undefined && { results: [{ kind: 'video', from: 'open', url }] }),
    ...(tokens > 0 && { used: { videoCompletionTokens: tokens } }),
    ...(typeof duration === 'number' && duration > 0 && { seconds: duration }),
    ...(failReason !== undefined && { failReason }),
  }
}
