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
  /** Of the access token; one with this name ends. */
  readonly tokenName: string
  /** Everything that the user may do, without. */
  readonly scopes: readonly string[] | undefined
  /** Asked of users who have a second factor: a code of their app, or a recovery code. */
  readonly askCode: () => Promise<string>
}

export interface NewAccess {
  readonly userId: number
  readonly accessToken: string
  /** It has a name; others of the user go on working. */
  readonly isNamed: boolean
}

/**
 * Makes a new access token. Gateways of the family without named ones have one for each user,
 * whose former one ends. Throws `ApiError`.
 */
export async function accessByPassword(login: PasswordLogin): Promise<NewAccess> {
  const { url, username, password, language, tokenName, scopes, askCode } = login
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
    const body = { name: tokenName, replace: true, ...(scopes && { scopes: [...scopes] }) }
    const named = await post('access_token.create', body).catch(() => undefined)
    if (named !== undefined) {
      return { userId: user.id, accessToken: named.data.token, isNamed: true }
    }
    const given = needsCode ? {} : { original_password: password }
    const { data } = await post('user.token_create', given)
    return { userId: user.id, accessToken: data, isNamed: false }
  } finally {
    await post('session.logout_post', {})
  }
}

interface Posted<Id extends CallId> {
  readonly cookie: string
  readonly data: DataOf<Id>
}
