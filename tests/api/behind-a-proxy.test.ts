/** Many people behind one address: nobody is punished for neighbours who come in. */
import { describe, expect, test } from 'bun:test'
import { API_PASSWORD, apiClient } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { leave, logInElsewhere, startOauthGateway } from '../support/oauth-gateway'

const PEOPLE = ['ann', 'bob', 'cid', 'dora', 'eve', 'fay']

function start(env: Readonly<Record<string, string>>): Promise<Gateway> {
  const users = PEOPLE.map((username) => ({ username, password: API_PASSWORD }))
  return startGateway({ env, users })
}

function logIn(gateway: Gateway, username: string, password = API_PASSWORD) {
  return apiClient(gateway).post('/api/user/login', { username, password })
}

describe('the limit of logins', () => {
  const LIMIT = { CRITICAL_RATE_LIMIT: '3' }

  test('is not used up by people who come in', async () => {
    await using gateway = await start(LIMIT)
    for (const name of [...PEOPLE, ...PEOPLE]) {
      expect((await logIn(gateway, name)).body.success).toBe(true)
    }
  })

  test('still holds for who does not', async () => {
    await using gateway = await start(LIMIT)
    const codes: string[] = []
    for (const name of PEOPLE) codes.push((await logIn(gateway, name, 'wrong one')).body.code)
    expect(codes.slice(0, 3)).toEqual(['login.wrong', 'login.wrong', 'login.wrong'])
    expect(new Set(codes.slice(3))).toEqual(new Set(['request.too_many']))
    expect((await logIn(gateway, 'ann')).status).toBe(429)
  })

  test('gives back the state of a login elsewhere that ended well, and no other', async () => {
    await using place = await startOauthGateway({ env: { CRITICAL_RATE_LIMIT: '4' } })
    for (let id = 1; id <= 6; id += 1) {
      const answer = await logInElsewhere(place, 'github', { profile: { id, login: `hub${id}` } })
      expect(answer.body.success).toBe(true)
    }
    for (let time = 0; time < 4; time += 1) await leave(place, 'github')
    const { status } = await apiClient(place.gateway).get('/api/oauth/state?provider=github')
    expect(status).toBe(429)
  })

  test('is not loosened by registering', async () => {
    await using gateway = await startGateway({ env: { CRITICAL_RATE_LIMIT: '2' } })
    const register = (username: string) =>
      apiClient(gateway).post('/api/user/register', { username, password: API_PASSWORD })
    expect((await register('one')).body.success).toBe(true)
    expect((await register('two')).body.success).toBe(true)
    expect((await register('three')).status).toBe(429)
  })
})

describe('what every page reads', () => {
  const LIMIT = { GLOBAL_API_RATE_LIMIT: '5' }
  const PAGE = ['/api/status', '/api/notice', '/api/home_page_content', '/api/pricing']

  test('is counted apart and generously, and says when to come back', async () => {
    await using gateway = await start(LIMIT)
    const api = apiClient(gateway)
    const statuses: number[] = []
    for (let visit = 0; visit < 12; visit += 1) {
      for (const path of PAGE) statuses.push((await api.get(path)).status)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await logIn(gateway, 'ann')).body.success).toBe(true)
    for (let call = 0; call < 3; call += 1) await api.get('/api/status')
    const refused = await api.get('/api/status')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('forwarded addresses of a proxy that is not trusted', () => {
  async function visit(gateway: Gateway, count: number): Promise<void> {
    for (let at = 1; at <= count; at += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${at}` }
      await apiClient(gateway).get('/api/status', { headers })
    }
  }

  const health = async ({ url }: Gateway) => await (await fetch(`${url}/healthz`)).json()

  test('are told of once, in the log, in the health and to root', async () => {
    await using gateway = await startGateway()
    const admin = await apiClient(gateway).as('root')
    await visit(gateway, 2)
    expect(await health(gateway)).not.toHaveProperty('proxy_unbelieved')
    await visit(gateway, 9)
    await gateway.idle()
    expect(await health(gateway)).toMatchObject({ ok: true, proxy_unbelieved: true })
    const lines = gateway.logged.filter(({ msg }) => String(msg).includes('X-Forwarded-For'))
    expect(lines).toMatchObject([{ level: 'warn', peer: '127.0.0.1' }])
    expect(lines[0]?.hint).toContain('GW_TRUSTED_PROXIES')
    const { items } = (await admin.get('/api/notice/list')).body.data
    expect(items).toMatchObject([{ type: 'proxy_unknown', username: 'root' }])
  })

  test('are no news when the proxy is named, or when one client says so', async () => {
    await using named = await startGateway({ env: { GW_TRUSTED_PROXIES: '127.0.0.1, ::1' } })
    await visit(named, 9)
    expect(await health(named)).not.toHaveProperty('proxy_unbelieved')
    await using plain = await startGateway()
    for (let time = 0; time < 9; time += 1) await visit(plain, 1)
    expect(await health(plain)).not.toHaveProperty('proxy_unbelieved')
  })
})
