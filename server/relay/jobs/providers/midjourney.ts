/**
 * Programs that draw with Midjourney: the free midjourney-proxy and its paid sister. They take a
 * key of their own in a header, and are polled for many jobs at once.
 */
import { DRAWING_ACTIONS, isDrawingAction, SUBMISSION } from '../../../domain/jobs/drawing-actions'
import { DRAWING_PATHS, type DrawingMode, drawingHome } from '../../../domain/jobs/drawing-routes'
import type { JobEvent } from '../../../domain/jobs/states'
import {
  countOf,
  isList,
  isObject,
  objectOf,
  stringOf,
  textOf,
} from '../../formats/dialects/json-fields'
import type { DrawingApi, ResultLink } from '../../ports/jobs'
import type { Json, JsonObject } from '../../wire/chat'
import { orderOf, sentBody } from '../drawing/submission'
import type {
  Accepted,
  JobOrder,
  JobPlace,
  JobProvider,
  ProviderFailure,
  ProviderRequest,
  Sight,
} from '../provider'

/** They answer for as many as are requested; this keeps an answer short. */
const MOST_AT_ONCE = 100

export const midjourney: JobProvider<'drawing'> = {
  name: 'midjourney',
  actions: Object.keys(DRAWING_ACTIONS),
  // It knows no speeds of its own; those of gateways before it are theirs to read.
  submit: (order, place) =>
    submission(order, place, (mode) => (mode.startsWith('mj-') ? '' : mode)),
  accepted: readAccepted,
  measure: ({ action }) => (READS.has(action) ? { calls: 1 } : { images: 1 }),
  poll: {
    kind: 'many',
    atMost: MOST_AT_ONCE,
    ask: (jobs) => ({
      method: 'POST',
      path: '/mj/task/list-by-condition',
      body: { ids: jobs.map(({ upstreamId }) => upstreamId) },
    }),
    read: (answer) => new Map(tasksIn(answer).map((task) => [idOf(task), sightOf(task)])),
  },
  cancel: ({ upstreamId }) => ({
    method: 'POST',
    path: `/mj/task/${encodeURIComponent(upstreamId)}/cancel`,
    body: {},
  }),
  failureIn,
  authorize: (_, { channel }) => ({ 'mj-api-secret': channel.key }),
}

/** Actions that take a picture or a text and draw nothing. */
const READS: ReadonlySet<string> = new Set(['DESCRIBE', 'SHORTEN', 'UPLOAD'])

/** The paid program takes speeds in its paths. */
export const midjourneyPlus: JobProvider<'drawing'> = {
  ...midjourney,
  name: 'midjourney-plus',
  submit: (order, place) => submission(order, place, (mode) => mode),
}

function submission(
  { order, origin }: JobOrder<'drawing'>,
  { hookUrl }: JobPlace,
  speedOf: (mode: DrawingMode) => DrawingMode,
): ProviderRequest {
  const parsed = orderOf(order)
  const path = drawingHome(speedOf(parsed.mode)) + DRAWING_PATHS[parsed.verb]
  return { method: 'POST', path, body: sentBody(parsed, origin?.upstreamId, hookUrl) }
}

const TAKEN: ReadonlySet<number> = new Set([
  SUBMISSION.submitted,
  SUBMISSION.exists,
  SUBMISSION.queued,
])

/** As which HTTP status each refusal is treated: some are of the channel, and another may do. */
const REFUSALS: Readonly<Record<number, number>> = {
  [SUBMISSION.full]: 429,
  [SUBMISSION.noAccount]: 503,
  [SUBMISSION.banned]: 400,
}

/** Answers to anything but submissions have no such code, or 1. */
function failureIn(answer: JsonObject): ProviderFailure | undefined {
  const code = countOf(answer.code)
  if (code === undefined || TAKEN.has(code)) return undefined
  const message = textOf(answer.description) ?? `code ${code}`
  return { message, code: String(code), status: REFUSALS[code] ?? 400 }
}

