/** Asks for a drawing, or for something that is made of one. */

import { GatewayError } from '../../../domain/errors/gateway-error'
import { DRAWING_ACTIONS } from '../../../domain/jobs/drawing-actions'
import type { DrawingMode, DrawingVerb } from '../../../domain/jobs/drawing-routes'
import type { Relay } from '../../call/relay'
import { objectOf, textOf } from '../../formats/dialects/json-fields'
import type { StoredJob } from '../../ports/jobs'
import type { JsonObject } from '../../wire/chat'
import { endJob } from '../end-job'
import { type JobCaller, ownJob, storedOrder } from '../job-caller'
import { notifyAddress } from '../notify-address'
import { type JobRelay, submitJob } from '../submit'
import { submissionAnswer } from './shown'
import { drawingOrder, readSubmission, type Submission } from './submission'

export interface DrawingRequest {
  readonly verb: DrawingVerb
  readonly mode: DrawingMode
  readonly body: JsonObject
}

/**
 * Resolves with the program's answer, under the id that is known here. Throws `request.invalid`,
 * `job.switched_off`, `job.not_found`, `drawing.not_finished` and what submitting a job throws.
 */
export async function submitDrawing(
  ports: JobRelay,
  admitted: JobCaller,
  { verb, mode, body }: DrawingRequest,
): Promise<JsonObject> {
  const { relay } = ports
  const { isDrawingOn, passesAccountFilter, clearsModes, passesNotices } =
    relay.directory.settings().jobs
  if (!isDrawingOn) throw new GatewayError('job.switched_off')
  const submission = readSubmission(verb, body)
  const { action, notifyHook, state } = submission
  const origin = await originOf(relay, admitted, submission)
  const order = drawingOrder(submission, mode, { passesAccountFilter, clearsMode: clearsModes })
  const prompt = submission.prompt || (textOf(origin?.asked.prompt) ?? '')
  const job = await submitJob(ports, {
    ...admitted,
    family: 'drawing',
    action,
    model: DRAWING_ACTIONS[action].model,
    order,
    prompt,
    count: 1,
    asked: { ...storedOrder(order), ...(origin && { origin: origin.id }) },
    notify: passesNotices ? notifyAddress('notifyHook', notifyHook) : '',
    origin,
    drawing: { prompt, state },
  })
  if (origin?.state === 'waiting') await endForm(relay, origin, job)
  return submissionAnswer(objectOf(job.seen.told), job.id)
}

/** Throws `job.not_found` and `drawing.not_finished`. */
async function originOf(
  relay: Relay,
  admitted: JobCaller,
  { originId, verb }: Submission,
): Promise<StoredJob | undefined> {
  if (originId === undefined) return undefined
  const origin = await ownJob(relay, admitted, { id: originId, family: 'drawing' })
  const { checksOrigin } = relay.directory.settings().jobs
  if (checksOrigin && verb !== 'modal' && origin.state !== 'succeeded') {
    throw new GatewayError('drawing.not_finished', { id: originId })
  }
  return origin
}

/** A form that is filled in has done its work: the program goes on under the form's own id. */
async function endForm(relay: Relay, form: StoredJob, job: StoredJob): Promise<void> {
  if (form.upstreamId !== job.upstreamId) return
  await endJob(relay, form, { state: 'succeeded', failReason: '' })
}
