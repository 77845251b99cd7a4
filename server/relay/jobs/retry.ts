/** Asks once more for what has failed, as its user would. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { isEndState } from '../../domain/jobs/states'
import { enterPerson } from '../call/admission/enter'
import { countOf, isObject, textOf } from '../formats/dialects/json-fields'
import type { StoredJob } from '../ports/jobs'
import { readVideo } from './read-video'
import { type JobRelay, submitJob } from './submit'

interface Asking {
  readonly requestId: string
  readonly ip: string
}

/**
 * The new job, which its user pays for by the prices of today. Throws `job.not_failed`,
 * `job.not_kept` and what submitting a job throws.
 */
export async function retryJob(
  ports: JobRelay,
  job: StoredJob,
  { requestId, ip }: Asking,
): Promise<StoredJob> {
  const { relay } = ports
  if (!isEndState(job.state) || job.state === 'succeeded') {
    throw new GatewayError('job.not_failed')
  }
  const { userId, action, asked, terms, notify } = job
  const entered = await enterPerson(relay, { userId, group: terms.group })
  const prompt = textOf(asked.prompt) ?? ''
  const again = {
    entered,
    requestId,
    ip,
    action,
    model: terms.model,
    prompt,
    count: countOf(asked.count) ?? 1,
    asked,
    notify,
    origin: await originOf(ports, job),
  }
  if (job.family === 'video') {
    return await submitJob(ports, { ...again, family: 'video', order: videoOrder(job) })
  }
  const { order } = asked
  if (!isObject(order)) throw new GatewayError('job.not_kept')
  const drawing = { prompt }
  return await submitJob(ports, { ...again, family: job.family, order, drawing })
}

/** Pictures are not stored, and without them it would be another film. Throws `job.not_kept`. */
function videoOrder({ asked, terms }: StoredJob) {
  if (asked.images !== undefined) throw new GatewayError('job.not_kept')
  return readVideo({ ...asked, model: terms.model }).order
}

async function originOf({ relay }: JobRelay, { userId, asked }: StoredJob) {
  const id = textOf(asked.origin) ?? textOf(asked.remixed_from)
  if (id === undefined) return undefined
  const [origin] = await relay.jobs.find(userId, [id])
  if (origin === undefined) throw new GatewayError('job.not_found', { id })
  return origin
}
