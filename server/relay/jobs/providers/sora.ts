/** OpenAI's own videos, and everybody who serves them under the same paths. */
import type { JobEvent } from '../../../domain/jobs/states'
import { countOf, objectOf, textOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import { fileOf } from '../pictures'
import type { FormPart, JobProvider, Sight } from '../provider'
import { videoUnits } from '../video-units'

const HOME = '/v1/videos'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  queued: 'queued',
  in_progress: 'running',
  completed: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
}

const DEFAULTS = { seconds: 4, size: '720x1280' }

export const sora: JobProvider<'video'> = {
  name: 'sora',
  actions: ['GENERATE', 'REMIX'],
  submit: ({ upstreamModel: model, order, origin }) => {
    if (origin !== undefined) {
      const path = `${HOME}/${encodeURIComponent(origin.upstreamId)}/remix`
      return { method: 'POST', path, body: { prompt: order.prompt } }
    }
    return { method: 'POST', path: HOME, body: bodyOf(model, order) }
  },
  accepted: (answer) => {
    const id = textOf(answer.id)
    return id === undefined ? undefined : { id, ...sightOf(answer) }
  },
  measure: (order) => {
    const { origin } = order
    // A remix is as long as what it is made of.
    const seconds = countOf(origin?.asked.seconds) ?? DEFAULTS.seconds
    const size = textOf(origin?.asked.size) ?? DEFAULTS.size
    return videoUnits(order, origin === undefined ? DEFAULTS : { seconds, size })
  },
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

/** A picture of the client's own goes as a file, everything else as JSON. */
function bodyOf(
  model: string,
  order: VideoOrder,
): JsonObject | ReadonlyMap<string, string | FormPart> {
  const { prompt, seconds, size, extra, images } = order
  const [image] = images
  const fields = withoutUndefined({
    ...extra,
    model,
    prompt,
    seconds: seconds === undefined ? undefined : String(seconds),
    size: size === '' ? undefined : size,
  })
  if (image === undefined) return fields
  const file = fileOf(image, 'input_reference')
  if (file === undefined) return { ...fields, input_reference: { image_url: image } }
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return new Map<string, string | FormPart>([...texts, ['input_reference', file]])
}

function sightOf(answer: JsonObject): Sight {
  const id = textOf(answer.id) ?? ''
  const event = EVENTS[textOf(answer.status) ?? ''] ?? 'queued'
  const seconds = countOf(answer.seconds)
  const message = textOf(objectOf(answer.error)?.message)
  return {
    event,
    progress: countOf(answer.progress) ?? 0,
    ...(seconds !== undefined && { seconds }),
    ...(message !== undefined && { failReason: message }),
    ...(event === 'succeeded' && {
      results: [
        { kind: 'video', from: 'channel', url: `${HOME}/${encodeURIComponent(id)}/content` },
      ],
    }),
  }
}
