import { describe, expect, test } from 'bun:test'
import { apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'

const PASSWORD = 'correct horse battery'
const REWARDS = { QuotaForInviter: 800_000, QuotaForInvitee: 200, QuotaForNewUser: 50 }

function start(options: Readonly<Record<string, unknown>> = REWARDS): Promise<Gateway> {
  return startGateway({ env: NO_LIMITS, options })
}

function register(gateway: Gateway, username: string, aff_code: string | null) {
  const body = { username, password: PASSWORD, aff_code }
  return apiClient(gateway).post('/api/user/register', body)
}

describe('invitations', () => {
  test('reward who invites and who is invited', async () => {
    await using gateway = await start()
    const api = apiClient(gateway)
    const inviter = await api.as('user')
    const code = (await inviter.get('/api/user/aff')).body.data
    expect(code).toMatch(/^\w{8}$/)
    await register(gateway, 'bob', code)
    const bob = (await (await api.login('bob')).get('/api/user/self')).body.data
    expect(bob).toMatchObject({ quota: 250, inviter_id: inviter.id })
    const self = (await inviter.get('/api/user/self')).body.data
    expect(self).toMatchObject({ aff_count: 1, aff_quota: 800_000, aff_history_quota: 800_000 })
    const logs = await gateway.services.logs.list({ userId: inviter.id })
    expect(logs.items[0]?.other).toContain('"kind":"grant_inviter"')
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('count without a reward as well', async () => {
    await using gateway = await start({})
    const inviter = await apiClient(gateway).as('user')
    const code = (await inviter.get('/api/user/aff')).body.data
    await register(gateway, 'bob', code)
    expect((await inviter.get('/api/user/self')).body.data).toMatchObject({
      aff_count: 1,
      aff_quota: 0,
    })
  })

  test.each([[null], [''], ['no-such-code']])(
    '%p invites nobody and stops nobody',
    async (code) => {
      await using gateway = await start()
      expect((await register(gateway, 'bob', code)).body.success).toBe(true)
      const { items } = await gateway.services.users.list({ keyword: 'bob' })
      expect(items[0]).toMatchObject({ inviter_id: 0, quota: 50 })
    },
  )
})

describe('invite earnings', () => {
  async function withEarnings(gateway: Gateway) {
    const caller = await apiClient(gateway).as('user')
    const code = (await caller.get('/api/user/aff')).body.data
    await register(gateway, 'bob', code)
    return caller
  }

  test('move into the balance, once for 16 at the same time', async () => {
    await using gateway = await start()
    const caller = await withEarnings(gateway)
    const before = (await caller.get('/api/user/self')).body.data
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => caller.post('/api/user/aff_transfer', { quota: 600_000 })),
    )
    const done = answers.filter(({ body }) => body.success === true)
    expect(done.map(({ body }) => body.message)).toEqual(['Transferred successfully'])
    const after = (await caller.get('/api/user/self')).body.data
    expect(after).toMatchObject({
      quota: before.quota + 600_000,
      aff_quota: 200_000,
      aff_history_quota: 800_000,
    })
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test.each([
    [499_999, 'transfer.too_small', 'minimum transfer amount is $1.00'],
    [-600_000, 'transfer.too_small', 'minimum'],
    [0, 'transfer.too_small', 'minimum'],
    [800_001, 'transfer.too_large', '$1.60 can be transferred'],
    [Number.MAX_SAFE_INTEGER, 'transfer.too_large', 'can be transferred'],
    [500_000.5, 'value.invalid', 'quota'],
    ['500000', 'value.invalid', 'quota'],
  ])('of 800000 credits %p are refused with %s', async (quota, code, message) => {
    await using gateway = await start()
    const caller = await withEarnings(gateway)
    const { body } = await caller.post('/api/user/aff_transfer', { quota })
    expect(body.code).toBe(code)
    expect(body.message).toContain(message)
    expect((await caller.get('/api/user/self')).body.data.aff_quota).toBe(800_000)
  })

  test('say so in Chinese, too', async () => {
    await using gateway = await start()
    const caller = await withEarnings(gateway)
    const headers = { 'accept-language': 'zh' }
    const body = { quota: 500_000 }
    const answer = await caller.post('/api/user/aff_transfer', body, { headers })
    expect(answer.body.message).toBe('划转成功')
  })
})
