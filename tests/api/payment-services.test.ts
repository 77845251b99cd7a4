import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { startAlipay } from '../support/payments/alipay'
import type { NoticeChanges, PaidMoney, PaymentStandIn } from '../support/payments/stand-in'
import { TEST_ACTOR } from '../support/seed'

const DAY_MS = 86_400_000
const TEN_DOLLARS = 5_000_000
const START = 1_000_000
const clock = { ms: 1_750_000_000_000 }

let gateway: Gateway
let client: ApiClient
let admin: ApiCaller
/** A new one for every test. */
let user: ApiCaller

const alipay = startAlipay()

beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  await set({ ServerAddress: 'https://gw.example' })
  for (const [, service] of SERVICES) await set(service.options)
  client = apiClient(gateway)
  admin = await client.as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  for (const [, service] of SERVICES) await service[Symbol.asyncDispose]()
})
beforeEach(async () => {
  user = await client.as('user')
})
afterEach(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
})

async function set(options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
}

const quota = async () => (await gateway.services.users.show(user.id)).quota
const show = async (tradeNo: string) => (await admin.get(`/api/order/${tradeNo}`)).body.data
const reasonsOf = async (tradeNo: string) =>
  (await show(tradeNo)).cases.map(({ reason }: { reason: string }) => reason)

const SERVICES: readonly (readonly [string, PaymentStandIn])[] = [['Alipay', alipay]]

describe.each(SERVICES)('%s', (_, service) => {
  const pay = async (headers: Readonly<Record<string, string>> = {}) => {
    const body = { amount: 10, payment_method: service.method }
    return (await user.post('/api/user/pay', body, { headers })).body
  }
  /** Orders ten dollars and opens the page, which checks what we have signed. */
  const order = async (): Promise<string> => {
    const { data, trade_no: tradeNo } = await pay()
    await service.open({ tradeNo, link: data.pay_link ?? data.qr_code })
    return tradeNo
  }
  const paid = async (money: PaidMoney = {}): Promise<string> => {
    const tradeNo = await order()
    service.pay(tradeNo, money)
    return tradeNo
  }
  const deliver = async (sent: ReturnType<PaymentStandIn['notice']>) => {
    const address = `${gateway.url}/api/payment/${service.service}/notice`
    const answer = await fetch(address, { method: 'POST', ...sent })
    return service.isTaken({ status: answer.status, text: await answer.text() })
  }
  const tell = (tradeNo: string, changes: NoticeChanges = {}) =>
    deliver(service.notice(tradeNo, changes))
  const ask = (tradeNo: string) => admin.post(`/api/order/${tradeNo}/ask`)
  const askDue = async (laterMs: number) => {
    clock.ms += laterMs
    await gateway.services.payments.askDue()
  }
  const refund = async (tradeNo: string, cents?: number) =>
    (await admin.post(`/api/order/${tradeNo}/refund`, { cents })).body

  test('takes an order at its price, and is offered until a setting is gone', async () => {
    const tradeNo = await order()
    const { currency, cents: money_cents, method } = service
    expect(await show(tradeNo)).toMatchObject({
      ...{ service: service.service, payment_method: method, currency, money_cents },
      ...{ credits: TEN_DOLLARS, status: 'pending', can_ask: true, can_refund: true },
    })
    const methods = async () =>
      (await user.get('/api/user/payment_methods')).body.data.map(({ id }: { id: string }) => id)
    expect(await methods()).toContain(method)
    await gateway.services.options.reset(TEST_ACTOR, service.wrongKey.option)
    expect(await methods()).not.toContain(method)
    expect((await pay()).code).toBe('payment.closed')
    await set(service.options)
  })

  test('has no page for an order when the secret is wrong, and says which', async () => {
    const tradeNo = await paid()
    const { option, value, told } = service.wrongKey
    await set({ [option]: value })
    const { message } = (await ask(tradeNo)).body
    expect(message).toContain(told)
    expect(message).not.toContain(value)
    expect((await show(tradeNo)).ask_problem).toContain(told)
    expect(await quota()).toBe(START)
    await set(service.options)
    await ask(tradeNo)
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })

  test('a notice credits once, however often and in whatever order it comes', async () => {
    const tradeNo = await order()
    const early = service.notice(tradeNo)
    service.pay(tradeNo)
    const late = service.notice(tradeNo)
    const ten = Array.from({ length: 10 }, () => deliver(late))
    expect(new Set(await Promise.all(ten))).toEqual(new Set([true]))
    await deliver(early)
    expect(await deliver(late)).toBe(true)
    expect(await quota()).toBe(START + TEN_DOLLARS)
    expect(await show(tradeNo)).toMatchObject({ status: 'success', cases: [] })
  })

  test.each(['key', 'body', 'unsigned'] as const)(
    'a forged notice changes nothing in any state of an order: %s',
    async (forgery) => {
      const tradeNo = await order()
      expect(await tell(tradeNo, { forgery })).toBe(false)
      service.pay(tradeNo)
      expect(await tell(tradeNo, { forgery })).toBe(false)
      expect(await quota()).toBe(START)
      expect(await show(tradeNo)).toMatchObject({ status: 'pending', cases: [] })
      await tell(tradeNo)
      service.refund(tradeNo, service.cents)
      expect(await tell(tradeNo, { forgery })).toBe(false)
      expect(await quota()).toBe(START + TEN_DOLLARS)
    },
  )

  test('a lost notice is made up for by asking, and the notice then changes nothing', async () => {
    const tradeNo = await order()
    await askDue(61_000)
    expect(await show(tradeNo)).toMatchObject({ status: 'pending', ask_problem: '' })
    service.pay(tradeNo)
    await askDue(3_600_000)
    expect(await quota()).toBe(START + TEN_DOLLARS)
    expect(await tell(tradeNo)).toBe(true)
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })

  test('a service that is down is asked again', async () => {
    const tradeNo = await paid()
    service.failWith(502)
    await askDue(61_000)
    expect((await show(tradeNo)).ask_problem).toContain('502')
    service.failWith(undefined)
    await askDue(3_600_000)
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })

  test('a payment after the order has expired is credited once', async () => {
    const tradeNo = await order()
    clock.ms += 2 * DAY_MS
    await gateway.services.payments.expire()
    expect(await show(tradeNo)).toMatchObject({ status: 'expired' })
    service.pay(tradeNo)
    expect(await tell(tradeNo)).toBe(true)
    expect(await tell(tradeNo)).toBe(true)
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })

  test('another sum opens a case and credits nothing', async () => {
    const tradeNo = await paid({ cents: service.cents - 1 })
    expect(await tell(tradeNo)).toBe(true)
    await ask(tradeNo)
    expect(await quota()).toBe(START)
    expect(await reasonsOf(tradeNo)).toEqual(['amount_differs'])
  })

  test('a refund at the service is an entry here, once', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    service.refund(tradeNo, service.cents)
    await tell(tradeNo)
    await tell(tradeNo)
    expect(await quota()).toBe(START)
    expect(await show(tradeNo)).toMatchObject({ refunded_cents: service.cents })
    await ask(tradeNo)
    expect(await quota()).toBe(START)
  })

  test('a whole refund at the service is found by the daily comparison', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    service.refund(tradeNo, service.cents)
    clock.ms += DAY_MS
    await gateway.services.payments.openDifferences()
    await askDue(1000)
    expect(await quota()).toBe(START)
  })

  test('a refund from here is made once and booked once', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    expect((await refund(tradeNo)).data).toMatchObject({ refunded_cents: service.cents })
    expect(service.refunded(tradeNo)).toBe(service.cents)
    await tell(tradeNo)
    expect(await quota()).toBe(START)
    expect(await reasonsOf(tradeNo)).toEqual([])
  })

  test('a refund whose answer is lost is never made twice', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    service.loseNextAnswer()
    const first = await refund(tradeNo)
    if (first.success !== true) {
      expect(first.code).toBe('payment.service_failed')
      const [{ id }] = (await show(tradeNo)).cases
      await admin.post(`/api/order/cases/${id}/close`)
      await refund(tradeNo)
      await ask(tradeNo)
    }
    expect(service.refunded(tradeNo)).toBe(service.cents)
    expect(await quota()).toBe(START)
  })

  test('a refund is refused while the service is down, and waits for a person', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    service.failWith(503)
    expect((await refund(tradeNo)).code).toBe('payment.service_failed')
    service.failWith(undefined)
    expect(await reasonsOf(tradeNo)).toEqual(['refund_unfinished'])
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })
})

