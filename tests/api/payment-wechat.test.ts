import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startWechat } from '../support/payments/wechat'
import { nowSeconds, openShop, type Shop, START, TEN_DOLLARS } from './payment-fixture'

const wechat = startWechat(nowSeconds)
let shop: Shop

beforeAll(async () => {
  shop = await openShop([wechat])
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await shop.newBuyer()
})

const pay = (headers: Readonly<Record<string, string>> = {}) => shop.pay(wechat, headers)
const post = async (sent: ReturnType<typeof wechat.notice>) =>
  (await shop.post(wechat, sent)).status
const paid = async (): Promise<string> => {
  const { trade_no: tradeNo } = await pay()
  wechat.pay(tradeNo)
  await post(wechat.notice(tradeNo))
  return tradeNo
}

test('computers scan a code, phones go to a page if the merchant has one', async () => {
  const { data, trade_no } = await pay()
  expect([data, wechat.product(trade_no)]).toEqual([
    { qr_code: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz' },
    'native',
  ])
  const phone = { 'sec-ch-ua-mobile': '?1' }
  const { data: page, trade_no: onPhone } = await pay(phone)
  expect(wechat.product(onPhone)).toBe('h5')
  expect(page.pay_link).toEndWith(
    `&redirect_url=${encodeURIComponent(`https://gw.example/topup?order=${onPhone}`)}`,
  )
  wechat.allowH5(false)
  expect(wechat.product((await pay(phone)).trade_no)).toBe('native')
  wechat.allowH5(true)
})

test('a notice that is too old or too new is refused', async () => {
  const { trade_no: tradeNo } = await pay()
  wechat.pay(tradeNo)
  for (const at of [nowSeconds() - 301, nowSeconds() + 301]) {
    expect(await post(wechat.notice(tradeNo, { at }))).toBe(400)
  }
  expect(await shop.quota()).toBe(START)
})

test('another currency opens a case', async () => {
  const { trade_no: tradeNo } = await pay()
  wechat.pay(tradeNo, { currency: 'HKD' })
  expect(await post(wechat.notice(tradeNo))).toBe(200)
  expect(await shop.reasons(tradeNo)).toEqual(['amount_differs'])
})

test('what was paid to another merchant opens a case', async () => {
  const { trade_no: tradeNo } = await pay()
  wechat.pay(tradeNo)
  await post(wechat.notice(tradeNo, { merchant: '1900000000' }))
  expect(await shop.quota()).toBe(START)
  expect(await shop.reasons(tradeNo)).toEqual(['other_merchant'])
})

test('a notice that the APIv3 key does not open is sent again', async () => {
  const { trade_no: tradeNo } = await pay()
  wechat.pay(tradeNo)
  await shop.set({ WechatPayApiV3Key: 'not the key' })
  expect(await post(wechat.notice(tradeNo))).toBe(503)
  await shop.set(wechat.options)
  expect(await post(wechat.notice(tradeNo))).toBe(200)
  expect(await shop.quota()).toBe(START + TEN_DOLLARS)
})

test('an answer that WeChat Pay has not signed is not believed', async () => {
  const { trade_no: tradeNo } = await pay()
  wechat.pay(tradeNo)
  wechat.signWrongly(true)
  const { message } = (await shop.admin.post(`/api/order/${tradeNo}/ask`)).body
  expect(message).toContain('WechatPayPublicKey')
  wechat.signWrongly(false)
  expect(await shop.quota()).toBe(START)
})

test('parts refunded from here add up; a part refunded there waits for a person', async () => {
  const tradeNo = await paid()
  await shop.admin.post(`/api/order/${tradeNo}/refund`, { cents: 3650 })
  expect(await post(wechat.refundNotice(tradeNo))).toBe(200)
  await shop.admin.post(`/api/order/${tradeNo}/refund`, { cents: 650 })
  expect(await post(wechat.refundNotice(tradeNo))).toBe(200)
  expect(await shop.show(tradeNo)).toMatchObject({ refunded_cents: 4300, cases: [] })
  wechat.refund(tradeNo, 100)
  expect(await post(wechat.refundNotice(tradeNo))).toBe(200)
  expect(await shop.show(tradeNo)).toMatchObject({ refunded_cents: 4300 })
  expect(await shop.reasons(tradeNo)).toEqual(['refund_unclear'])
})

test('a refund that the bank does not take waits for a person', async () => {
  const tradeNo = await paid()
  await shop.admin.post(`/api/order/${tradeNo}/refund`, { cents: 3650 })
  expect(await post(wechat.refundNotice(tradeNo, 'REFUND.ABNORMAL'))).toBe(200)
  expect(await shop.reasons(tradeNo)).toEqual(['refund_unclear'])
})
