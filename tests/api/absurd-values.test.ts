/** Numbers and addresses that cannot be meant are refused when they are saved, with the reason. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isEmailAddress } from '../../server/domain/accounts/email-address'
import { readPrices } from '../../server/domain/prices/read-prices'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

let gateway: Gateway
let root: ApiCaller
let user: ApiCaller

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS })
  const api = apiClient(gateway)
  root = await api.as('root')
  user = await api.as('user')
})
afterAll(() => gateway[Symbol.asyncDispose]())

const setOption = async (key: string, value: string) =>
  (await root.put('/api/option/', { key, value })).body

describe('a price', () => {
  const TABLES = [
    'ModelRatio',
    'ModelPrice',
    'CompletionRatio',
    'CacheRatio',
    'GroupRatio',
    'TopupGroupRatio',
  ]
  test.each(TABLES)('in %s that nobody can mean is refused, naming the model', async (key) => {
    const table = { default: 1, dear: 1e308 }
    const { code, message } = await setOption(key, JSON.stringify(table))
    expect(code).toBe('option.invalid')
    expect(message).toContain('dear')
    expect(message).toContain('1000000000')
    expect((await setOption(key, JSON.stringify({ default: 1, dear: 1e9 }))).success).toBe(true)
  })

  test('is refused alike on the command line and in an import', async () => {
    const value = '{"dear":1e300}'
    const set = await gateway.cli(['option', 'set', 'ModelRatio', value])
    expect([set.code, set.stderr.includes('dear')]).toEqual([2, true])
    const file = JSON.stringify({ options: [{ key: 'ModelRatio', value }] })
    const imported = await gateway.cli(['import', '-', '--update', '--yes'], { input: file })
    expect(imported.code).not.toBe(0)
    expect(imported.stderr).toContain('option ModelRatio')
    expect(imported.stderr).toContain('dear')
  })

  test('is refused when a file of prices is read', () => {
    expect(readPrices('{"ModelRatio":{"dear":1e300}}', 'modelRatio')).toMatchObject({
      reason: 'reason.ratio_too_large',
      params: { name: 'dear' },
    })
  })

  test.each([
    ['Price', '1e300'],
    ['QuotaPerUnit', '1e300'],
    ['QuotaForNewUser', '9007199254740991'],
    ['MinTopUp', '9007199254740991'],
  ])('the setting %s = %s is out of range', async (key, value) => {
    expect(await setOption(key, value)).toMatchObject({ success: false, code: 'option.invalid' })
  })
})

describe('an amount or a time', () => {
  test.each([1e300, 2 ** 53 - 1, 1e15 + 1])('%p credits are no quota', async (quota) => {
    const token = { name: 't', expired_time: -1, remain_quota: quota }
    const refused = await Promise.all([
      user.post('/api/token/', token),
      root.post('/api/redemption/', { name: 'c', quota, count: 1 }),
      root.put('/api/user/', { id: user.id, quota }),
      user.put('/api/user/setting', {
        notify_type: 'email',
        quota_warning_threshold: quota,
      }),
    ])
    for (const { status, body } of refused) {
      expect([status, body.success]).toEqual([200, false])
      expect(body.code).toMatch(/invalid$/)
    }
  })

  test('a token ends before the year 10000 or never', async () => {
    const token = { name: 't', remain_quota: 1 }
    const late = await user.post('/api/token/', { ...token, expired_time: 253_402_300_800 })
    expect(late.body.code).toBe('token.expiry_invalid')
    const last = await user.post('/api/token/', { ...token, expired_time: 253_402_300_799 })
    expect(last.body.success).toBe(true)
    expect((await gateway.cli(['token', 'list'])).code).toBe(0)
  })

  test.each([
    [{ users: [{ username: 'ann' }, { username: 'bob', quota: 1e20 }] }, 'users[1].quota'],
    [{ tokens: [{ username: 'ann', remain_quota: 1e20 }] }, 'tokens[0].remain_quota'],
    [{ tokens: [{ username: 'ann', expired_time: 1e18 }] }, 'tokens[0].expired_time'],
    [{ channels: [{ name: 'c', used_quota: 1e300 }] }, 'channels[0].used_quota'],
  ])('an import of %j names the row, the field and the bounds', async (file, place) => {
    const input = JSON.stringify(file)
    const { code, stderr } = await gateway.cli(['import', '-'], { input })
    expect(code).toBe(2)
    expect(stderr).toContain(place)
    expect(stderr).toMatch(/must be between/)
    expect(stderr).not.toContain('internal')
  })
})

describe('an e-mail address', () => {
  test.each([
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@[IPv6:::1]',
    'a@localhost',
    'a@b..example.com',
    'a@-b.example.com',
    'a@b-.example.com',
    'a@.example.com',
    'a@example.com.',
    'a@@example.com',
    'a b@example.com',
    'a\u202e@example.com',
    '@example.com',
    `${'l'.repeat(65)}@example.com`,
    `a@${'d'.repeat(64)}.example.com`,
  ])('%p is none', (address) => {
    expect(isEmailAddress(address)).toBe(false)
  })

  test.each(['a@example.com', "o'hara+tag@mail.example.co.uk", 'a@例え.jp', 'a@intranet.corp'])(
    '%p is one',
    (address) => {
      expect(isEmailAddress(address)).toBe(true)
    },
  )

  test('that is a literal is refused where it is saved', async () => {
    const setting = { notify_type: 'email', quota_warning_threshold: 5 }
    const { body } = await user.put('/api/user/setting', {
      ...setting,
      notification_email: 'a@[127.0.0.1]',
    })
    expect(body.code).toBe('user.email_invalid')
  })
})

describe('a webhook', () => {
  const save = async (webhook_url: string) =>
    (
      await user.put('/api/user/setting', {
        notify_type: 'webhook',
        quota_warning_threshold: 5,
        webhook_url,
      })
    ).body

  test.each([
    'https://127.0.0.1/hook',
    'https://10.1.2.3/hook',
    'https://169.254.169.254/hook',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://localhost/hook',
    'https://2130706433/hook',
  ])('to %s is refused at once, because it would never be sent', async (url) => {
    const { success, code, message } = await save(url)
    expect([success, code]).toEqual([false, 'user.webhook_private'])
    expect(message).toContain('public')
  })

  test('by http is refused, and a public one is saved', async () => {
    expect((await save('http://8.8.8.8/hook')).code).toBe('user.webhook_invalid')
    expect((await save('https://8.8.8.8/hook')).success).toBe(true)
  })
})
