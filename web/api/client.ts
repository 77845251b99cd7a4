/** The only place that talks to the server: address, headers and failures, once. */
import { ORGANISATION_HEADER } from '../../server/domain/accounts/membership'
import {
  type Answered,
  ApiError,
  addressOf,
  readAnswer,
} from '../../server/domain/api-calls/answer'
import type { CallId, DataOf, Envelope, InputOf } from '../../server/domain/api-calls/contract'
import { currentLanguage } from '../app/language'
import { actingFor, viewerId } from '../app/session'
import { isRecord } from '../app/storage'
import { takeEarly } from './early'
import { signedInAgain } from './expiry'
import { orderAnswered, orderKey } from './order-keys'
import { readTogether } from './read-together'
import { withFactor } from './second-factor'

/** Call id → route as `calledRoutes` writes it, put in by the build. */
declare const ENDPOINT_ROUTES: Readonly<Record<string, string>>

const METHODS: Readonly<Record<string, string>> = { G: 'GET', P: 'POST', U: 'PUT', D: 'DELETE' }

/** Throws `ApiError` for everything but success. */
export async function call<Id extends CallId>(
  id: Id,
  input: InputOf<Id> = {},
): Promise<Envelope<DataOf<Id>>> {
  return await withFactor(() => callOnce(id, input))
}

async function callOnce<Id extends CallId>(
  id: Id,
  input: InputOf<Id>,
): Promise<Envelope<DataOf<Id>>> {
  const { method, address, isShared } = routeOf(id, input)
  const order = { method, address, isShared, body: input.body }
  if (method === 'GET') return await readAnswer<Id>(await sendSignedIn(order, sendRead))
  const request = `${method} ${order.address} ${JSON.stringify(order.body)}`
  const response = await sendSignedIn({ ...order, key: orderKey(request) })
  // A proxy that lost the gateway says 502 to 504: the work may be done.
  if (response.status < 500) orderAnswered(request)
  return await readAnswer<Id>(response)
}

/** Where a call goes to. */
export function routeOf<Id extends CallId>(
  id: Id,
  input: InputOf<Id>,
): { readonly method: string; readonly address: string; readonly isShared: boolean } {
  const route = ENDPOINT_ROUTES[id] ?? ''
  const letter = route.charAt(0)
  const method = METHODS[letter.toUpperCase()] ?? ''
  const address = addressOf(`/api${route.slice(1)}`, input)
  return { method, address, isShared: letter === letter.toLowerCase() }
}

/** A stream of answers, as long as it is wanted. Throws `ApiError`. */
export async function openStream(address: string, signal: AbortSignal): Promise<Response> {
  return await send({ method: 'GET', address, signal, isShared: true })
}

export interface Trial {
  /** A form travels as it is. */
  readonly body: object | FormData
  readonly signal: AbortSignal
}

/** A call of the playground, whose answer is read as it arrives. Throws `ApiError`. */
export async function openTrial(address: string, { body, signal }: Trial): Promise<Response> {
  const response = await sendSignedIn({ method: 'POST', address, body, signal })
  if (response.ok) return response
  throw relayError(response, await response.json().catch(() => ({})))
}

/** Drawings, songs and videos, requested as in the playground. Throws `ApiError`. */
export async function submitJob(address: string, body: object): Promise<unknown> {
  const response = await sendSignedIn({ method: 'POST', address, body })
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return answer
  throw relayError(response, answer)
}

/** What a link of ours leads to. Throws `ApiError`. */
export async function readFile(address: string, isShared = false): Promise<Blob> {
  const response = await sendSignedIn({ method: 'GET', address, isShared })
  if (!response.ok) throw relayError(response, await response.json().catch(() => ({})))
  return await response.blob()
}

/** Refusals of the relay are shown in its own words, whatever their status. */
function relayError({ status }: Response, answer: unknown): ApiError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {}
  return new ApiError(error.message === undefined ? status : 200, error)
}

interface Order {
  readonly method: string
  readonly address: string
  readonly body?: object | undefined
  readonly signal?: AbortSignal
  /** Made for the organisation that is shown. */
  readonly isShared?: boolean
  /** Of an order that is carried out once. */
  readonly key?: string
}

/** Once more after signing in, when the session has ended meanwhile. */
async function sendSignedIn<Answer extends Answered = Response>(
  order: Order,
  sendOrder: (order: Order) => Promise<Answer | Response> = send,
): Promise<Answer | Response> {
  const response = await sendOrder(order)
  if (response.status !== 401 || !(await signedInAgain(order.method))) return response
  return await sendOrder(order)
}

async function sendRead(order: Order): Promise<Answered> {
  const { address, isShared = false } = order
  const get = (place: string) => send({ method: 'GET', address: place, isShared })
  const early = takeEarly(address)
  if (early !== undefined) return await early.catch(() => get(address))
  return await readTogether(address, { isShared, alone: get, together: get })
}

async function send({ method, address, body, signal, key, isShared }: Order): Promise<Response> {
  const isForm = body instanceof FormData
  const acting = isShared && actingFor()
  try {
    return await fetch(address, {
      method,
      // What the server lets browsers cache is revalidated; the rest is not cached.
      cache: 'no-cache',
      headers: {
        'new-api-user': String(viewerId()),
        'accept-language': currentLanguage(),
        ...(acting && { [ORGANISATION_HEADER]: String(acting.id) }),
        ...(key !== undefined && { 'idempotency-key': key }),
        // The browser names a form's type itself, with the line between its parts.
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    unreachable()
  }
}

/** The browser does not tell why there was no answer. */
function unreachable(): never {
  throw new ApiError(0, {})
}
