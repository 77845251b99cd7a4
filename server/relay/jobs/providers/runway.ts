import type { JobEvent } from '../../../domain/jobs/states'
import { isList, textOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import type { JobProvider, Sight } from '../provider'
import { videoUnits } from '../video-units'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  PENDING: 'queued',
  THROTTLED: 'queued',
  RUNNING: 'running',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
}

const DEFAULTS = { seconds: 5, size: '1280x720' }
const RATIOS: Readonly<Record<string, string>> = {
  '16:9': '1280:720',
  '9:16': '720:1280',
  '1:1': '960:960',
  '4:3': '1104:832',
  '3:4': '832:1104',
  '21:9': '1584:672',
}

export const runway: JobProvider<'video'> = {
  name: 'runway',
  actions: ['GENERATE'],
  submit: ({ upstreamModel: model, order }) => ({
    method: 'POST',
    path: order.images.length === 0 ? '/v1/text_to_video' : '/v1/image_to_video',
    body: withoutUndefined({
      ...order.extra,
      model,
      promptText: order.prompt || undefined,
      promptImage: framesOf(order),
      ratio: ratioOf(order),
      duration: order.seconds ?? DEFAULTS.seconds,
      seed: order.seed,
    }),
  }),
  accepted: (answer) => {
    const id = textOf(answer.id)
    return id === undefined ? undefined : { id }
  },
  measure: (order) => videoUnits(order, DEFAULTS),
  poll: {
    kind: 'one',
    ask: ({ upstreamId }) => ({ method: 'GET', path: pathOf(upstreamId) }),
    read: sightOf,
  },
  cancel: ({ upstreamId }) => ({ method: 'DELETE', path: pathOf(upstreamId) }),
  remove: ({ upstreamId }) => ({ method: 'DELETE', path: pathOf(upstreamId) }),
}

function pathOf(id: string): string {
  return `/v1/tasks/${encodeURIComponent(id)}`
}

function framesOf({ images, lastImage }: VideoOrder): readonly JsonObject[] | undefined {
  const [first] = images
  if (first === undefined) return undefined
  const last = lastImage === '' ? [] : [{ uri: lastImage, position: 'last' }]
  return [{ uri: first, position: 'first' }, ...last]
}

function ratioOf({ ratio, size }: VideoOrder): string {
  const chosen = size === '' ? ratio : size.replace('x', ':')
  return RATIOS[chosen] ?? (chosen || DEFAULTS.size.replace('x', ':'))
}

function sightOf(answer: JsonObject): Sight {
  const { output, progress } = answer
  const failReason = textOf(answer.failure)
  return {
    event: EVENTS[textOf(answer.status) ?? ''] ?? 'queued',
    progress: typeof progress === 'number' ? progress * 100 : 0,
    ...(isList(output) && {
      results: output.flatMap((one) => {
        const url = textOf(one)
        return url === undefined ? [] : [{ kind: 'video', from: 'open', url } as const]
      }),
    }),
    ...(failReason !== undefined && { failReason }),
  }
}
