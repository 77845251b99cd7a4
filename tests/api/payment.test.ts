import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Epay, signatureOf, startEpay } from '../support/epay'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const HOUR_MS = 3_600_000
const clock = { ms: 1_750_000_000_000 }

let gateway: Gateway
let epay: Epay
let user: ApiCaller

beforeEach(async () => {
  epay = startEpay()
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  await set({
    PayAddress: epay.url,
    EpayId: epay.pid,
    EpayKey: epay.key,
    ServerAddress: 'https://gw.example',
    CustomCallbackAddress: gateway.url,
    Price: '7.3',
    TopupGroupRatio: '{"default":1,"vip":0.5,"free":0}',
  })
  user = await apiClient(gateway).as('user')
})
afterEach(async () => {
  await gateway[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})

async function set(options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
}
const amount = async (body: object) => (await user.post('/api/user/amount', body)).body
const pay = async (body: object) =>
  (await user.post('/api/user/pay', { payment_method: 'zfb', ...body })).body
const quota = async () => (await gateway.services.users.show(user.id)).quota
const START = 1_000_000

/** Orders ten dollars and has the service take the form. */
async function order(): Promise<string> {
  const { data, url } = await pay({ amount: 10 })
  await epay.submit(url, data)
  return data.out_trade_no
}

describe('what an amount costs', () => {
  test('is money with two decimals', async () => {
    expect(await amount({ amount: 10, top_up_code: '' })).toEqual({
      success: true,
      message: 'success',
      data: '73.00',
      currency: 'CNY',
    })
  })

  test('depends on the group; a ratio of 0 or none counts as 1', async () => {
    for (const [group, money] of [
      ['vip', '36.50'],
      ['free', '73.00'],
      ['svip', '73.00'],
    ] as const) {
      await set({ GroupRatio: '{"default":1,"vip":1,"svip":1,"free":1}' })
      await gateway.services.users.set(TEST_ACTOR, { id: user.id, group })
      expect((await amount({ amount: 10 })).data).toBe(money)
    }
  })

  test('is asked for in credits where the site shows credits', async () => {
    await set({ DisplayInCurrencyEnabled: 'false' })
    expect((await amount({ amount: 750_000 })).data).toBe('10.95')
    expect(await amount({ amount: 499_999 })).toEqual({
      success: false,
      code: 'payment.amount_too_small',
      message: 'error',
      data: 'Top-up amount cannot be less than 500000',
    })
  })

  test.each([[1.5], [null], ['x'], [''], [{}], [undefined]])(
    'the amount %p is refused in the shape of the wallet',
    async (given) => {
      const body = await amount({ amount: given })
      expect(body).toMatchObject({ success: false, message: 'error', code: 'value.invalid' })
      expect(body.data).toBeString()
    },
  )

  test.each([[0], [-3], [4]])('%p is below the minimum', async (given) => {
    await set({ MinTopUp: '5' })
    expect(await amount({ amount: given })).toMatchObject({
      success: false,
      code: 'payment.amount_too_small',
    })
  })

  test('is never nothing', async () => {
    await set({ Price: '0' })
    expect((await amount({ amount: 10 })).code).toBe('payment.amount_too_small')
  })

  test('cannot be more than an account can hold', async () => {
    expect((await amount({ amount: Number.MAX_SAFE_INTEGER })).code).toBe('value.out_of_range')
  })

  test('refusals are in the language of the caller', async () => {
    const headers = { 'accept-language': 'zh' }
    const answer = await user.post('/api/user/amount', { amount: 0 }, { headers })
    expect(answer.body.data).toBe('充值数量不能低于 1')
  })
})

describe('paying', () => {
  test('answers a form that the service takes, with its address beside the fields', async () => {
    const { data, url, message, success } = await pay({ amount: 10, payment_method: 'wx' })
    expect([message, success, url]).toEqual(['success', true, `${epay.url}/submit.php`])
    expect(data).toMatchObject({
      pid: '1001',
      type: 'wxpay',
      name: 'TUC10',
      money: '73.00',
      device: 'pc',
      sign_type: 'MD5',
      notify_url: `${gateway.url}/api/user/epay/notify`,
      return_url: `https://gw.example/topup?order=${data.out_trade_no}`,
    })
    expect(data.out_trade_no).toMatch(new RegExp(`^USR${user.id}NO[A-Za-z0-9]{6}\\d{10}$`))
    await epay.submit(url, data)
  })

  test('an order is pending and credits nothing', async () => {
    const tradeNo = await order()
    const { body } = await user.get('/api/order/self')
    expect(body.data.items).toMatchObject([
      { trade_no: tradeNo, status: 'pending', amount: 10, credits: 5_000_000, money_cents: 7300 },
    ])
    expect(await quota()).toBe(START)
  })

  test.each([['PayAddress'], ['EpayId'], ['EpayKey']])('is closed without %s', async (key) => {
    await gateway.services.options.reset(TEST_ACTOR, key)
    expect(await pay({ amount: 10 })).toEqual({
      success: false,
      code: 'payment.closed',
      message: 'error',
      data: 'The administrator has not enabled online top-up',
    })
  })

  test('is closed while the service could not call back', async () => {
    await set({ ServerAddress: '', CustomCallbackAddress: '' })
    expect((await pay({ amount: 10 })).code).toBe('payment.closed')
  })

  test('an unknown method is refused by name', async () => {
    const body = await pay({ amount: 10, payment_method: 'constructor' })
    expect(body.code).toBe('payment.method_unknown')
    expect(body.data).toContain('constructor')
  })
})

describe('a notice', () => {
  test('credits the order, with ledger entry, log row and audit entry', async () => {
    const tradeNo = await order()
    expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
    expect(await quota()).toBe(START + 5_000_000)
    const [entry] = await gateway.services.ledger.history({ userId: user.id })
    expect(entry).toMatchObject({ kind: 'top_up', user_delta: 5_000_000, reference: tradeNo })
    const [log] = (await gateway.services.logs.list({ userId: user.id })).items
    expect(log).toMatchObject({ type: 1, quota: 5_000_000 })
    expect(JSON.parse(log?.other ?? '')).toEqual({
      kind: 'paid',
      params: { quota: 5_000_000, money: 7300 },
    })
    const [audit] = await gateway.services.audit.list({ target: `order:${tradeNo}` })
    expect(audit).toMatchObject({ actor: 'system:epay', action: 'order.pay' })
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('ten times, at once and again, credits once', async () => {
    const notice = epay.noticeFor(await order())
    const send = () => Promise.all(Array.from({ length: 10 }, () => epay.notify(notice)))
    expect(new Set(await send())).toEqual(new Set(['success']))
    expect(new Set(await send())).toEqual(new Set(['success']))
    expect(await quota()).toBe(START + 5_000_000)
  })

  test('credits what was promised, not what prices have become', async () => {
    const tradeNo = await order()
    await set({ QuotaPerUnit: '1000', Price: '1' })
    expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
    expect(await quota()).toBe(START + 5_000_000)
  })

  test('credits an order that had expired, because the money is there', async () => {
    const tradeNo = await order()
    clock.ms += 23 * HOUR_MS
    expect(await gateway.services.payments.expire()).toBe(0)
    clock.ms += 2 * HOUR_MS
    expect(await gateway.services.payments.expire()).toBe(1)
    const [expired] = (await gateway.services.payments.list()).items
    expect(expired).toMatchObject({ trade_no: tradeNo, status: 'expired' })
    expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
    expect(await quota()).toBe(START + 5_000_000)
  })

  test.each([
    [{ money: '0.01' }],
    [{ money: '73.001' }],
    [{ pid: '1002' }],
    [{ trade_status: 'TRADE_CLOSED' }],
    [{ trade_status: '' }],
    [{ sign: '0'.repeat(32) }],
    [{ sign: '' }],
    [{ sign: 'short' }],
  ])('with %j fails and credits nothing, though the rest is right', async (changes) => {
    const tradeNo = await order()
    expect(await epay.notify(epay.noticeFor(tradeNo, changes))).toBe('fail')
    expect(await quota()).toBe(START)
    expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
  })

  test('by POST is a notice as well, and the two together credit once', async () => {
    const tradeNo = await order()
    const post = async (changes = {}) => {
      const body = new URLSearchParams(epay.noticeFor(tradeNo, changes))
      const answer = await fetch(`${gateway.url}/api/user/epay/notify`, { method: 'POST', body })
      return await answer.text()
    }
    expect(await post({ sign: '0'.repeat(32) })).toBe('fail')
    expect(await quota()).toBe(START)
    expect(await post()).toBe('success')
    expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
    expect(await post()).toBe('success')
    expect(await quota()).toBe(START + 5_000_000)
  })

  test('signed for nobody knows which order fails', async () => {
    const notice = { pid: epay.pid, out_trade_no: 'USR1NOabc', trade_status: 'TRADE_SUCCESS' }
    const sign = signatureOf(notice, epay.key)
    const query = new URLSearchParams({ ...notice, sign })
    const answer = await apiClient(gateway).get(`/api/user/epay/notify?${query}`)
    expect([answer.status, answer.body]).toEqual([200, 'fail'])
  })

  test('fails while payment is not configured, without words', async () => {
    const tradeNo = await order()
    const notice = epay.noticeFor(tradeNo)
    await gateway.services.options.reset(TEST_ACTOR, 'EpayKey')
    expect(await epay.notify(notice)).toBe('fail')
    expect(await apiClient(gateway).get('/api/user/epay/notify/')).toMatchObject({ body: 'fail' })
  })
})

describe('lists of orders', () => {
  test('users see their own, admins all, by status and user', async () => {
    await order()
    const other = await apiClient(gateway).as('admin')
    expect((await other.get('/api/order/self')).body.data).toMatchObject({ items: [], total: 0 })
    expect((await other.get('/api/order/?status=pending')).body.data.total).toBe(1)
    expect((await other.get('/api/order/?status=success')).body.data.total).toBe(0)
    const of = async (id: number) => (await other.get(`/api/order/?user_id=${id}`)).body.data.total
    expect([await of(user.id), await of(other.id)]).toEqual([1, 0])
    const [mine] = (await user.get('/api/order/self')).body.data.items
    const named = await other.get(`/api/order/?username=${mine.username}`)
    expect(named.body.data.items[0]).toMatchObject({ user_id: user.id, username: mine.username })
    expect((await other.get('/api/order/?username=nobody')).body.data.total).toBe(0)
    const { states } = (await other.get('/api/stats/counts?noun=order')).body.data
    expect(states).toEqual([{ status: 'pending', count: 1 }])
    expect((await user.get('/api/order/')).body.code).toBe('permission.denied')
  })
})
