/** A video is asked for, or what it would cost: by clients of the API and on the console. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { StoredJob } from '../ports/jobs'
import type { JsonObject } from '../wire/chat'
import { type JobQuote, quoteJob } from './quote'
import type { JobRequest } from './request'
import { type JobRelay, submitJob } from './submit'
import { readVideo } from './video-wish'
import type { JobVisit } from './visit'
import type { VideoWish } from './wishes'

type Orderer = Pick<JobVisit, 'entered' | 'requestId' | 'ip'>

/** Throws `request.invalid`, `job.switched_off` and what submitting a job throws. */
export async function createVideo(
  ports: JobRelay,
  visit: Orderer,
  body: JsonObject,
): Promise<StoredJob> {
  refuseIfOff(ports)
  return await submitJob(ports, orderOf(visit, body))
}

/** A prompt is not needed for it. Throws `request.invalid` and what choosing a channel throws. */
export function quoteVideo(ports: JobRelay, visit: Orderer, body: JsonObject): JobQuote {
  refuseIfOff(ports)
  return quoteJob(ports.relay, orderOf(visit, { ...body, prompt: PLACEHOLDER }))
}

const PLACEHOLDER = 'price'

function refuseIfOff({ relay }: JobRelay): void {
  if (!relay.directory.settings().jobs.isTaskOn) throw new GatewayError('job.switched_off')
}

function orderOf({ entered, requestId, ip }: Orderer, body: JsonObject): JobRequest<'video'> {
  const { model, wish, notify } = readVideo(body)
  const { prompt, count } = wish
  const asked = keptOf(wish)
  const request = { entered, requestId, ip, model, wish, prompt, count, asked, notify }
  return { ...request, family: 'video', action: 'GENERATE' }
}

/** What is kept of a wish: nothing large, and all that its object repeats. */
export function keptOf(wish: VideoWish): JsonObject {
  const { seconds, size, ratio, resolution, quality, images, count } = wish
  return {
    ...(seconds !== undefined && { seconds: String(seconds) }),
    ...(size !== '' && { size }),
    ...(ratio !== '' && { ratio }),
    ...(resolution !== '' && { resolution }),
    ...(quality !== '' && { quality }),
    ...(count > 1 && { count }),
    ...(images.length > 0 && { images: images.length }),
  }
}
