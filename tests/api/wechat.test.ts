import { describe, expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const TOKEN = 'helper-token'

interface WechatServer {
  readonly url: string
  [Symbol.asyncDispose](): Promise<void>
}

/** The helper server: it knows whom it gave which code. */
function startWechatServer(codes: Readonly<Record<string, string>>): WechatServer {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/api/wechat/user') return new Response('not found', { status: 404 })
      if (request.headers.get('authorization') !== TOKEN) {
        return Response.json({ success: false, message: 'unauthorized' }, { status: 401 })
      }
      const data = codes[searchParams.get('code') ?? '']
      return Response.json(
        data === undefined
          ? { success: false, message: 'wrong code <b>' }
          : { success: true, message: '', data },
      )
    },
  })
  return { url: server.url.origin, [Symbol.asyncDispose]: () => server.stop(true) }
}

function start(helper: WechatServer, options: object = {}): Promise<Gateway> {
  return startGateway({
    env: NO_LIMITS,
    options: {
      WeChatServerAddress: `${helper.url}/`,
      WeChatServerToken: TOKEN,
      WeChatAuthEnabled: true,
      ...options,
    },
  })
}

describe('WeChat', () => {
  test('a code registers the first time and logs in after that', async () => {
    await using helper = startWechatServer({ '123456': 'openid-1', '654321': 'openid-1' })
    await using gateway = await start(helper)
    const first = await apiClient(gateway).get('/api/oauth/wechat?code=123456')
    expect(first.body.data).toMatchObject({ wechat_id: 'openid-1', display_name: 'WeChat User' })
    expect(first.body.data.username).toMatch(/^wechat_\d+$/)
    expect(first.headers.getSetCookie()[0]).toStartWith('session=')
    const second = await apiClient(gateway).get('/api/oauth/wechat?code=654321')
    expect(second.body.data.id).toBe(first.body.data.id)
  })

  test('a code that registers counts for whoever invited, and only then', async () => {
    await using helper = startWechatServer({ '123456': 'openid-1', '654321': 'openid-1' })
    await using gateway = await start(helper)
    const inviter = await apiClient(gateway).as('user')
    const aff = (await inviter.get('/api/user/aff')).body.data
    const path = (code: string) => `/api/oauth/wechat?code=${code}&aff=${aff}`
    const { body } = await apiClient(gateway).get(path('123456'))
    expect(body.data.inviter_id).toBe(inviter.id)
    await apiClient(gateway).get(path('654321'))
    expect((await inviter.get('/api/user/self')).body.data.aff_count).toBe(1)
  })

  test('binds to who is logged in', async () => {
    await using helper = startWechatServer({ '123456': 'openid-1' })
    await using gateway = await start(helper)
    const api = apiClient(gateway)
    const by = await api.as('user')
    const path = '/api/oauth/wechat/bind?code=123456'
    expect((await by.get(path)).body).toEqual({ success: true, message: '' })
    expect((await by.get('/api/user/self')).body.data.wechat_id).toBe('openid-1')
    const other = await api.as('user')
    expect((await other.get(path)).body.code).toBe('binding.taken')
  })

  test.each([
    ['', 'code.wrong'],
    ['999999', 'code.wrong'],
    ['../../admin', 'code.wrong'],
  ])('the code %p is wrong', async (code, wanted) => {
    await using helper = startWechatServer({ '123456': 'openid-1' })
    await using gateway = await start(helper)
    const query = new URLSearchParams({ code })
    const { body } = await apiClient(gateway).get(`/api/oauth/wechat?${query}`)
    expect(body.code).toBe(wanted)
    expect(body.message).not.toContain('<b>')
  })

  test('a helper that refuses us, or says nobody, fails the login', async () => {
    await using helper = startWechatServer({ '123456': '' })
    await using gateway = await start(helper)
    const nobody = await apiClient(gateway).get('/api/oauth/wechat?code=123456')
    expect(nobody.body.code).toBe('oauth.failed')
    await using strange = await start(helper, { WeChatServerToken: 'old token' })
    const refused = await apiClient(strange).get('/api/oauth/wechat?code=123456')
    expect(refused.body).toMatchObject({ code: 'oauth.failed' })
    expect(refused.body.message).toContain('WeChat')
  })

  test('a bind without a session is refused with 401, and switched off too', async () => {
    await using helper = startWechatServer({ '123456': 'openid-1' })
    await using gateway = await start(helper, { WeChatAuthEnabled: false })
    const api = apiClient(gateway)
    expect((await api.get('/api/oauth/wechat/bind?code=123456')).status).toBe(401)
    const closed = await api.get('/api/oauth/wechat?code=123456')
    expect(closed.body.code).toBe('login.method_closed')
  })

  test('another site cannot log a browser in', async () => {
    await using helper = startWechatServer({ '123456': 'openid-1' })
    await using gateway = await start(helper)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const { body } = await apiClient(gateway).get('/api/oauth/wechat?code=123456', { headers })
    expect(body.code).toBe('session.origin_refused')
  })
})
