import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startAlipay } from '../support/payments/alipay'
import type { NoticeChanges } from '../support/payments/stand-in'
import { clock, DAY_MS, openShop, type Shop, START, TEN_DOLLARS } from './payment-fixture'

const alipay = startAlipay()
let shop: Shop

beforeAll(async () => {
  shop = await openShop([alipay])
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await shop.newBuyer()
})

const order = async (agent = ''): Promise<string> => {
  const { data, trade_no: tradeNo } = await shop.pay(alipay, { 'user-agent': agent })
  await alipay.open({ tradeNo, link: data.pay_link })
  return tradeNo
}
const notice = async (tradeNo: string, changes: NoticeChanges = {}) =>
  await shop.post(alipay, alipay.notice(tradeNo, changes))

test('phones pay on the page for phones', async () => {
  const phone = await order('Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) Mobile/15E148')
  expect(alipay.page(phone)).toBe('alipay.trade.wap.pay')
  expect(alipay.page(await order('Mozilla/5.0 (X11; Linux)'))).toBe('alipay.trade.page.pay')
})

test('what was paid to another application opens a case', async () => {
  const tradeNo = await order()
  alipay.pay(tradeNo)
  await notice(tradeNo, { merchant: '2021000000000000' })
  expect(await shop.quota()).toBe(START)
  expect(await shop.reasons(tradeNo)).toEqual(['other_merchant'])
})

test('an answer that Alipay has not signed is not believed', async () => {
  const tradeNo = await order()
  alipay.pay(tradeNo)
  alipay.signWrongly(true)
  const { message } = (await shop.admin.post(`/api/order/${tradeNo}/ask`)).body
  expect(message).toContain('AlipayPublicKey')
  expect(await shop.quota()).toBe(START)
  alipay.signWrongly(false)
})

test('refunds in parts, told by notices, add up', async () => {
  const tradeNo = await order()
  alipay.pay(tradeNo)
  await notice(tradeNo)
  alipay.refund(tradeNo, 3650)
  await notice(tradeNo)
  await notice(tradeNo)
  expect(await shop.quota()).toBe(START + TEN_DOLLARS / 2)
  await shop.admin.post(`/api/order/${tradeNo}/refund`, { cents: 650 })
  await notice(tradeNo)
  expect(await shop.show(tradeNo)).toMatchObject({ refunded_cents: 4300 })
})

test('a trade that was never begun is over when its page is', async () => {
  const { trade_no: tradeNo } = await shop.pay(alipay)
  await shop.admin.post(`/api/order/${tradeNo}/ask`)
  expect(await shop.show(tradeNo)).toMatchObject({ status: 'pending' })
  clock.ms += DAY_MS
  await shop.admin.post(`/api/order/${tradeNo}/ask`)
  expect(await shop.show(tradeNo)).toMatchObject({ status: 'expired', ask_time: 0 })
})

test('a key that is none, or the other one, is not saved, and not told', async () => {
  const { AlipayPrivateKey: secret = '', AlipayPublicKey: open = '' } = alipay.options
  for (const [key, value] of [
    ['AlipayPrivateKey', 'not a key'],
    ['AlipayPrivateKey', open],
    ['AlipayPublicKey', secret],
  ] as const) {
    const refusal = shop.set({ [key]: value }).catch((error: unknown) => error)
    expect(await refusal).toMatchObject({ id: 'option.invalid', params: { key } })
    expect(JSON.stringify(await refusal)).not.toContain(value)
  }
  await shop.set({ AlipayPublicKey: open.replaceAll('\n', '') })
  const tradeNo = await order()
  alipay.pay(tradeNo)
  expect(await (await notice(tradeNo)).text()).toBe('success')
})

test('of two ways to Alipay buyers are shown the direct one', async () => {
  await shop.set({ PayAddress: 'http://127.0.0.1:9', EpayId: '1001', EpayKey: 'secret' })
  expect(await shop.methods()).toEqual(['wxpay', 'alipay_direct'])
})