function readAccepted(answer: JsonObject, order: JobOrder<'drawing'>): Accepted | undefined {
  const { result } = answer
  const code = countOf(answer.code) ?? 0
  const shown = { code, description: textOf(answer.description) ?? '' }
  if (isList(result)) return atOnce(result, answer, shown)
  const id = typeof result === 'number' ? String(result) : textOf(result)
  if (id === undefined) return undefined
  if (code === SUBMISSION.exists && opensForm(order.action)) {
    // Until it is filled in, what is to be changed is seen.
    const results = order.origin?.seen.results ?? []
    const drawing = { ...shown, image_url: results[0]?.url ?? '' }
    return { id, event: 'waiting', results, drawing }
  }
  return { id, event: 'queued', drawing: shown, ...existing(answer, shown) }
}

/** Nothing is worked on: the links are the answer, and nobody asks for them again. */
function atOnce(links: readonly Json[], answer: JsonObject, shown: DrawingApi): Accepted {
  const results = links.flatMap((url) => (typeof url === 'string' ? [linkTo(url)] : []))
  const drawing = { ...shown, image_url: results[0]?.url ?? '' }
  const id = `upload:${results[0]?.url ?? ''}`
  return { id, event: 'succeeded', results, told: answer, drawing }
}

function opensForm(action: string): boolean {
  return isDrawingAction(action) && DRAWING_ACTIONS[action].opensForm === true
}

/** Of what was drawn before, its end is reported at once. */
function existing({ properties }: JsonObject, shown: DrawingApi): Partial<Sight> | undefined {
  const fields = objectOf(properties)
  const url = textOf(fields?.imageUrl)
  if (fields?.status !== 'SUCCESS' || url === undefined) return undefined
  const drawing = { ...shown, image_url: url }
  return { event: 'succeeded', results: [linkTo(url)], drawing }
}

function linkTo(url: string): ResultLink {
  return { kind: 'image', url, from: 'open' }
}

function tasksIn(answer: Json): readonly JsonObject[] {
  return isList(answer) ? answer.filter(isObject) : []
}

function idOf({ id }: JsonObject): string {
  return typeof id === 'number' ? String(id) : (textOf(id) ?? '')
}

const EVENTS: Readonly<Record<string, JobEvent>> = {
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  MODAL: 'waiting',
  IN_PROGRESS: 'running',
  SUCCESS: 'succeeded',
  FAILURE: 'failed',
  CANCEL: 'cancelled',
}

/** A reason means that it has failed, whatever else is said. */
function eventOf(task: JsonObject): JobEvent {
  const event = EVENTS[textOf(task.status) ?? ''] ?? 'queued'
  const hasReason = textOf(task.failReason) !== undefined
  return hasReason && event !== 'succeeded' && event !== 'cancelled' ? 'failed' : event
}

export function sightOf(task: JsonObject): Sight {
  const event = eventOf(task)
  const url = textOf(task.imageUrl)
  const failReason = textOf(task.failReason)
  const progress = Number.parseInt(textOf(task.progress) ?? '', 10)
  return {
    event,
    results: url === undefined ? [] : [linkTo(url)],
    drawing: faceOf(task),
    told: task,
    ...(Number.isInteger(progress) && { progress: Math.min(Math.max(progress, 0), 100) }),
    ...(failReason !== undefined && { failReason }),
  }
}

function faceOf(task: JsonObject): DrawingApi {
  const { promptEn, description, imageUrl, buttons, properties } = task
  const prompt = textOf(task.prompt)
  return {
    ...(prompt !== undefined && { prompt }),
    ...(textOf(promptEn) !== undefined && { prompt_en: textOf(promptEn) ?? '' }),
    ...(textOf(description) !== undefined && { description: textOf(description) ?? '' }),
    ...(stringOf(imageUrl) !== undefined && { image_url: stringOf(imageUrl) ?? '' }),
    ...(isList(buttons) && { buttons: JSON.stringify(buttons) }),
    ...(isObject(properties) && { properties: JSON.stringify(properties) }),
  }
}
