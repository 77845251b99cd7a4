/** A video is requested, or what it would cost: by clients of the API and on the console. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { StoredJob } from '../ports/jobs'
import type { JsonObject } from '../wire/chat'
import type { JobCaller } from './job-caller'
import type { VideoOrder } from './job-order'
import { type JobQuote, quoteJob } from './quote'
import { readVideo } from './read-video'
import type { JobRequest } from './request'
import { type JobRelay, submitJob } from './submit'

type Orderer = Pick<JobCaller, 'entered' | 'requestId' | 'ip'>

/** Throws `request.invalid`, `job.switched_off` and what submitting a job throws. */
export async function createVideo(
  ports: JobRelay,
  admitted: Orderer,
  body: JsonObject,
): Promise<StoredJob> {
  refuseIfOff(ports)
  return await submitJob(ports, orderOf(admitted, body))
}

/** A prompt is not needed for it. Throws `request.invalid` and what choosing a channel throws. */
export function quoteVideo(ports: JobRelay, admitted: Orderer, body: JsonObject): JobQuote {
  refuseIfOff(ports)
  return quoteJob(ports.relay, orderOf(admitted, { ...body, prompt: PLACEHOLDER }))
}

const PLACEHOLDER = 'price'

function refuseIfOff({ relay }: JobRelay): void {
  if (!relay.directory.settings().jobs.isTaskOn) throw new GatewayError('job.switched_off')
}

function orderOf({ entered, requestId, ip }: Orderer, body: JsonObject): JobRequest<'video'> {
  const { model, order, notify } = readVideo(body)
  const { prompt, count } = order
  const asked = storedRequestOf(order)
  const request = { entered, requestId, ip, model, order, prompt, count, asked, notify }
  return { ...request, family: 'video', action: 'GENERATE' }
}

/** What is stored of a request: nothing large, and all that its object repeats. */
export function storedRequestOf(order: VideoOrder): JsonObject {
  const { seconds, size, ratio, resolution, quality, images, count } = order
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
