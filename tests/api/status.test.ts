import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { OPTION_KEYS, optionRow } from '../../server/domain/options'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

let gateway: Gateway
let api: ApiClient
let root: ApiCaller
const touched = new Set<string>()

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  api = apiClient(gateway)
  root = await api.as('root')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
})
afterEach(async () => {
  for (const key of [...touched].reverse()) await gateway.services.options.reset(TEST_ACTOR, key)
  touched.clear()
})

async function option(key: string, value: string): Promise<void> {
  touched.add(key)
  await gateway.services.options.set(TEST_ACTOR, { key, value })
}

const TEXTS = ['/api/notice', '/api/about', '/api/faq', '/api/contact', '/api/home_page_content']

const status = async () => (await api.get('/api/status')).body.data

describe('the status', () => {
  test('has every field that front ends store, none of them null or missing', async () => {
    const data = await status()
    for (const [field, value] of Object.entries(data)) expect([field, value]).not.toContain(null)
    const fields = OPTION_KEYS.flatMap((key) => optionRow(key).status ?? [])
    expect(Object.keys(data)).toEqual(expect.arrayContaining(fields))
    expect(data).toMatchObject({
      system_name: 'gw',
      quota_per_unit: 500_000,
      display_in_currency: true,
      price: 7.3,
      min_topup: 1,
      setup: true,
      enable_batch_update: false,
      enable_online_topup: false,
      chat_link: '',
      chat_link2: '',
    })
    expect(data.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(data.start_time).toBeGreaterThan(1_700_000_000)
  })

  test('chats are a list of objects with one entry each', async () => {
    for (const chat of (await status()).chats) expect(Object.keys(chat)).toHaveLength(1)
  })

  test('follows the options at once', async () => {
    await option('SystemName', 'Mine')
    await option('DrawingEnabled', 'false')
    await option('GitHubClientId', 'client')
    await option('GitHubClientSecret', 'a secret')
    await option('GitHubOAuthEnabled', 'true')
    expect(await status()).toMatchObject({
      system_name: 'Mine',
      enable_drawing: false,
      github_oauth: true,
      github_client_id: 'client',
    })
  })

  test('shows drawings and jobs while a channel can do them and they are on', async () => {
    for (const key of ['DrawingEnabled', 'TaskEnabled']) await option(key, 'true')
    expect(await status()).toMatchObject({ enable_drawing: false, enable_task: false })
    const { channels } = gateway.services
    const draft = { key: 'k', base_url: 'https://mj.example', group: 'default' }
    const draws = { ...draft, name: 'draws', type: 5, models: 'mj_imagine' }
    const [drawing] = await channels.create(TEST_ACTOR, draws)
    expect(await status()).toMatchObject({ enable_drawing: true, enable_task: false })
    await channels.create(TEST_ACTOR, { ...draft, name: 'sings', type: 36, models: 'suno_music' })
    expect(await status()).toMatchObject({ enable_drawing: true, enable_task: true })
    await option('TaskEnabled', 'false')
    expect(await status()).toMatchObject({ enable_drawing: true, enable_task: false })
    await channels.disable(TEST_ACTOR, { id: drawing?.id ?? 0 })
    expect(await status()).toMatchObject({ enable_drawing: false, enable_task: false })
  })

  test('tells who may log in and register, and how', async () => {
    expect(await status()).toMatchObject({
      password_login: true,
      password_register: true,
      register: true,
    })
    await option('RegisterEnabled', 'false')
    await option('PasswordRegisterEnabled', 'false')
    expect(await status()).toMatchObject({ register: false, password_register: false })
  })

  test('paying is open when address, merchant and key are all there', async () => {
    await option('PayAddress', 'https://pay.example.com')
    await option('EpayId', '1001')
    expect((await status()).enable_online_topup).toBe(false)
    await option('EpayKey', 'a secret key')
    expect((await status()).enable_online_topup).toBe(true)
    expect(JSON.stringify(await status())).not.toContain('a secret key')
  })

  test('needs no login and minds no stale one', async () => {
    const headers = { cookie: 'session=stale', 'new-api-user': '-1', authorization: 'x' }
    for (const path of ['/api/status', ...TEXTS]) {
      expect((await api.get(path, { headers })).status).toBe(200)
    }
  })
})

test('pages that the operator may write are told of once they have a text', async () => {
  expect(await status()).toMatchObject({ has_faq_page: false, has_contact_page: false })
  await option('FaqText', 'Who pays?')
  await option('ContactText', ' ')
  expect(await status()).toMatchObject({ has_faq_page: true, has_contact_page: false })
  expect((await api.get('/api/faq')).body.data).toBe('Who pays?')
  await option('ContactText', '[Mail](mailto:a@shop.example)')
  expect(await status()).toMatchObject({ has_contact_page: true })
  expect((await api.get('/api/contact')).body.data).toBe('[Mail](mailto:a@shop.example)')
})

describe('the texts', () => {
  test('are empty strings until somebody writes them', async () => {
    for (const path of TEXTS) {
      expect((await api.get(path)).body).toEqual({ success: true, message: '', data: '' })
    }
  })

  test('come as they were typed', async () => {
    await option('Notice', '# Hello\n<b>all</b>')
    await option('About', 'https://example.com/about')
    await option('HomePageContent', 'home')
    expect((await api.get('/api/notice')).body.data).toBe('# Hello\n<b>all</b>')
    expect((await api.get('/api/about/')).body.data).toBe('https://example.com/about')
    expect((await api.get('/api/home_page_content')).body.data).toBe('home')
  })
})

describe('setting up', () => {
  test('is done, and nobody becomes root by asking', async () => {
    const { body } = await api.get('/api/setup')
    expect(body.data).toEqual({ status: true, root_init: false, database_type: '' })
    const claim = { username: 'mine', password: 'mine all mine', confirmPassword: 'mine all mine' }
    const answer = await api.post('/api/setup', claim)
    expect(answer.body).toMatchObject({ success: false, code: 'setup.done' })
  })
})

test('the self-test is for admins and says that the service runs', async () => {
  const { body } = await root.get('/api/status/test')
  expect(body).toEqual({ success: true, message: 'The service is running' })
  expect((await api.get('/api/status/test')).status).toBe(401)
})

describe('a demonstration site', () => {
  test('refuses writes with 405, but not logging in, and not root', async () => {
    const user = await api.as('user')
    await option('DemoSiteEnabled', 'true')
    const write = await user.put('/api/user/self', { display_name: 'x' })
    expect(write.status).toBe(405)
    expect(write.body).toMatchObject({
      code: 'demo.read_only',
      message: 'This site is a demo only, no server',
    })
    expect((await user.get('/api/user/token')).status).toBe(405)
    expect((await user.get('/api/user/self')).status).toBe(200)
    const again = await api.login('root')
    expect((await again.put('/api/user/self', { display_name: 'Root' })).status).toBe(200)
  })
})
