/** How a call is addressed and its answer read, wherever the caller runs. */
import { isRecord } from '../json/records'
import type { CallId, DataOf, Envelope } from './contract'

/** A call that did not succeed; `status` 0 when there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Stable id of the reason, "" when the answer had none. */
  readonly code: string
  /** Seconds a channel test took, which is reported of failed ones too. */
  readonly time: number | undefined
  /** Seconds to wait before asking again; 0 when the answer gave none. */
  readonly retryAfterSeconds: number
  /** The call is repeated without anybody's help when that time is over. */
  willRetry = false

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers?: Headers) {
    // The two calls of the wallet put the reason where others have the result.
    const reason = body.message === 'error' ? body.data : body.message
    super(typeof reason === 'string' ? reason : '')
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : ''
    this.time = typeof body.time === 'number' ? body.time : undefined
    const seconds = headers?.get('retry-after') ?? ''
    this.retryAfterSeconds = /^\d{1,6}$/.test(seconds) ? Number(seconds) : 0
  }
}

/** Path with its parameters filled in, and the query; blank fields are left out. */
export function addressOf(
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

/** What is read of a `Response`. */
export type Answered = Pick<Response, 'headers' | 'json' | 'ok' | 'status'>

/** Throws `ApiError` for everything but success. */
export async function readAnswer<Id extends CallId>(
  response: Answered,
): Promise<Envelope<DataOf<Id>>> {
  const body: unknown = await response.json().catch(() => ({}))
  const fields = isRecord(body) ? body : {}
  if (!response.ok || fields.success !== true) {
    throw new ApiError(response.status, fields, response.headers)
  }
  // The contract rows type both ends; the server's own tests hold it to them.
  return fields as { message: string; data: DataOf<Id> }
}