describe('Alipay', () => {
  const order = async (agent: string): Promise<string> => {
    const headers = { 'user-agent': agent }
    const body = { amount: 10, payment_method: alipay.method }
    const { data, trade_no: tradeNo } = (await user.post('/api/user/pay', body, { headers })).body
    await alipay.open({ tradeNo, link: data.pay_link })
    return tradeNo
  }
  const notice = async (tradeNo: string, changes: NoticeChanges = {}) => {
    const address = `${gateway.url}/api/payment/alipay/notice`
    return await fetch(address, { method: 'POST', ...alipay.notice(tradeNo, changes) })
  }

  test('phones pay on the page for phones', async () => {
    const phone = await order('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) Mobile/15E148')
    expect(alipay.page(phone)).toBe('alipay.trade.wap.pay')
    expect(alipay.page(await order('Mozilla/5.0 (X11; Linux)'))).toBe('alipay.trade.page.pay')
  })

  test('what was paid to another application opens a case', async () => {
    const tradeNo = await order('')
    alipay.pay(tradeNo)
    await notice(tradeNo, { merchant: '2021000000000000' })
    expect(await quota()).toBe(START)
    expect(await reasonsOf(tradeNo)).toEqual(['other_merchant'])
  })

  test('an answer that Alipay has not signed is not believed', async () => {
    const tradeNo = await order('')
    alipay.pay(tradeNo)
    alipay.signWrongly(true)
    const { message } = (await admin.post(`/api/order/${tradeNo}/ask`)).body
    expect(message).toContain('AlipayPublicKey')
    expect(await quota()).toBe(START)
    alipay.signWrongly(false)
  })

  test('refunds in parts, told by notices, add up', async () => {
    const tradeNo = await order('')
    alipay.pay(tradeNo)
    await notice(tradeNo)
    alipay.refund(tradeNo, 3650)
    await notice(tradeNo)
    await notice(tradeNo)
    expect(await quota()).toBe(START + TEN_DOLLARS / 2)
    await admin.post(`/api/order/${tradeNo}/refund`, { cents: 650 })
    await notice(tradeNo)
    expect(await show(tradeNo)).toMatchObject({ refunded_cents: 4300 })
  })

  test('a trade that was never begun is over when its page is', async () => {
    const body = { amount: 10, payment_method: alipay.method }
    const { trade_no: tradeNo } = (await user.post('/api/user/pay', body)).body
    await admin.post(`/api/order/${tradeNo}/ask`)
    expect(await show(tradeNo)).toMatchObject({ status: 'pending' })
    clock.ms += DAY_MS
    await admin.post(`/api/order/${tradeNo}/ask`)
    expect(await show(tradeNo)).toMatchObject({ status: 'expired', ask_time: 0 })
  })
})
