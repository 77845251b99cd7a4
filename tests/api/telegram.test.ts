import { describe, expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { TEST_ACTOR } from '../support/seed'

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
const clock = manualClock(Date.now())

function start(options: object = {}): Promise<Gateway> {
  return startGateway({
    clock,
    env: NO_LIMITS,
    options: {
      TelegramBotToken: BOT_TOKEN,
      TelegramBotName: 'gw_bot',
      TelegramOAuthEnabled: true,
      ...options,
    },
  })
}

type Facts = Readonly<Record<string, string>>

/** What Telegram's widget gives the page: every field signed with the hash of the bot token. */
function signed(facts: Facts = {}, token = BOT_TOKEN): Facts {
  const all: Facts = {
    id: '4711',
    first_name: 'Ann',
    username: 'ann',
    auth_date: String(Math.floor(clock.nowMs() / 1000)),
    ...facts,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  const key = createHash('sha256').update(token).digest()
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
  return { ...all, hash }
}

const login = (facts: Facts) => `/api/oauth/telegram/login?${new URLSearchParams(facts)}`

/** As the widget does it: the page itself navigates, which carries no header of ours. */
function bind(gateway: Gateway, by: ApiCaller, facts: Facts, headers: Facts = OWN_PAGE) {
  return apiClient(gateway).get(`/api/oauth/telegram/bind?${new URLSearchParams(facts)}`, {
    headers: { cookie: by.cookie, ...headers },
  })
}

const OWN_PAGE: Facts = { 'sec-fetch-site': 'same-origin' }

describe('Telegram', () => {
  test('binds by a navigation from our page, and then logs in', async () => {
    await using gateway = await start()
    const by = await apiClient(gateway).as('user')
    const bound = await bind(gateway, by, signed())
    expect(bound.status).toBe(302)
    expect(bound.headers.get('location')).toBe('/setting')
    clock.advance(1000)
    const { body } = await apiClient(gateway).get(login(signed({ lang: 'en', photo_url: 'u' })))
    expect(body.data).toMatchObject({ id: by.id, telegram_id: '4711' })
  })

  test('binds by a call of our page, which reads the answer', async () => {
    await using gateway = await start()
    const by = await apiClient(gateway).as('user')
    const headers = { ...OWN_PAGE, 'new-api-user': String(by.id) }
    const bound = await bind(gateway, by, signed(), headers)
    expect(bound).toMatchObject({ status: 200, body: { success: true, message: 'bind' } })
    expect((await by.get('/api/user/self')).body.data.telegram_id).toBe('4711')
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a mail or a typed address', { 'sec-fetch-site': 'none' }],
    ['a page that an old browser names as foreign', { referer: 'https://evil.example/' }],
    ['nowhere', {}],
  ])('a navigation from %s binds nothing', async (_, headers) => {
    await using gateway = await start()
    const by = await apiClient(gateway).as('user')
    const answer = await bind(gateway, by, signed(), headers)
    expect(answer.body.code).toBe('session.origin_refused')
    expect((await by.get('/api/user/self')).body.data.telegram_id).toBe('')
  })

  test('an old browser that names our own page is believed', async () => {
    await using gateway = await start()
    const by = await apiClient(gateway).as('user')
    const answer = await bind(gateway, by, signed(), { referer: `${gateway.url}/setting` })
    expect(answer.status).toBe(302)
  })

  test('registers nobody', async () => {
    await using gateway = await start()
    const { body } = await apiClient(gateway).get(login(signed()))
    expect(body.code).toBe('oauth.cannot_register')
  })

  test.each([
    ['a changed field', () => ({ ...signed(), id: '4712' })],
    ['a field left out', () => ({ ...signed(), first_name: '' })],
    ['the signature of another bot', () => signed({}, '1:other')],
    ['no signature', () => ({ ...signed(), hash: '' })],
    ['a short signature', () => ({ ...signed(), hash: 'abcd' })],
    ['no id', () => signed({ id: '' })],
    ['a login of eleven minutes ago', () => signed({ auth_date: secondsAgo(660) })],
    ['a login of tomorrow', () => signed({ auth_date: secondsAgo(-86_400) })],
    ['no time', () => signed({ auth_date: 'now' })],
  ])('%s is refused', async (_, facts) => {
    await using gateway = await start()
    const { body } = await apiClient(gateway).get(login(facts()))
    expect(body.code).toBe('oauth.signature_invalid')
  })

  test('the same facts work once', async () => {
    await using gateway = await start()
    const by = await apiClient(gateway).as('user')
    const facts = signed()
    expect((await bind(gateway, by, facts)).status).toBe(302)
    const { body } = await apiClient(gateway).get(login(facts))
    expect(body.code).toBe('oauth.signature_invalid')
  })

  test('further parameters of the address do not matter', async () => {
    await using gateway = await start()
    const { body } = await apiClient(gateway).get(login({ ...signed(), utm_source: 'x' }))
    expect(body.code).toBe('oauth.cannot_register')
  })

  test('a banned user stays out, and a second user cannot bind the same account', async () => {
    await using gateway = await start()
    const api = apiClient(gateway)
    const by = await api.as('user')
    await bind(gateway, by, signed())
    clock.advance(1000)
    const other = await api.as('user')
    const taken = await bind(gateway, other, signed())
    expect(taken.body.code).toBe('binding.taken')
    await gateway.services.users.disable(TEST_ACTOR, by.id)
    clock.advance(1000)
    expect((await api.get(login(signed()))).body.code).toBe('user.banned')
  })

  test('without a session, or switched off, nothing happens', async () => {
    await using gateway = await start()
    const path = `/api/oauth/telegram/bind?${new URLSearchParams(signed())}`
    expect((await apiClient(gateway).get(path, { headers: OWN_PAGE })).status).toBe(401)
    await using off = await start({ TelegramOAuthEnabled: false })
    const { body } = await apiClient(off).get(login(signed()))
    expect(body.code).toBe('login.method_closed')
  })
})

function secondsAgo(seconds: number): string {
  return String(Math.floor(clock.nowMs() / 1000) - seconds)
}
