import { afterEach, beforeEach, expect, test } from 'bun:test'
import { OPTION_KEYS } from '../../server/domain/options'
import { OPTION_PURPOSE } from '../../server/services/options/purpose'
import { type Fixture, OPERATOR, openFixture, person, refusal } from './services-fixture'

let gw: Fixture

beforeEach(async () => {
  gw = await openFixture()
})
afterEach(async () => {
  await gw.close()
})

const set = (key: string, value: string) => gw.options.set(OPERATOR, { key, value })
const stored = async (key: string) =>
  await gw.db.kysely.selectFrom('options').selectAll().where('key', '=', key).executeTakeFirst()

test('every known option is listed with a text, saved or not', async () => {
  const listed = await gw.options.list()
  expect(listed.map((option) => option.key).toSorted()).toEqual([...OPTION_KEYS].toSorted())
  expect(listed.every((option) => typeof option.value === 'string')).toBe(true)
})

test('a value is stored in its canonical form and tells the snapshot', async () => {
  expect((await set('ServerAddress', ' https://gw.example// ')).value).toBe('https://gw.example')
  expect((await set('RetryTimes', '+5')).value).toBe('5')
  expect((await set('MinTopUp', '0')).value).toBe('0')
  expect(gw.changes).toEqual(['options', 'options', 'options'])
})

test.each([
  ['NoSuchOption', '1', 'option.unknown'],
  ['RetryTimes', '1.5', 'option.invalid'],
  ['RetryTimes', '', 'option.invalid'],
  ['RetryTimes', '-1', 'option.invalid'],
  ['ModelRequestRateLimitSuccessCount', '0', 'option.invalid'],
  ['PasswordLoginEnabled', 'yes', 'option.invalid'],
  ['ModelRatio', '{', 'option.invalid'],
  ['ModelRatio', '{"a":"b"}', 'option.invalid'],
  ['GroupRatio', '{"vip":1}', 'option.invalid'],
  ['DataExportDefaultTime', 'year', 'option.invalid'],
  ['GitHubOAuthEnabled', 'true', 'option.needs'],
  ['TelegramOAuthEnabled', 'true', 'option.needs'],
] as const)('%s = %p is refused before it is stored', async (key, value, id) => {
  expect(await refusal(set(key, value))).toBe(id)
  expect(await stored(key)).toBeUndefined()
  expect(await gw.audit.list()).toEqual([])
})

test('a secret is sealed, never shown, and not in the audit log', async () => {
  expect(await set('SMTPToken', 'hush-hush')).toMatchObject({ value: '', is_set: true })
  const row = await stored('SMTPToken')
  expect(gw.sealer.open(row?.value ?? '', OPTION_PURPOSE)).toBe('hush-hush')
  const seen = [row, await gw.options.list(), await gw.audit.list()]
  expect(JSON.stringify(seen)).not.toContain('hush-hush')
  expect(await refusal(gw.options.get('SMTPToken'))).toBe('option.secret_hidden')
})

test('a blank secret means unchanged; only a reset clears it', async () => {
  await set('SMTPToken', 'hush-hush')
  const before = await stored('SMTPToken')
  expect(await set('SMTPToken', '  ')).toMatchObject({ is_set: true })
  expect(await stored('SMTPToken')).toEqual(before)
  expect(await gw.options.reset(OPERATOR, 'SMTPToken')).toMatchObject({ is_set: false })
  expect(await stored('SMTPToken')).toBeUndefined()
})

test('a switch works once what it needs is there, which then cannot be emptied', async () => {
  await set('GitHubClientId', 'abc')
  expect(await refusal(set('GitHubOAuthEnabled', 'true'))).toBe('option.needs')
  await set('GitHubClientSecret', 'hush')
  expect((await set('GitHubOAuthEnabled', 'true')).value).toBe('true')
  expect(await refusal(set('GitHubClientId', ''))).toBe('option.needs')
  expect(await refusal(gw.options.reset(OPERATOR, 'GitHubClientId'))).toBe('option.needs')
  await set('GitHubOAuthEnabled', 'false')
  expect((await set('GitHubClientId', '')).value).toBe('')
})

test.each([
  ['TurnstileCheckEnabled', 'TurnstileSiteKey', 'TurnstileSecretKey'],
  ['LinuxDOOAuthEnabled', 'LinuxDOClientId', 'LinuxDOClientSecret'],
  ['oidc.enabled', 'oidc.client_id', 'oidc.client_secret'],
  ['TelegramOAuthEnabled', 'TelegramBotToken', 'TelegramBotName'],
])('%s cannot be switched on with half of what it needs', async (key, given, missing) => {
  await set(given, 'x')
  expect(await refusal(set(key, 'true'))).toBe('option.needs')
  await set(missing, 'y')
  expect((await set(key, 'true')).value).toBe('true')
  expect(await refusal(gw.options.reset(OPERATOR, missing))).toBe('option.needs')
})

test('an option that changes nothing says why, any other says nothing', async () => {
  const options = await gw.options.list()
  const note = (key: string) => options.find((option) => option.key === key)?.note
  expect(note('MjNotifyEnabled')).toBe('')
  expect(note('DataExportInterval')).toContain('statistics are written with each request')
  expect(note('RetryTimes')).toBe('')
})

test('a secret counts as filled in', async () => {
  await set('TelegramBotToken', '1:abc')
  await set('TelegramBotName', 'gw_bot')
  expect((await set('TelegramOAuthEnabled', 'true')).value).toBe('true')
})

test('a map replaces the stored one, nothing is merged', async () => {
  await set('ModelRatio', '{"a":1,"b":2}')
  await set('ModelRatio', '{"b":3}')
  expect(JSON.parse((await gw.options.get('ModelRatio')).value)).toEqual({ b: 3 })
})

test('a reset brings the default back, and twice does nothing more', async () => {
  const initial = await gw.options.get('RetryTimes')
  await set('RetryTimes', '9')
  expect(await gw.options.reset(OPERATOR, 'RetryTimes')).toEqual(initial)
  await gw.options.reset(OPERATOR, 'RetryTimes')
  expect(await gw.audit.list({ action: 'option.reset' })).toHaveLength(1)
})

test('the audit entry has old and new value', async () => {
  await set('RetryTimes', '3')
  await set('RetryTimes', '4')
  expect(await gw.audit.list({ target: 'option:RetryTimes' })).toMatchObject([
    { before: '{"value":"3"}', after: '{"value":"4"}' },
    { before: '{"value":"2"}', after: '{"value":"3"}' },
  ])
})

test('options are for root only', async () => {
  const attempt = gw.options.set(person(10, 3), { key: 'RetryTimes', value: '9' })
  expect(await refusal(attempt)).toBe('permission.root_needed')
  expect(await refusal(gw.options.reset(person(10, 3), 'RetryTimes'))).toBe(
    'permission.root_needed',
  )
})

test('a worker on the network is called by https only, also when it is imported', async () => {
  expect(await refusal(set('WorkerUrl', 'http://worker.example'))).toBe('option.invalid')
  expect(await refusal(set('WorkerUrl', 'http://10.0.0.5:8787'))).toBe('option.invalid')
  for (const url of ['https://worker.example', 'http://127.0.0.1:8787', 'http://localhost', '']) {
    expect((await set('WorkerUrl', url)).value).toBe(url)
  }
  const text = JSON.stringify({ options: [{ key: 'WorkerUrl', value: 'http://worker.example' }] })
  const input = { text, update: true, dryRun: false }
  expect(await refusal(gw.transfer.import(OPERATOR, input))).toBe('import.row_refused')
})
