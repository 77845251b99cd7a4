import { afterEach, beforeEach, expect, test } from 'bun:test'
import { OPTION_KEYS, OPTIONS } from '../../server/domain/options'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller

beforeEach(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  root = await apiClient(gateway).as('root')
})
afterEach(async () => {
  await gateway[Symbol.asyncDispose]()
})

const put = async (key: unknown, value?: unknown) =>
  (await root.put('/api/option/', { key, value })).body
async function listed(): Promise<Map<string, string>> {
  const { data } = (await root.get('/api/option/')).body
  return new Map(data.map(({ key, value }: ApiBody) => [key, value]))
}

test('every key but secrets is listed with a text, saved or not', async () => {
  const { body } = await root.get('/api/option')
  const isSecret = (key: (typeof OPTION_KEYS)[number]) => OPTIONS[key].secret
  const open = OPTION_KEYS.filter((key) => !isSecret(key))
  expect(body.data.map(({ key }: ApiBody) => key).toSorted()).toEqual(open.toSorted())
  for (const { value } of body.data) expect(value).toBeString()
  expect(body.secrets).toEqual(
    Object.fromEntries(OPTION_KEYS.filter(isSecret).map((key) => [key, false])),
  )
})

test('what front ends parse without a guard is JSON', async () => {
  const options = await listed()
  const keys = ['TopupGroupRatio', 'ModelRatio', 'GroupRatio', 'UserUsableGroups', 'ModelPrice']
  for (const key of [...keys, 'CompletionRatio', 'CacheRatio', 'Chats', 'gemini.safety_settings']) {
    expect(JSON.parse(options.get(key) ?? 'nothing')).toBeObject()
  }
  expect(options.get('EmailDomainWhitelist')?.split(',')).toContain('qq.com')
})

test.each([
  ['RetryTimes', 5, '5'],
  ['RetryTimes', '6', '6'],
  ['Price', 7.25, '7.25'],
  ['DrawingEnabled', false, 'false'],
  ['DrawingEnabled', 'true', 'true'],
  ['SystemName', '', ''],
])('%s takes %p and lists %p', async (key, value, text) => {
  expect(await put(key, value)).toEqual({ success: true, message: '' })
  expect((await listed()).get(key)).toBe(text)
})

test('JSON is taken as JSON, too', async () => {
  await put('GroupRatio', { default: 1, gold: 0.5 })
  expect(JSON.parse((await listed()).get('GroupRatio') ?? '')).toEqual({ default: 1, gold: 0.5 })
})

test.each([
  ['NoSuchKey', 'x', 'option.unknown'],
  ['constructor', 'x', 'option.unknown'],
  ['RetryTimes', 'many', 'option.invalid'],
  ['RetryTimes', 1.5, 'option.invalid'],
  ['GroupRatio', '{', 'option.invalid'],
  ['GroupRatio', '{"default":-1}', 'option.invalid'],
  ['Chats', '{}', 'option.invalid'],
  ['GitHubOAuthEnabled', true, 'option.needs'],
  ['SystemName', undefined, 'value.invalid'],
  ['SystemName', null, 'value.invalid'],
  [undefined, 'x', 'value.invalid'],
  [7, 'x', 'value.invalid'],
])('%p = %p is refused before anything is stored', async (key, value, code) => {
  const before = await listed()
  expect(await put(key, value)).toMatchObject({ success: false, code, message: expect.any(String) })
  expect(await listed()).toEqual(before)
})

test('a secret can be set but never read; no value leaves it alone', async () => {
  await put('SMTPToken', 'hush-hush')
  for (const value of [undefined, null, '', '  ']) {
    expect((await put('SMTPToken', value)).success).toBe(true)
  }
  const { body } = await root.get('/api/option/')
  expect(body.secrets.SMTPToken).toBe(true)
  expect(JSON.stringify(body)).not.toContain('hush')
  expect((await root.delete('/api/option/SMTPToken')).body).toMatchObject({ success: true })
  expect((await root.get('/api/option/')).body.secrets.SMTPToken).toBe(false)
})

test('forms save many keys at once', async () => {
  const keys = ['SystemName', 'Logo', 'Footer', 'Notice', 'About', 'TopUpLink', 'SMTPServer']
  await Promise.all(keys.map((key) => put(key, `value of ${key}`)))
  const options = await listed()
  for (const key of keys) expect(options.get(key)).toBe(`value of ${key}`)
})

test('the built-in model ratios come back', async () => {
  const initial = (await listed()).get('ModelRatio')
  await put('ModelRatio', '{"only":1}')
  const { body } = await root.post('/api/option/rest_model_ratio')
  expect(body).toEqual({ success: true, message: 'Model ratios were reset to the defaults' })
  expect((await listed()).get('ModelRatio')).toBe(initial)
})

test('an undecodable body is HTTP 400', async () => {
  expect((await root.put('/api/option/', '{"key"')).status).toBe(400)
})

test('admins neither read nor write', async () => {
  const admin = await apiClient(gateway).as('admin')
  expect((await admin.get('/api/option/')).body.code).toBe('permission.root_needed')
  const answer = await admin.put('/api/option/', { key: 'RetryTimes', value: '1' })
  expect(answer.body.code).toBe('permission.root_needed')
  expect((await admin.post('/api/option/rest_model_ratio')).body.success).toBe(false)
})
