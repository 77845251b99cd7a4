/** The management API as the terminal screens see it, wherever the gateway is. */
import { ApiError, addressOf, readAnswer } from '../../server/domain/api-calls/answer'
import type { CallId, DataOf, Envelope, InputOf } from '../../server/domain/api-calls/contract'
import type { Language } from '../../server/domain/i18n/translate'

export interface Viewer {
  readonly id: number
  readonly username: string
  readonly role: number
}

export interface AdminApi {
  /** Throws `ApiError` for everything but success. */
  readonly call: <Id extends CallId>(id: Id, input?: InputOf<Id>) => Promise<Envelope<DataOf<Id>>>
  readonly viewer: Viewer
  /** Where the gateway is: an address, or a folder. */
  readonly place: string
  /** Of messages from now on. */
  readonly speak: (language: Language) => void
}

export interface Order {
  readonly method: string
  /** Path and query. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** One way to reach a gateway, and as whom. */
export interface Transport {
  readonly place: string
  readonly userId: number
  readonly send: (order: Order) => Promise<Response>
  readonly close: () => Promise<void>
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

  const { data } = await call('user.self')
  return {
    call,
    viewer: { id: data.id, username: data.username, role: data.role },
    place,
    speak: (next) => {
      spoken = next
    },
  }
}

/** The screens say that the gateway was not reached; the cause is for who asks why. */
function unreached(cause: unknown): ApiError {
  const error = new ApiError(0, {})
  error.cause = cause
  return error
}
