/** The management API as a browser or a script meets it. */
import { ROLE } from '../../server/domain/accounts/roles'
import type { Gateway } from './gateway'
import { TEST_ACTOR } from './seed'

export const API_PASSWORD = 'correct horse battery'

/** Limits that a test of something else would run into. */
export const NO_LIMITS = {
  GLOBAL_API_RATE_LIMIT_ENABLE: 'false',
  CRITICAL_RATE_LIMIT: '100000',
  WRONG_KEY_RATE_LIMIT: '100000',
} as const

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
export type ApiBody = any

export interface ApiAnswer {
  readonly status: number
  /** Parsed JSON, or the text when it is none. */
  readonly body: ApiBody
  readonly headers: Headers
}

export interface ApiOptions {
  readonly headers?: Readonly<Record<string, string>>
}

export interface ApiCaller {
  /** 0 for nobody. */
  readonly id: number
  /** `session=…`, or "". */
  readonly cookie: string
  send(method: string, path: string, body?: unknown, options?: ApiOptions): Promise<ApiAnswer>
  get(path: string, options?: ApiOptions): Promise<ApiAnswer>
  post(path: string, body?: unknown, options?: ApiOptions): Promise<ApiAnswer>
  put(path: string, body?: unknown, options?: ApiOptions): Promise<ApiAnswer>
  delete(path: string, body?: unknown, options?: ApiOptions): Promise<ApiAnswer>
}

export interface ApiClient extends ApiCaller {
  /** Throws when the login is refused. */
  login(username: string, password?: string): Promise<ApiCaller>
  /** Logged in as root, or as a new user of that role. */
  as(role: keyof typeof ROLE): Promise<ApiCaller>
  /** By a system access token instead of a session. */
  withAccessToken(id: number, token: string): ApiCaller
}

interface Credential {
  readonly id: number
  readonly headers: Readonly<Record<string, string>>
}

/** Calls nobody is logged in for; English messages unless a test asks for others. */
export function apiClient(gateway: Gateway): ApiClient {
  let made = 0
  const login = async (username: string, password = API_PASSWORD): Promise<ApiCaller> => {
    const answer = await caller(gateway, NOBODY).post('/api/user/login', { username, password })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    if (answer.body.success !== true) {
      throw new Error(`login of ${username} was refused: ${JSON.stringify(answer.body)}`)
    }
    const { id } = answer.body.data
    return caller(gateway, { id, headers: { cookie, 'new-api-user': String(id) } })
  }
  return {
    ...caller(gateway, NOBODY),
    login,
    async as(role) {
      if (role === 'root') {
        await gateway.services.users.ensureRoot(TEST_ACTOR, { password: API_PASSWORD })
        return await login('root')
      }
      made += 1
      const username = `${role}-${made}`
      await gateway.services.users.create(TEST_ACTOR, {
        username,
        password: API_PASSWORD,
        role: ROLE[role],
        quota: 1_000_000,
      })
      return await login(username)
    },
    withAccessToken: (id, token) =>
      caller(gateway, { id, headers: { authorization: token, 'new-api-user': String(id) } }),
  }
}

const NOBODY: Credential = { id: 0, headers: {} }

function caller(gateway: Gateway, { id, headers }: Credential): ApiCaller {
  const send: ApiCaller['send'] = async (method, path, body, options = {}) => {
    const response = await fetch(gateway.url + path, {
      method,
      redirect: 'manual',
      headers: {
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: parsed(text), headers: response.headers }
  }
  return {
    id,
    cookie: headers.cookie ?? '',
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body ?? {}, options),
    put: (path, body, options) => send('PUT', path, body ?? {}, options),
    delete: (path, body, options) => send('DELETE', path, body, options),
  }
}

function parsed(text: string): ApiBody {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
