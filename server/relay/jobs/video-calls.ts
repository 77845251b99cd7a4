/** What clients ask of videos, one act after the other; money and providers are the machine's. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Sign } from '../../domain/jobs/links'
import { CREATING_ACTS, type VideoAct, type VideoRoute } from '../../domain/jobs/routes'
import { isEndState } from '../../domain/jobs/states'
import type { Credential } from '../call/admission/authorize'
import { counted, type Entered, enter } from '../call/admission/enter'
import { channelThatMade } from '../call/route/keys'
import { textOf } from '../formats/dialects/json-fields'
import { parseBody } from '../formats/parsed-body'
import { answerHeaders } from '../net/answer-headers'
import type { StoredJob } from '../ports/jobs'
import { invalid } from '../wire/body-fields'
import type { JsonObject } from '../wire/chat'
import type { MemoryHold } from '../wire/memory-budget'
import { ask } from './ask'
import { moduleNamed, placeFor } from './choose'
import { contentOf } from './content'
import { linksTo } from './content-links'
import { formFields, notifyIn, readVideo } from './read-video'
import { type JobRelay, submitJob } from './submit'
import { createVideo, storedRequestOf } from './submit-video'
import { generationObject, videoObject } from './video-object'

export interface VideoInput {
  readonly requestId: string
  readonly route: VideoRoute
  /** Of the path; "" where it names none. */
  readonly id: string
  readonly address: URL
  readonly credential: Credential
  readonly ip: string
  readonly headers: Headers
  readonly readBody: (hold: MemoryHold) => Promise<Buffer>
  /** Called before the answer's last byte is handed over. */
  readonly ending: () => void
}

export interface VideoRelay extends JobRelay {
  readonly sign: Sign
}

interface VideoRequest extends VideoInput {
  readonly entered: Entered
}

type Act = (ports: VideoRelay, admitted: VideoRequest) => Promise<Response>

const ACTS: Readonly<Record<VideoAct, Act>> = {
  create: async (ports, admitted) =>
    videoResponse(admitted, videoObject(await create(ports, admitted))),
  generate: async (ports, admitted) => {
    const video = videoObject(await create(ports, admitted))
    return videoResponse(admitted, { ...video, task_id: video.id })
  },
  remix: async (ports, admitted) =>
    videoResponse(admitted, videoObject(await remix(ports, admitted))),
  list,
  get: async (ports, admitted) =>
    videoResponse(admitted, videoObject(await looked(ports, admitted))),
  generation: async (ports, admitted) => {
    const job = await looked(ports, admitted)
    const links = linksTo({ ...ports.relay, sign: ports.sign }, job, siteOf(ports, admitted))
    return videoResponse(admitted, generationObject(job, links))
  },
  content,
  cancel: async (ports, admitted) => {
    const job = await ports.machine.cancel(await found(ports, admitted))
    return videoResponse(admitted, videoObject(job))
  },
  delete: remove,
}

const SHORT_ANSWER_MS = 1_000

/** Answers the client, or throws the `GatewayError` that the edge renders. */
export async function videoCall(ports: VideoRelay, input: VideoInput): Promise<Response> {
  const { relay } = ports
  const { act } = input.route
  const creates = CREATING_ACTS.includes(act)
  // What was paid for before can still be had.
  if (creates && !relay.directory.settings().jobs.isTaskOn)
    throw new GatewayError('job.switched_off')
  const admitted: VideoRequest = { ...input, entered: await enter(relay, { ...input, creates }) }
  if (!creates) return await ACTS[act](ports, admitted)
  return await counted(relay, admitted.entered.caller, () => ACTS[act](ports, admitted))
}

/** SDKs that wait for the end ask again after what the answer says. */
function videoResponse({ requestId, ending }: VideoRequest, body: JsonObject): Response {
  ending()
  const pause = { 'openai-poll-after-ms': String(SHORT_ANSWER_MS) }
  return Response.json(body, { headers: { ...answerHeaders(requestId), ...pause } })
}

async function bodyOf({ relay }: VideoRelay, admitted: VideoRequest): Promise<JsonObject> {
  const { headers, readBody, entered } = admitted
  const hold = relay.budget.open(entered.caller.user.id)
  try {
    const bytes = await readBody(hold)
    const type = headers.get('content-type') ?? ''
    if (/^multipart\/form-data/i.test(type)) return await formFields(bytes, type)
    return bytes.length === 0 ? {} : parseBody(bytes)
  } finally {
    hold.release()
  }
}

