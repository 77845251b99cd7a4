/** Wan on Alibaba's DashScope. */
import type { JobEvent } from '../../../domain/jobs/states'
import { countOf, objectOf, textOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import type { JobProvider, Sight } from '../provider'
import { videoUnits } from '../video-units'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  PENDING: 'queued',
  RUNNING: 'running',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELED: 'cancelled',
  UNKNOWN: 'lost',
}

const VIDEOS = '/api/v1/services/aigc/video-generation/video-synthesis'
/** Films between two frames have an address of their own. */
const BETWEEN = '/api/v1/services/aigc/image2video/video-synthesis'

export const wan: JobProvider<'video'> = {
  name: 'wan',
  actions: ['GENERATE'],
  submit: ({ upstreamModel: model, order }) => ({
    method: 'POST',
    path: order.lastImage === '' ? VIDEOS : BETWEEN,
    headers: { 'x-dashscope-async': 'enable' },
    body: { model, input: inputOf(order), parameters: parametersOf(order) },
  }),
  accepted: (answer) => {
    const id = textOf(objectOf(answer.output)?.task_id)
    return id === undefined ? undefined : { id, ...sightOf(answer) }
  },
  measure: (order) => videoUnits(order, { seconds: 5, size: '1080p' }),
  poll: {
    kind: 'one',
    ask: ({ upstreamId }) => ({
      method: 'GET',
      path: `/api/v1/tasks/${encodeURIComponent(upstreamId)}`,
    }),
    read: sightOf,
  },
  cancel: ({ upstreamId }) => ({
    method: 'POST',
    path: `/api/v1/tasks/${encodeURIComponent(upstreamId)}/cancel`,
  }),
}

function inputOf({ prompt, negativePrompt, images, lastImage }: VideoOrder): JsonObject {
  const [first] = images
  const isBetween = lastImage !== ''
  return withoutUndefined({
    prompt: prompt || undefined,
    negative_prompt: negativePrompt || undefined,
    ...(isBetween ? { first_frame_url: first, last_frame_url: lastImage } : { img_url: first }),
  })
}

function parametersOf({ extra, size, resolution, seconds, seed, sound }: VideoOrder): JsonObject {
  return withoutUndefined({
    ...extra,
    size: size === '' ? undefined : size.replace('x', '*'),
    resolution: resolution === '' ? undefined : resolution.toUpperCase(),
    duration: seconds,
    seed,
    audio: sound,
  })
}

function sightOf({ output, usage }: JsonObject): Sight {
  const task = objectOf(output) ?? {}
  const used = objectOf(usage)
  const url = textOf(task.video_url)
  const seconds = countOf(used?.video_duration) ?? countOf(used?.duration)
  const failReason = textOf(task.message)
  return {
    event: EVENTS[textOf(task.task_status) ?? ''] ?? 'queued',
    ...(url !== undefined && { results: [{ kind: 'video', from: 'open', url }] }),
    ...(seconds !== undefined && seconds > 0 && { seconds }),
    ...(failReason !== undefined && { failReason }),
  }
}
