/** The management API as the terminal screens see it, wherever the gateway is. */
import { ApiError, addressOf, readAnswer } from '../../server/domain/api-calls/answer'
import type { CallId, DataOf, Envelope, InputOf } from '../../server/domain/api-calls/contract'
import { answerIn, streamAddress } from '../../server/domain/api-calls/read-events'
import type { Language } from '../../server/domain/i18n/translate'
import type { Transport } from './gateway-transport'
import { readPushed } from './pushed'

export interface Viewer {
  readonly id: number
  readonly username: string
  readonly role: number
}

export interface AdminApi {
  /** Throws `ApiError` for everything but success. */
  readonly call: <Id extends CallId>(id: Id, input?: InputOf<Id>) => Promise<Envelope<DataOf<Id>>>
  /**
   * Takes what a read answers as often as the gateway sends it anew, until the stream ends.
   * Throws `ApiError` when it is refused, or cannot be reached.
   */
  readonly follow: <Id extends CallId>(
    id: Id,
    take: (data: DataOf<Id>) => void,
    signal: AbortSignal,
  ) => Promise<void>
  readonly viewer: Viewer
  /** Where the gateway is: an address, or a folder. */
  readonly place: string
  /** Of messages from now on. */
  readonly speak: (language: Language) => void
}

/** Throws `ApiError` when the gateway does not know who calls. */
export async function openAdminApi(transport: Transport, language: Language): Promise<AdminApi> {
  const { place, userId } = transport
  const { ENDPOINTS } = await import('../../server/domain/endpoints')
  const routes = new Map(ENDPOINTS.map(({ id, method, path }) => [id, { method, path }]))
  let spoken = language

  async function call<Id extends CallId>(
    id: Id,
    input: InputOf<Id> = {},
  ): Promise<Envelope<DataOf<Id>>> {
    const route = routes.get(id)
    if (route === undefined) throw new Error(`no route of ${id}`)
    const { method, path } = route
    const { body } = input
    const response = await transport
      .send({
        method,
        address: addressOf(path, input),
        headers: {
          'new-api-user': String(userId),
          'accept-language': spoken,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      .catch((cause: unknown) => {
        throw unreached(cause)
      })
    return await readAnswer<Id>(response)
  }

  async function follow<Id extends CallId>(
    id: Id,
    take: (data: DataOf<Id>) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const address = streamAddress([routes.get(id)?.path ?? ''], true) ?? ''
    const headers = { 'new-api-user': String(userId), 'accept-language': spoken }
    try {
      await readPushed(transport, {
        order: { method: 'GET', address, headers, body: undefined },
        signal,
        opened: async (response) => {
          if (!response.ok) await readAnswer<Id>(response)
        },
        take: async (event) => {
          if (event.call !== undefined) take((await readAnswer<Id>(answerIn(event))).data)
        },
      })
    } catch (cause) {
      if (signal.aborted) return
      throw cause instanceof ApiError ? cause : unreached(cause)
    }
  }

  const { data } = await call('user.self')
  return {
    call,
    follow,
    viewer: { id: data.id, username: data.username, role: data.role },
    place,
    speak: (next) => {
      spoken = next
    },
  }
}

/** The screens say that the gateway was not reached; the cause is for debugging. */
function unreached(cause: unknown): ApiError {
  const error = new ApiError(0, {})
  error.cause = cause
  return error
}