async function create(ports: VideoRelay, admitted: VideoRequest): Promise<StoredJob> {
  return await createVideo(ports, admitted, await bodyOf(ports, admitted))
}

async function remix(ports: VideoRelay, admitted: VideoRequest): Promise<StoredJob> {
  const origin = await found(ports, admitted)
  if (origin.state !== 'succeeded') throw new GatewayError('job.running', { id: origin.id })
  const body = await bodyOf(ports, admitted)
  const prompt = textOf(body.prompt)
  if (prompt === undefined) throw invalid('prompt', 'reason.required')
  const { requestId, ip, entered } = admitted
  const { model } = origin.terms
  const { seconds, size } = origin.asked
  const { order } = readVideo({ prompt, ...(seconds && { seconds }), ...(size && { size }) })
  const asked = { ...storedRequestOf(order), remixed_from: origin.id }
  const notify = notifyIn(body)
  const request = { entered, requestId, ip, model, order, prompt, count: 1, asked, notify, origin }
  return await submitJob(ports, { ...request, family: 'video', action: 'REMIX' })
}

/** Throws `job.not_found` for what is another user's, or nobody's. */
async function found({ relay }: VideoRelay, { id, entered }: VideoRequest): Promise<StoredJob> {
  const [job] = await relay.jobs.find(entered.caller.user.id, [id])
  if (job?.family !== 'video') throw new GatewayError('job.not_found', { id })
  return job
}

async function looked(ports: VideoRelay, admitted: VideoRequest): Promise<StoredJob> {
  return await ports.machine.look(await found(ports, admitted))
}

const MOST_LISTED = 100

async function list({ relay }: VideoRelay, admitted: VideoRequest): Promise<Response> {
  const { searchParams: query } = admitted.address
  const limit = Math.min(Math.max(1, Number(query.get('limit') ?? 20) || 20), MOST_LISTED)
  const order = query.get('order') === 'asc' ? 'asc' : 'desc'
  const after = query.get('after') ?? undefined
  const { id: userId } = admitted.entered.caller.user
  const question = { userId, family: 'video', after, order, limit: limit + 1 } as const
  const jobs = await relay.jobs.page(question)
  const data = jobs.slice(0, limit).map(videoObject)
  const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  return videoResponse(admitted, { object: 'list', data, ...ends, has_more: jobs.length > limit })
}

async function content(ports: VideoRelay, admitted: VideoRequest): Promise<Response> {
  const job = await looked(ports, admitted)
  const { requestId, address, headers, ending } = admitted
  const variant = address.searchParams.get('variant') ?? ''
  const isPlain = variant === '' || variant === 'video'
  // Only its maker has other views of it.
  const isMaker = job.seen.results[0]?.from === 'channel' && job.provider === 'sora'
  const isKnown = isPlain || (isMaker && /^(?:thumbnail|spritesheet)$/.test(variant))
  if (!isKnown) throw invalid('variant', 'reason.not_a_choice', { choices: 'video' })
  return await contentOf(ports.relay, job, {
    requestId,
    index: Number(address.searchParams.get('index') ?? 0) || 0,
    range: headers.get('range'),
    variant: isPlain ? '' : variant,
    ending,
  })
}

/** Work that is not billed yet is not taken out of sight. */
async function remove(ports: VideoRelay, admitted: VideoRequest): Promise<Response> {
  const { relay } = ports
  const job = await looked(ports, admitted)
  if (!isEndState(job.state)) throw new GatewayError('job.running', { id: job.id })
  const channel = channelThatMade(relay.directory, job)
  const provider = moduleNamed(job.provider)
  if (channel !== undefined && provider?.remove !== undefined && job.upstreamId !== '') {
    const place = placeFor(relay, channel, job)
    const question = { request: provider.remove(job, place), limitMs: REMOVE_LIMIT_MS }
    // What the provider keeps is forgotten by its own time at the latest.
    await ask(relay, { provider, place }, question).catch(() => undefined)
  }
  await relay.jobs.forget(job)
  return videoResponse(admitted, { id: job.id, object: 'video.deleted', deleted: true })
}

const REMOVE_LIMIT_MS = 20_000

/** The site's own address, or the one by which the client has reached it. */
function siteOf({ relay }: JobRelay, { address }: Pick<VideoInput, 'address'>): string {
  return relay.directory.settings().jobs.serverAddress || address.origin
}
