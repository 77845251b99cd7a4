/** What every route of drawings and songs does: who calls, the body as JSON, refusals. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { relayFailureHeaders } from '../../domain/errors/render'
import { programLanguage } from '../../domain/i18n/translate'
import { readCredential } from '../../relay/call/admission/authorize'
import { counted, enter } from '../../relay/call/admission/enter'
import { parseObject } from '../../relay/formats/dialects/json-fields'
import { PROTOCOL_CODECS } from '../../relay/formats/protocols'
import type { JobCaller } from '../../relay/jobs/job-caller'
import { answerHeaders } from '../../relay/net/answer-headers'
import type { JsonObject } from '../../relay/wire/chat'
import { type HttpServer, Work } from '../connection'
import { requestAddress } from '../request-address'
import { finish } from '../unread-body'
import { addressOf, type RelayEdge } from './edge'
import type { FailureWriter } from './job-failures'
import { readBody } from './read-body'

export interface JobElements {
  readonly request: Request
  readonly server: HttpServer | null
  readonly params?: Readonly<Record<string, string>>
}

export interface JobCallerFacts {
  /** `undefined` where nobody has to be known. */
  readonly admitted: JobCaller | undefined
  /** Of the path; "" where it names none. */
  readonly id: string
  readonly action: string
  /** Throws `request.*`. */
  readonly readJson: () => Promise<JsonObject>
}

export interface JobRouteRow {
  readonly needsToken: boolean
  /** It makes something, and counts as a request. */
  readonly creates: boolean
  readonly failure: FailureWriter
  readonly answer: (facts: JobCallerFacts) => Promise<Response>
}

export async function answerJobRoute(
  edge: RelayEdge,
  { request, server, params }: JobElements,
  row: JobRouteRow,
): Promise<Response> {
  const requestId = edge.nextRequestId()
  const work = new Work(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const ip = addressOf(edge, { request, server })
    const admitted = row.needsToken
      ? await admittedJob(edge, { request, requestId, ip, row })
      : undefined
    const userId = admitted?.entered.caller.user.id ?? 0
    const readJson = () => readObject(edge, request, userId)
    const { id = '', action = '' } = params ?? {}
    const run = () => row.answer({ admitted, id, action, readJson })
    const response =
      admitted !== undefined && row.creates
        ? await counted(edge.relay, admitted.entered.caller, run)
        : await run()
    for (const [name, value] of Object.entries(answerHeaders(requestId))) {
      response.headers.set(name, value)
    }
    return await finish(request, response, edge.bodyTimeoutMs)
  } catch (cause) {
    return await refused(edge, { request, requestId, failure: row.failure }, cause)
  } finally {
    work.end()
  }
}

interface AdmittingJob {
  readonly request: Request
  readonly requestId: string
  readonly ip: string
  readonly row: Pick<JobRouteRow, 'creates'>
}

async function admittedJob(
  { relay }: RelayEdge,
  { request, requestId, ip, row }: AdmittingJob,
): Promise<JobCaller> {
  const { headers } = request
  const address = requestAddress(request)
  const credential = readCredential(headers, PROTOCOL_CODECS.openai, () => address)
  const entered = await enter(relay, {
    ...{ credential, ip, requestId, headers },
    creates: row.creates,
  })
  return { requestId, ip, entered, origin: address.origin }
}

/** The memory of a large body is held while it is read, by whoever sends it. */
export async function readObject(
  { relay, maxBodyMb, bodyTimeoutMs }: RelayEdge,
  request: Request,
  userId: number,
): Promise<JsonObject> {
  const hold = relay.budget.open(userId)
  try {
    const bytes = await readBody(request, { limitMb: maxBodyMb, timeoutMs: bodyTimeoutMs, hold })
    const body = parseObject(bytes.toString())
    if (body === undefined) throw new GatewayError('request.invalid_json')
    return body
  } finally {
    hold.release()
  }
}

export interface RefusedJob {
  readonly request: Request
  readonly requestId: string
  readonly failure: FailureWriter
}

export function refused(
  { relay, log, bodyTimeoutMs }: RelayEdge,
  { request, requestId, failure }: RefusedJob,
  cause: unknown,
): Promise<Response> | Response {
  const error = cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
  if (error.id === 'internal') log.error('call failed', { request_id: requestId, error })
  else log.debug('call refused', { request_id: requestId, code: error.id, error })
  const { errorLanguage } = relay.directory.settings()
  const language = programLanguage(errorLanguage, request.headers.get('accept-language'))
  const { status, body } = failure(error, requestId, language)
  const headers = { ...answerHeaders(requestId), ...relayFailureHeaders(error, status) }
  return finish(request, Response.json(body, { status, headers }), bodyTimeoutMs)
}
