/** Proving again who one is, for accounts that have no password to type. */
import { describe, expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { type ApiAnswer, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import type { Gateway } from '../support/gateway'
import { startGateway } from '../support/gateway'
import {
  leave,
  logInElsewhere,
  type OauthGateway,
  startOauthGateway,
} from '../support/oauth-gateway'
import { manualClock } from '../support/ports'

const A_WHILE_MS = 16 * 60_000
const PEOPLE = {
  github: { profile: { id: 77, login: 'ann-hub' } },
  linuxdo: { profile: { id: 77, username: 'ann-do', active: true, silenced: false } },
  oidc: { profile: { sub: 'ann-77' } },
} as const

/** Whether the login of a session cookie is fresh enough for what could take an account over. */
async function isRecent(gateway: Gateway, id: number, cookie: string): Promise<boolean> {
  const headers = { cookie, 'new-api-user': String(id) }
  const { body } = await apiClient(gateway).post('/api/user/confirm', {}, { headers })
  if (!body.success) expect(body.code).toBe('session.confirmation_needed')
  return body.success
}

function sessionOf({ headers }: ApiAnswer): string {
  const cookies = headers.getSetCookie()
  return cookies.find((cookie) => cookie.startsWith('session='))?.split(';')[0] ?? ''
}

describe.each(['github', 'linuxdo', 'oidc'] as const)('a login renewed by %s', (name) => {
  async function linked(place: OauthGateway, by: ApiCaller): Promise<ApiCaller> {
    const answer = await logInElsewhere(place, name, { ...PEOPLE[name], by })
    expect(answer.body).toEqual({ success: true, message: 'bind' })
    return by
  }

  test('counts as recent, and takes the place of the old one', async () => {
    const clock = manualClock(Date.now())
    await using place = await startOauthGateway({ clock })
    const by = await linked(place, await apiClient(place.gateway).as('user'))
    clock.advance(A_WHILE_MS)
    expect(await isRecent(place.gateway, by.id, by.cookie)).toBe(false)
    const claims = { exp: Math.floor(clock.nowMs() / 1000) + 60 }
    const person = { ...PEOPLE[name], claims, by, purpose: 'renew' } as const
    const answer = await logInElsewhere(place, name, person)
    expect(answer.body).toMatchObject({ success: true, message: 'renew', data: { id: by.id } })
    const session = sessionOf(answer)
    expect(await isRecent(place.gateway, by.id, session)).toBe(true)
    const old = await by.get('/api/user/self')
    expect(old.status).toBe(401)
  })

  test('by an account of somebody else or of nobody is refused, and binds nothing', async () => {
    const clock = manualClock(Date.now())
    await using place = await startOauthGateway({ clock })
    const api = apiClient(place.gateway)
    await linked(place, await api.as('user'))
    const other = await api.as('user')
    for (const profile of [PEOPLE[name].profile, { ...PEOPLE[name].profile, id: 99, sub: 'x' }]) {
      const by = other
      const answer = await logInElsewhere(place, name, { profile, by, purpose: 'renew' })
      expect(answer.body).toMatchObject({ success: false, code: 'login.other_account' })
      expect(answer.headers.getSetCookie().join()).not.toContain('session=')
    }
    const { data } = (await other.get('/api/user/self')).body
    expect([data.github_id, data.linux_do_id, data.oidc_id]).toEqual(['', '', ''])
  })

  test('is begun only by who is logged in', async () => {
    await using place = await startOauthGateway()
    const query = new URLSearchParams({ provider: name, purpose: 'renew' })
    const { status, body } = await apiClient(place.gateway).get(`/api/oauth/state?${query}`)
    expect([status, body.code]).toEqual([401, 'session.missing'])
  })
})

test('an OpenID Connect provider is asked not to wave through who is logged in there', async () => {
  await using place = await startOauthGateway()
  const by = await apiClient(place.gateway).as('user')
  const { link } = await leave(place, 'oidc', { by, purpose: 'renew' })
  expect(new URL(link).searchParams.get('prompt')).toBe('login')
  const login = await leave(place, 'oidc')
  expect(new URL(login.link).searchParams.has('prompt')).toBe(false)
})

describe('WeChat', () => {
  const codeServer = () =>
    Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) =>
        Response.json({
          success: true,
          message: '',
          data: new URL(request.url).searchParams.get('code'),
        }),
    })

  test('renews the login of who has it linked, and of nobody else', async () => {
    const server = codeServer()
    const clock = manualClock(Date.now())
    await using gateway = await startGateway({
      clock,
      env: NO_LIMITS,
      options: {
        WeChatServerAddress: server.url.origin,
        WeChatServerToken: 'token',
        WeChatAuthEnabled: true,
      },
    })
    const api = apiClient(gateway)
    const by = await api.as('user')
    await by.get('/api/oauth/wechat/bind?code=ann')
    clock.advance(A_WHILE_MS)
    const wrong = await by.get('/api/oauth/wechat?code=bob&purpose=renew')
    expect(wrong.body.code).toBe('login.other_account')
    const answer = await by.get('/api/oauth/wechat?code=ann&purpose=renew')
    expect(answer.body).toMatchObject({ message: 'renew', data: { id: by.id } })
    expect(await isRecent(gateway, by.id, sessionOf(answer))).toBe(true)
    const nobody = await api.get('/api/oauth/wechat?code=ann&purpose=renew')
    expect(nobody.body.code).toBe('session.missing')
    await server.stop(true)
  })
})

describe('Telegram', () => {
  const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

  function facts(nowMs: number, id: string): URLSearchParams {
    const signed = { auth_date: String(Math.floor(nowMs / 1000)), first_name: 'Ann', id }
    const lines = Object.entries(signed).map(([name, value]) => `${name}=${value}`)
    const key = createHash('sha256').update(BOT_TOKEN).digest()
    const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex')
    return new URLSearchParams({ ...signed, hash })
  }

  test('renews the login of who has it linked, and of nobody else', async () => {
    const clock = manualClock(Date.now())
    await using gateway = await startGateway({
      clock,
      env: NO_LIMITS,
      options: { TelegramBotToken: BOT_TOKEN, TelegramBotName: 'b', TelegramOAuthEnabled: true },
    })
    const by = await apiClient(gateway).as('user')
    await by.get(`/api/oauth/telegram/bind?${facts(clock.nowMs(), '47')}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    clock.advance(A_WHILE_MS)
    const path = '/api/oauth/telegram/login?purpose=renew&'
    const wrong = await by.get(path + facts(clock.nowMs(), '48'))
    expect(wrong.body.code).toBe('login.other_account')
    const answer = await by.get(path + facts(clock.nowMs(), '47'))
    expect(answer.body).toMatchObject({ message: 'renew', data: { id: by.id } })
    expect(await isRecent(gateway, by.id, sessionOf(answer))).toBe(true)
  })
})
