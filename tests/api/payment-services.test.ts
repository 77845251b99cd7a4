import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { startAlipay } from '../support/payments/alipay'
import { startCreem } from '../support/payments/creem'
import { startPaddle } from '../support/payments/paddle'
import type { NoticeChanges, PaidMoney, PaymentStandIn } from '../support/payments/stand-in'
import { startWechat } from '../support/payments/wechat'
import { TEST_ACTOR } from '../support/seed'
import {
  clock,
  DAY_MS,
  nowSeconds,
  openShop,
  type Shop,
  START,
  TEN_DOLLARS,
} from './payment-fixture'

let shop: Shop

const SERVICES: readonly (readonly [string, PaymentStandIn])[] = [
  ['Alipay', startAlipay()],
  ['WeChat Pay', startWechat(nowSeconds)],
  ['Creem', startCreem()],
  ['Paddle', startPaddle(nowSeconds)],
]

beforeAll(async () => {
  shop = await openShop(SERVICES.map(([, service]) => service))
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await shop.newBuyer()
})
afterEach(async () => {
  expect(await shop.gateway.services.ledger.verify()).toEqual([])
})

describe.each(SERVICES)('%s', (_, service) => {
  /** Orders ten dollars and opens the page, which checks what we have signed. */
  const order = async (): Promise<string> => {
    const { data, trade_no: tradeNo } = await shop.pay(service)
    await service.open({ tradeNo, link: data.pay_link ?? data.qr_code })
    return tradeNo
  }
  const paid = async (money: PaidMoney = {}): Promise<string> => {
    const tradeNo = await order()
    service.pay(tradeNo, money)
    return tradeNo
  }
  const deliver = async (sent: ReturnType<PaymentStandIn['notice']>) => {
    const answer = await shop.post(service, sent)
    return service.isTaken({ status: answer.status, text: await answer.text() })
  }
  const tell = (tradeNo: string, changes: NoticeChanges = {}) =>
    deliver(service.notice(tradeNo, changes))
  const ask = (tradeNo: string) => shop.admin.post(`/api/order/${tradeNo}/ask`)
  const askDue = async (laterMs: number) => {
    clock.ms += laterMs
    await shop.gateway.services.payments.askDue()
  }
  const refund = async (tradeNo: string, cents?: number) =>
    (await shop.admin.post(`/api/order/${tradeNo}/refund`, { cents })).body

  test('takes an order at its price, and is offered until a setting is gone', async () => {
    const tradeNo = await order()
    const { currency, cents: money_cents, method } = service
    expect(await shop.show(tradeNo)).toMatchObject({
      ...{ service: service.service, payment_method: method, currency, money_cents },
      ...{ credits: TEN_DOLLARS, status: 'pending', can_ask: true, can_refund: true },
    })
    expect(await shop.methods()).toContain(method)
    await shop.gateway.services.options.reset(TEST_ACTOR, service.wrongKey.option)
    expect(await shop.methods()).not.toContain(method)
    expect((await shop.pay(service)).code).toBe('payment.closed')
    await shop.set(service.options)
  })

  test('has no page for an order when the secret is wrong, and says which', async () => {
    const tradeNo = await paid()
    const { option, value, told } = service.wrongKey
    await shop.set({ [option]: value })
    const { message } = (await ask(tradeNo)).body
    expect(message).toContain(told)
    expect(message).not.toContain(value)
    expect((await shop.show(tradeNo)).ask_problem).toContain(told)
    expect(await shop.quota()).toBe(START)
    await shop.set(service.options)
    await ask(tradeNo)
    expect(await shop.quota()).toBe(START + TEN_DOLLARS)
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
    expect(await shop.quota()).toBe(START + TEN_DOLLARS)
    expect(await shop.show(tradeNo)).toMatchObject({ status: 'success', cases: [] })
  })

  test.each(['key', 'body', 'unsigned'] as const)(
    'a forged notice changes nothing in any state of an order: %s',
    async (forgery) => {
      const tradeNo = await order()
      expect(await tell(tradeNo, { forgery })).toBe(false)
      service.pay(tradeNo)
      expect(await tell(tradeNo, { forgery })).toBe(false)
      expect(await shop.quota()).toBe(START)
      expect(await shop.show(tradeNo)).toMatchObject({ status: 'pending', cases: [] })
      await tell(tradeNo)
      service.refund(tradeNo, service.cents)
      expect(await tell(tradeNo, { forgery })).toBe(false)
      expect(await shop.quota()).toBe(START + TEN_DOLLARS)
    },
  )

  test('a lost notice is made up for by asking, and the notice then changes nothing', async () => {
    const tradeNo = await order()
    await askDue(61_000)
    expect(await shop.show(tradeNo)).toMatchObject({ status: 'pending', ask_problem: '' })
    service.pay(tradeNo)
    await askDue(3_600_000)
    expect(await shop.quota()).toBe(START + TEN_DOLLARS)
    expect(await tell(tradeNo)).toBe(true)
    expect(await shop.quota()).toBe(START + TEN_DOLLARS)
  })

  test('one payer earns one reward for an invitation, whoever tells of the payment', async () => {
    const { ledger, users } = shop.gateway.services
    const host = { username: `host-${service.service}`, password: 'correct horse battery' }
    const { id } = await users.create(TEST_ACTOR, host)
    const code = await users.affCode(id)
    const reward = { InviteFirstPaymentReward: '700', InvitesPerAddress: '0' }
    await shop.set({ ...reward, RewardsPerInstrument: '1' })
    const rewarded = async () =>
      (await ledger.history({ userId: id })).filter(({ kind }) => kind === 'reward').length
    const payAs = async (payer: string, told: (tradeNo: string) => Promise<unknown>) => {
      await shop.newInvited(code)
      const tradeNo = await paid({ payer })
      await told(tradeNo)
      expect(await shop.show(tradeNo)).toMatchObject({ status: 'success' })
      return await rewarded()
    }
    expect(await payAs('payer-1', tell)).toBe(1)
    expect(await payAs('payer-1', ask)).toBe(1)
    expect(await payAs('payer-2', ask)).toBe(2)
    expect(await payAs('payer-2', tell)).toBe(2)
    expect(await payAs('payer-3', tell)).toBe(3)
    await shop.set({ InviteFirstPaymentReward: '0' })
  })

  test('a service that is down is asked again', async () => {
    const tradeNo = await paid()
    service.failWith(502)
    await askDue(61_000)
    expect((await shop.show(tradeNo)).ask_problem).toContain('502')
    service.failWith(undefined)
    await askDue(3_600_000)
    expect(await shop.quota()).toBe(START + TEN_DOLLARS)
  })

  test('a payment after the order has expired is credited once', async () => {
    const tradeNo = await order()
    clock.ms += 2 * DAY_MS
    await shop.gateway.services.payments.expire()
    expect(await shop.show(tradeNo)).toMatchObject({ status: 'expired' })
    service.pay(tradeNo)
    expect(await tell(tradeNo)).toBe(true)
    expect(await tell(tradeNo)).toBe(true)
    expect(await shop.quota()).toBe(START + TEN_DOLLARS)
  })

  test('another sum opens a case and credits nothing', async () => {
    const tradeNo = await paid({ cents: service.cents - 1 })
    expect(await tell(tradeNo)).toBe(true)
    await ask(tradeNo)
    expect(await shop.quota()).toBe(START)
    expect(await shop.reasons(tradeNo)).toEqual(['amount_differs'])
  })

  test('ten answers and ten notices at once credit once', async () => {
    const tradeNo = await paid()
    const sent = service.notice(tradeNo)
    const ten = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, run))
    await Promise.all([ten(() => deliver(sent)), ten(() => ask(tradeNo))])
    expect(await shop.quota()).toBe(START + TEN_DOLLARS)
    expect(await shop.show(tradeNo)).toMatchObject({ status: 'success', cases: [] })
  })

  test('a refund at the service is an entry here, once, and old news changes nothing', async () => {
    const tradeNo = await paid()
    const old = service.notice(tradeNo)
    await deliver(old)
    service.refund(tradeNo, service.cents)
    await tell(tradeNo)
    await tell(tradeNo)
    await deliver(old)
    expect(await shop.quota()).toBe(START)
    expect(await shop.show(tradeNo)).toMatchObject({ refunded_cents: service.cents })
    await ask(tradeNo)
    expect(await shop.quota()).toBe(START)
  })

  test('a whole refund at the service is found by the daily comparison', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    service.refund(tradeNo, service.cents)
    clock.ms += DAY_MS
    await shop.gateway.services.payments.openDifferences()
    await askDue(1000)
    expect(await shop.quota()).toBe(service.tellsRefunds ? START : START + TEN_DOLLARS)
    expect(await shop.reasons(tradeNo)).toEqual(service.tellsRefunds ? [] : ['refund_unclear'])
  })

  test('a refund from here is made once and booked once', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    expect((await refund(tradeNo)).data).toMatchObject({ refunded_cents: service.cents })
    expect(service.refunded(tradeNo)).toBe(service.cents)
    await tell(tradeNo)
    expect(await shop.quota()).toBe(START)
    expect(await shop.reasons(tradeNo)).toEqual([])
  })

  test('a refund whose answer is lost is never made twice', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    service.loseNextAnswer()
    const first = await refund(tradeNo)
    if (first.success !== true) {
      expect(first.code).toBe('payment.service_failed')
      const [{ id }] = (await shop.show(tradeNo)).cases
      await shop.admin.post(`/api/order/cases/${id}/close`)
      await refund(tradeNo)
      await ask(tradeNo)
    }
    expect(service.refunded(tradeNo)).toBe(service.cents)
    expect(await shop.quota()).toBe(START)
  })

  test('a refund is refused while the service is down, and waits for a person', async () => {
    const tradeNo = await paid()
    await tell(tradeNo)
    service.failWith(503)
    expect((await refund(tradeNo)).code).toBe('payment.service_failed')
    service.failWith(undefined)
    expect(await shop.reasons(tradeNo)).toEqual(['refund_unfinished'])
    expect(await shop.quota()).toBe(START + TEN_DOLLARS)
  })
})
