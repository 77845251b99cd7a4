/** The only place that talks to the server: address, headers and failures, once. */
import { currentLanguage } from '../language'
import { forgetViewer, viewerId } from '../session'
import { isRecord } from '../storage'
import type { CallId, DataOf, Envelope, InputOf } from './contract'

/** Call id → "METHOD /path", put in by the build from the contract rows. */
declare const ENDPOINT_ROUTES: Readonly<Record<string, string>>

/** A call that did not succeed; `status` 0 when there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Stable id of the reason, "" when the answer had none. */
  readonly code: string
  /** Seconds a channel test took, which is told of failed ones too. */
  readonly time: number | undefined

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    // The two calls of the wallet put the reason where others have the result.
    const reason = body.message === 'error' ? body.data : body.message
    super(typeof reason === 'string' ? reason : '')
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : ''
    this.time = typeof body.time === 'number' ? body.time : undefined
  }
}

/** Throws `ApiError` for everything but success. */
export async function call<Id extends CallId>(
  id: Id,
  input: InputOf<Id> = {},
): Promise<Envelope<DataOf<Id>>> {
  const [method = '', path = ''] = (ENDPOINT_ROUTES[id] ?? '').split(' ')
  const response = await send({ method, address: addressOf(path, input), body: input.body })
  const body: unknown = await response.json().catch(() => ({}))
  const fields = isRecord(body) ? body : {}
  if (response.status === 401) expire()
  if (!response.ok || fields.success !== true) throw new ApiError(response.status, fields)
  // The contract rows type both ends; the server's own tests hold it to them.
  return fields as { message: string; data: DataOf<Id> }
}

export interface Streamed {
  readonly body: object
  readonly signal: AbortSignal
}

/** The playground's call, whose answer is read as it arrives. Throws `ApiError`. */
export async function openChat({ body, signal }: Streamed): Promise<Response> {
  const address = '/pg/chat/completions'
  const response = await send({ method: 'POST', address, body, signal })
  if (response.ok) return response
  if (response.status === 401) expire()
  const answer: unknown = await response.json().catch(() => ({}))
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {}
  // Refusals of the relay are told in their own words, whatever their status.
  throw new ApiError(error.message === undefined ? response.status : 200, error)
}

interface Order {
  readonly method: string
  readonly address: string
  readonly body?: object | undefined
  readonly signal?: AbortSignal
}

async function send({ method, address, body, signal }: Order): Promise<Response> {
  try {
    return await fetch(address, {
      method,
      cache: 'no-store',
      headers: {
        'new-api-user': String(viewerId()),
        'accept-language': currentLanguage(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    // The browser does not tell why there was no answer.
    throw new ApiError(0, {})
  }
}

function addressOf(
  path: string,
  { params, query }: { readonly params?: object; readonly query?: object },
): string {
  let filled = path
  for (const [name, value] of Object.entries(params ?? {})) {
    filled = filled.replace(`:${name}`, encodeURIComponent(String(value)))
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** A full navigation, so that nothing of the last user stays in memory. */
function expire(): void {
  forgetViewer()
  if (location.pathname !== '/login') location.assign('/login?expired=true')
}
