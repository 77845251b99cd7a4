import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startPaddle } from '../support/payments/paddle'
import { nowSeconds, openShop, type Shop, START, TEN_DOLLARS } from './payment-fixture'

const paddle = startPaddle(nowSeconds)
let shop: Shop

beforeAll(async () => {
  shop = await openShop([paddle])
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await shop.newBuyer()
})

const notify = async (tradeNo: string, at = nowSeconds()) =>
  (await shop.post(paddle, paddle.notice(tradeNo, { at }))).status
const paid = async (): Promise<string> => {
  const { trade_no: tradeNo } = await shop.pay(paddle)
  paddle.pay(tradeNo)
  await notify(tradeNo)
  return tradeNo
}
const refund = async (tradeNo: string, cents?: number) =>
  (await shop.admin.post(`/api/order/${tradeNo}/refund`, { cents })).body

test('an order is an item of its own price; taxes come on top', async () => {
  const { trade_no: tradeNo } = await shop.pay(paddle)
  const [item] = paddle.transaction(tradeNo).items ?? []
  expect(item?.price?.unit_price).toEqual({ amount: '1100', currency_code: 'GBP' })
  paddle.pay(tradeNo)
  expect(await notify(tradeNo)).toBe(200)
  expect(await shop.show(tradeNo)).toMatchObject({ status: 'success', money_cents: 1100 })
  expect(await shop.quota()).toBe(START + TEN_DOLLARS)
})

test('buyers pay on the page that is set, else on that of the account', async () => {
  expect((await shop.pay(paddle)).data.pay_link).toStartWith('https://shop.example/pay?_ptxn=txn_')
  await shop.set({ PaddleCheckoutUrl: 'https://gw.example/checkout.html' })
  const { data } = await shop.pay(paddle)
  expect(data.pay_link).toStartWith('https://gw.example/checkout.html?_ptxn=txn_')
  await shop.set({ PaddleCheckoutUrl: '' })
})

test('a notice of another time is refused', async () => {
  const { trade_no: tradeNo } = await shop.pay(paddle)
  paddle.pay(tradeNo)
  expect(await notify(tradeNo, nowSeconds() - 301)).toBe(400)
  expect(await notify(tradeNo, nowSeconds() + 301)).toBe(400)
  expect(await shop.quota()).toBe(START)
})

test('another currency, and a discount of Paddle, open a case', async () => {
  const { trade_no: tradeNo } = await shop.pay(paddle)
  paddle.pay(tradeNo, { currency: 'EUR' })
  await notify(tradeNo)
  expect(await shop.reasons(tradeNo)).toEqual(['amount_differs'])
  const { trade_no: cheaper } = await shop.pay(paddle)
  paddle.discount(cheaper, 100)
  paddle.pay(cheaper)
  await notify(cheaper)
  expect(await shop.reasons(cheaper)).toEqual(['amount_differs'])
  expect(await shop.quota()).toBe(START)
})

test('parts go back without their taxes; one that is rejected comes again', async () => {
  const tradeNo = await paid()
  expect((await refund(tradeNo, 550)).data).toMatchObject({ refunded_cents: 550 })
  expect(await shop.quota()).toBe(START + TEN_DOLLARS / 2)
  await notify(tradeNo)
  const rejected = { action: 'refund', status: 'rejected', subtotal: 100 }
  paddle.adjust(tradeNo, rejected)
  await notify(tradeNo)
  expect(await shop.show(tradeNo)).toMatchObject({ refunded_cents: 550 })
  rejected.status = 'pending_approval'
  await notify(tradeNo)
  expect(await shop.show(tradeNo)).toMatchObject({ refunded_cents: 650 })
  rejected.status = 'rejected'
  await notify(tradeNo)
  expect(await shop.show(tradeNo)).toMatchObject({ refunded_cents: 550 })
  expect(await shop.gateway.services.ledger.verify()).toEqual([])
})

test('a chargeback takes the credits off until it is reversed', async () => {
  const tradeNo = await paid()
  const chargeback = { action: 'chargeback', status: 'approved', subtotal: 1100 }
  paddle.adjust(tradeNo, chargeback)
  await notify(tradeNo)
  expect(await shop.quota()).toBe(START)
  chargeback.status = 'reversed'
  await notify(tradeNo)
  expect(await shop.quota()).toBe(START + TEN_DOLLARS)
})

test('a transaction that is canceled ends its order', async () => {
  const { trade_no: tradeNo } = await shop.pay(paddle)
  paddle.cancel(tradeNo)
  expect(await notify(tradeNo)).toBe(200)
  expect(await shop.show(tradeNo)).toMatchObject({ status: 'expired', ask_time: 0 })
})
