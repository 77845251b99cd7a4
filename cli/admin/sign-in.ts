/** How `gw login` gets an access token: from a name and a password, or by being given one. */
import { addressOf, readAnswer } from '../../server/domain/api-calls/answer'
import type { CallId, DataOf, InputOf } from '../../server/domain/api-calls/contract'
import type { Language } from '../../server/domain/i18n/translate'
import { sendTo } from './http'

export interface PasswordLogin {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly language: Language
  /** Asked of users who have a second factor: a code of their app, or a recovery code. */
  readonly askCode: () => Promise<string>
}

export interface NewAccess {
  readonly userId: number
  readonly accessToken: string
}

/** Makes a new access token; the former one of the user ends. Throws `ApiError`. */
export async function accessByPassword(login: PasswordLogin): Promise<NewAccess> {
  const { url, username, password, language, askCode } = login
  const { ENDPOINTS } = await import('../../server/domain/endpoints')
  let headers: Readonly<Record<string, string>> = {
    'accept-language': language,
    'content-type': 'application/json',
  }
  async function post<Id extends CallId>(id: Id, body: InputOf<Id>['body']): Promise<Posted<Id>> {
    const path = ENDPOINTS.find((row) => row.id === id)?.path ?? ''
    const order = { method: 'POST', address: addressOf(path, {}), headers }
    const response = await sendTo(url, { ...order, body: JSON.stringify(body ?? {}) })
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { cookie, data: (await readAnswer<Id>(response)).data }
  }
  const first = await post('session.login', { username, password })
  headers = { ...headers, cookie: first.cookie }
  const needsCode = 'require_2fa' in first.data
  const last = needsCode ? await post('second_factor.login', { code: await askCode() }) : first
  const { cookie } = last
  const user = last.data as DataOf<'second_factor.login'>
  headers = { ...headers, cookie, 'new-api-user': String(user.id) }
  try {
    const given = needsCode ? {} : { original_password: password }
    const { data } = await post('user.token_create', given)
    return { userId: user.id, accessToken: data }
  } finally {
    await post('session.logout_post', {})
  }
}

interface Posted<Id extends CallId> {
  readonly cookie: string
  readonly data: DataOf<Id>
}
