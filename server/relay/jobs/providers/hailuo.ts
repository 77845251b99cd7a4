/** Hailuo of MiniMax: what is made is a file, whose address has to be fetched. */
import type { JobEvent } from '../../../domain/jobs/states'
import { countOf, objectOf, textOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { JobProvider, ProviderFailure, Sight } from '../provider'
import { videoUnits } from '../video-units'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  Preparing: 'queued',
  Queueing: 'queued',
  Processing: 'running',
  Success: 'succeeded',
  Fail: 'failed',
}

/** Codes of refusals, which come with status 200. */
const STATUSES: Readonly<Record<number, number>> = { 1002: 429, 1004: 401, 1008: 402, 2049: 401 }

export const hailuo: JobProvider<'video'> = {
  name: 'hailuo',
  actions: ['GENERATE'],
  submit: ({ upstreamModel: model, order }) => ({
    method: 'POST',
    path: '/v1/video_generation',
    body: withoutUndefined({
      ...order.extra,
      model,
      prompt: order.prompt,
      first_frame_image: order.images[0],
      last_frame_image: order.lastImage || undefined,
      duration: order.seconds,
      resolution: order.resolution === '' ? undefined : order.resolution.toUpperCase(),
    }),
  }),
  accepted: (answer) => {
    const id = textOf(answer.task_id)
    return id === undefined ? undefined : { id }
  },
  measure: (order) => videoUnits(order, { seconds: 6, size: '768p' }),
  poll: {
    kind: 'one',
    ask: ({ upstreamId }) => ({
      method: 'GET',
      path: `/v1/query/video_generation?task_id=${encodeURIComponent(upstreamId)}`,
    }),
    read: sightOf,
  },
  locate: {
    ask: (file) => ({
      method: 'GET',
      path: `/v1/files/retrieve?file_id=${encodeURIComponent(file)}`,
    }),
    read: ({ file }) => textOf(objectOf(file)?.download_url),
  },
  failureIn,
}

function sightOf(answer: JsonObject): Sight {
  const { file_id } = answer
  const file = textOf(file_id) ?? countOf(file_id)
  const event = EVENTS[textOf(answer.status) ?? ''] ?? 'queued'
  const failReason = textOf(answer.error_message)
  return {
    event,
    ...(file !== undefined && {
      results: [{ kind: 'video', from: 'located', url: String(file) }],
    }),
    ...(event === 'failed' && failReason !== undefined && { failReason }),
  }
}

function failureIn({ base_resp }: JsonObject): ProviderFailure | undefined {
  const { status_code: code, status_msg: message } = objectOf(base_resp) ?? {}
  if (typeof code !== 'number' || code === 0) return undefined
  const status = STATUSES[code] ?? 400
  return { message: textOf(message) ?? `code ${code}`, code: String(code), status }
}
