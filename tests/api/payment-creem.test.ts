import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startCreem } from '../support/payments/creem'
import { openShop, type Shop, START, TEN_DOLLARS } from './payment-fixture'

const creem = startCreem()
let shop: Shop

beforeAll(async () => {
  shop = await openShop([creem])
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await shop.newBuyer()
})

const paid = async (): Promise<string> => {
  const { trade_no: tradeNo } = await shop.pay(creem)
  creem.pay(tradeNo)
  await shop.post(creem, creem.notice(tradeNo))
  return tradeNo
}
const refund = async (tradeNo: string, cents?: number) =>
  (await shop.admin.post(`/api/order/${tradeNo}/refund`, { cents })).body

test('an order replaces the price of the product; taxes come on top', async () => {
  const { trade_no: tradeNo } = await shop.pay(creem)
  expect(creem.checkout(tradeNo)).toMatchObject({
    ...{ product_id: 'prod_1234567890', custom_price: 900, request_id: tradeNo },
    success_url: `https://gw.example/topup?order=${tradeNo}`,
  })
  creem.pay(tradeNo)
  await shop.post(creem, creem.notice(tradeNo))
  expect(await shop.show(tradeNo)).toMatchObject({ status: 'success', refunded_cents: 0 })
  expect(await shop.quota()).toBe(START + TEN_DOLLARS)
})

test('is not sold in another currency than the product has', async () => {
  await shop.set({ CreemCurrency: 'USD' })
  const { code, data } = await shop.pay(creem)
  expect(code).toBe('payment.service_failed')
  expect(data).toContain('CreemCurrency')
  await shop.set(creem.options)
})

test('another currency than was ordered opens a case', async () => {
  const { trade_no: tradeNo } = await shop.pay(creem)
  creem.pay(tradeNo, { currency: 'USD' })
  expect((await shop.post(creem, creem.notice(tradeNo))).status).toBe(200)
  expect(await shop.quota()).toBe(START)
  expect(await shop.reasons(tradeNo)).toEqual(['amount_differs'])
})

test('a part that was refunded at Creem takes its share, without the taxes', async () => {
  const tradeNo = await paid()
  creem.refund(tradeNo, 300)
  await shop.post(creem, creem.notice(tradeNo))
  expect(await shop.show(tradeNo)).toMatchObject({ refunded_cents: 300 })
  expect(await shop.quota()).toBe(START + TEN_DOLLARS - 1_666_666)
})

test('no part is refunded from here, and nothing is booked', async () => {
  const tradeNo = await paid()
  expect((await refund(tradeNo, 300)).code).toBe('payment.refund_refused')
  expect(creem.refunded(tradeNo)).toBe(0)
  expect(await shop.reasons(tradeNo)).toEqual([])
})

test('a refund that is not done yet is booked when it is', async () => {
  const tradeNo = await paid()
  creem.refundWith('pending')
  expect((await refund(tradeNo)).code).toBe('payment.service_failed')
  expect(await shop.quota()).toBe(START + TEN_DOLLARS)
  expect(await shop.reasons(tradeNo)).toEqual(['refund_unfinished'])
  creem.refund(tradeNo, 900)
  await shop.post(creem, creem.notice(tradeNo))
  expect(await shop.quota()).toBe(START)
})

test('a checkout that has expired ends its order', async () => {
  const { trade_no: tradeNo } = await shop.pay(creem)
  creem.expire(tradeNo)
  await shop.admin.post(`/api/order/${tradeNo}/ask`)
  expect(await shop.show(tradeNo)).toMatchObject({ status: 'expired', ask_time: 0 })
})
