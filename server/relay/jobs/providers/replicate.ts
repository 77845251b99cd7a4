/** Replicate: models of many makers, each with an input of its own. */
import type { JobEvent } from '../../../domain/jobs/states'
import { isList, textOf, withoutUndefined } from '../../formats/dialects/json-fields'
import type { Json, JsonObject } from '../../wire/chat'
import type { VideoOrder } from '../job-order'
import type { JobProvider, Sight } from '../provider'
import { videoUnits } from '../video-units'

const EVENTS: Readonly<Record<string, JobEvent>> = {
  starting: 'queued',
  processing: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
  aborted: 'cancelled',
}

const HOME = '/v1/predictions'
/** Calls wait for their answers, and give up soon; a film takes its time. */
const headers = { prefer: 'respond-async', 'cancel-after': '3h' }

export const replicate: JobProvider<'video'> = {
  name: 'replicate',
  actions: ['GENERATE'],
  submit: ({ upstreamModel, order }, { hookUrl }) => {
    const hook = hookUrl && { webhook: hookUrl, webhook_events_filter: ['completed'] }
    const input = inputOf(order)
    // `owner/name:version` is a version, which has no address of its own.
    const [model = '', version] = upstreamModel.split(':')
    if (version !== undefined) {
      return { method: 'POST', path: HOME, headers, body: { version, input, ...hook } }
    }
    const name = model.split('/').map(encodeURIComponent).join('/')
    const path = `/v1/models/${name}/predictions`
    return { method: 'POST', path, headers, body: { input, ...hook } }
  },
  accepted: (answer) => {
    const id = textOf(answer.id)
    return id === undefined ? undefined : { id, ...sightOf(answer) }
  },
  measure: (order) => videoUnits(order, { seconds: 5, size: '720p' }),
  poll: {
    kind: 'one',
    ask: ({ upstreamId }) => ({ method: 'GET', path: `${HOME}/${encodeURIComponent(upstreamId)}` }),
    read: sightOf,
  },
  cancel: ({ upstreamId }) => ({
    method: 'POST',
    path: `${HOME}/${encodeURIComponent(upstreamId)}/cancel`,
  }),
}

/** The names that most models have; others are given as the client's own fields. */
function inputOf(order: VideoOrder): JsonObject {
  const { prompt, images, lastImage, seconds, ratio, resolution, seed, negativePrompt } = order
  return withoutUndefined({
    prompt: prompt || undefined,
    image: images[0],
    last_frame: lastImage || undefined,
    duration: seconds,
    aspect_ratio: ratio || undefined,
    resolution: resolution || undefined,
    negative_prompt: negativePrompt || undefined,
    seed,
    ...order.extra,
  })
}

function sightOf({ status, output, error }: JsonObject): Sight {
  const failReason = textOf(error)
  return {
    event: EVENTS[textOf(status) ?? ''] ?? 'queued',
    results: addressesIn(output).map((url) => ({ kind: 'video', from: 'open', url })),
    ...(failReason !== undefined && { failReason }),
  }
}

/** One address, or a list of them. */
function addressesIn(output: Json | undefined): readonly string[] {
  const all = isList(output) ? output : [output]
  return all.flatMap((one) => textOf(one) ?? [])
}
