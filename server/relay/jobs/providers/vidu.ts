import type { JobEvent } from '../../../domain/jobs/states'
import { objectsOf, textOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import type { JobProvider, Sight } from '../provider'
import { videoUnits } from '../video-units'

const HOME = '/ent/v2'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  created: 'queued',
  queueing: 'queued',
  processing: 'running',
  success: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
}

export const vidu: JobProvider<'video'> = {
  name: 'vidu',
  actions: ['GENERATE'],
  submit: ({ upstreamModel, order }, { hookUrl }) => ({
    method: 'POST',
    path: `${HOME}/${kindOf(order)}`,
    body: withoutUndefined({
      ...order.extra,
      model: upstreamModel,
      prompt: order.prompt,
      images: framesOf(order).length === 0 ? undefined : framesOf(order),
      duration: order.seconds,
      resolution: order.resolution || undefined,
      aspect_ratio: order.ratio || undefined,
      seed: order.seed,
      audio: order.sound,
      callback_url: hookUrl,
    }),
  }),
  accepted: (answer) => {
    const id = textOf(answer.task_id)
    return id === undefined ? undefined : { id, ...sightOf(answer) }
  },
  measure: (order) => videoUnits(order, { seconds: 5, size: '720p' }),
  poll: {
    kind: 'one',
    ask: ({ upstreamId }) => ({
      method: 'GET',
      path: `${HOME}/tasks/${encodeURIComponent(upstreamId)}/creations`,
    }),
    read: sightOf,
  },
  cancel: ({ upstreamId: id }) => ({
    method: 'POST',
    path: `${HOME}/tasks/${encodeURIComponent(id)}/cancel`,
    body: { id },
  }),
  authorize: (_, { channel }) => ({ authorization: `Token ${channel.key}` }),
}

function framesOf({ images, lastImage }: VideoOrder): readonly string[] {
  return lastImage === '' ? images : [...images, lastImage]
}

function kindOf(order: VideoOrder): string {
  if (order.images.length === 0) return 'text2video'
  if (order.lastImage !== '') return 'start-end2video'
  return order.images.length === 1 ? 'img2video' : 'reference2video'
}

function sightOf(answer: JsonObject): Sight {
  const failReason = textOf(answer.err_code)
  return {
    event: EVENTS[textOf(answer.state) ?? ''] ?? 'queued',
    results: objectsOf(answer.creations).flatMap(({ url }) => {
      const address = textOf(url)
      return address === undefined ? [] : [{ kind: 'video', from: 'open', url: address } as const]
    }),
    ...(failReason !== undefined && { failReason }),
  }
}
