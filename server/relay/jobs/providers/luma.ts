/** Dream Machine of Luma. */
import type { JobEvent } from '../../../domain/jobs/states'
import { objectOf, textOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import type { JobProvider, Sight } from '../provider'
import { videoUnits } from '../video-units'

const HOME = '/dream-machine/v1/generations'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  queued: 'queued',
  dreaming: 'running',
  completed: 'succeeded',
  failed: 'failed',
}

const DEFAULTS = { seconds: 5, size: '720p' }

export const luma: JobProvider<'video'> = {
  name: 'luma',
  actions: ['GENERATE'],
  submit: ({ upstreamModel: model, order }, { hookUrl }) => ({
    method: 'POST',
    path: HOME,
    body: withoutUndefined({
      ...order.extra,
      model,
      prompt: order.prompt,
      keyframes: keyframesOf(order),
      aspect_ratio: order.ratio || undefined,
      resolution: order.resolution || DEFAULTS.size,
      duration: `${order.seconds ?? DEFAULTS.seconds}s`,
      callback_url: hookUrl,
    }),
  }),
  accepted: (answer) => {
    const id = textOf(answer.id)
    return id === undefined ? undefined : { id, ...sightOf(answer) }
  },
  measure: (order) => videoUnits(order, DEFAULTS),
  poll: {
    kind: 'one',
    ask: ({ upstreamId }) => ({ method: 'GET', path: `${HOME}/${encodeURIComponent(upstreamId)}` }),
    read: sightOf,
  },
  remove: ({ upstreamId }) => ({
    method: 'DELETE',
    path: `${HOME}/${encodeURIComponent(upstreamId)}`,
  }),
}

function keyframesOf({ images, lastImage }: VideoOrder): JsonObject | undefined {
  const [first] = images
  if (first === undefined) return undefined
  const frame1 = lastImage === '' ? undefined : { type: 'image', url: lastImage }
  return withoutUndefined({ frame0: { type: 'image', url: first }, frame1 })
}

function sightOf(answer: JsonObject): Sight {
  const url = textOf(objectOf(answer.assets)?.video)
  const failReason = textOf(answer.failure_reason)
  return {
    event: EVENTS[textOf(answer.state) ?? ''] ?? 'queued',
    ...(url !== undefined && { results: [{ kind: 'video', from: 'open', url }] }),
    ...(failReason !== undefined && { failReason }),
  }
}
