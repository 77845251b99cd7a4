import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Epay, startEpay } from '../support/epay'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const TEN_DOLLARS = 5_000_000
const START = 1_000_000
const clock = { ms: 1_750_000_000_000 }

let gateway: Gateway
let epay: Epay
let client: ApiClient
let admin: ApiCaller
/** A new one for every test. */
let user: ApiCaller

beforeAll(async () => {
  epay = startEpay()
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  const options = {
    PayAddress: epay.url,
    EpayId: epay.pid,
    EpayKey: epay.key,
    ServerAddress: 'https://gw.example',
    CustomCallbackAddress: gateway.url,
  }
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
  client = apiClient(gateway)
  admin = await client.as('admin')
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})
beforeEach(async () => {
  user = await client.as('user')
})

/** Orders ten dollars and has the service take the form. */
async function order(): Promise<string> {
  const body = { amount: 10, payment_method: 'zfb' }
  const { data, url } = (await user.post('/api/user/pay', body)).body
  await epay.submit(url, data)
  return data.out_trade_no
}
const askDue = () => gateway.services.payments.askDue()
const quota = async () => (await gateway.services.users.show(user.id)).quota
const show = async (tradeNo: string) => (await admin.get(`/api/order/${tradeNo}`)).body.data
const casesOf = async (tradeNo: string) =>
  (await show(tradeNo)).cases.map(({ reason }: { reason: string }) => reason)

describe('an order without a notice', () => {
  test('is asked about after a minute, and credited once', async () => {
    const tradeNo = await order()
    epay.pay(tradeNo)
    expect(await askDue()).toBe(0)
    clock.ms += MINUTE_MS
    expect(await askDue()).toBe(1)
    expect(await quota()).toBe(START + TEN_DOLLARS)
    expect(await show(tradeNo)).toMatchObject({ status: 'success', ask_time: 0, ask_problem: '' })
    // The notice comes after all, twice.
    expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
    expect(await epay.notify(epay.noticeFor(tradeNo))).toBe('success')
    clock.ms += DAY_MS
    expect(await askDue()).toBe(0)
    expect(await quota()).toBe(START + TEN_DOLLARS)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('is asked about ever less often, also after it has expired, for seven days', async () => {
    const tradeNo = await order()
    const before = epay.counts.asked
    for (let hours = 0; hours < 10 * 24; hours += 1) {
      clock.ms += HOUR_MS
      await gateway.services.payments.expire()
      await askDue()
    }
    expect(epay.counts.asked - before).toBeWithin(30, 50)
    expect(await show(tradeNo)).toMatchObject({ status: 'expired', ask_time: 0 })
    expect(await quota()).toBe(START)
  })

  test('is credited when it was paid after it had expired', async () => {
    const tradeNo = await order()
    clock.ms += 2 * DAY_MS
    await gateway.services.payments.expire()
    await askDue()
    epay.pay(tradeNo)
    clock.ms += DAY_MS
    await askDue()
    expect(await show(tradeNo)).toMatchObject({ status: 'success' })
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })

  test('waits for a service that is down, and the reason is shown without the key', async () => {
    const tradeNo = await order()
    epay.pay(tradeNo)
    epay.failWith(502)
    clock.ms += 8 * DAY_MS
    await askDue()
    const waiting = await show(tradeNo)
    expect(waiting.ask_problem).toContain('HTTP 502')
    expect(JSON.stringify(waiting)).not.toContain(epay.key)
    expect(waiting.ask_time).toBeGreaterThan(clock.ms / 1000)
    epay.failWith(undefined)
    clock.ms += DAY_MS
    await askDue()
    expect(await quota()).toBe(START + TEN_DOLLARS)
  })

  test('whose payment does not match waits for a person, and is never credited', async () => {
    const tradeNo = await order()
    epay.pay(tradeNo, { money: '1.00' })
    clock.ms += MINUTE_MS
    await askDue()
    expect(await quota()).toBe(START)
    expect(await epay.notify(epay.noticeFor(tradeNo, { money: '1.00' }))).toBe('fail')
    const { body } = await admin.get('/api/order/cases?open=true')
    const [found] = body.data.items
    expect(found).toMatchObject({ reason: 'amount_differs', money_cents: 100, seen: 2 })
    const note = { note: 'paid back by hand' }
    expect((await admin.post(`/api/order/cases/${found.id}/close`, note)).body.success).toBe(true)
    expect((await admin.post(`/api/order/cases/${found.id}/close`, note)).body.code).toBe(
      'payment.case_not_found',
    )
    expect((await admin.get('/api/order/cases?open=true')).body.data.items).not.toContainEqual(
      expect.objectContaining({ id: found.id }),
    )
  })

  test('ten answers and ten notices at once credit once', async () => {
    const tradeNo = await order()
    epay.pay(tradeNo)
    const notice = epay.noticeFor(tradeNo)
    const ten = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, run))
    await Promise.all([
      ten(() => epay.notify(notice)),
      ten(() => admin.post(`/api/order/${tradeNo}/ask`)),
    ])
    expect(await quota()).toBe(START + TEN_DOLLARS)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })
})

test('a buyer who comes back asks about the own order, and about no other', async () => {
  const tradeNo = await order()
  const ask = async (who: ApiCaller) => (await who.post(`/api/order/self/${tradeNo}/ask`)).body
  expect((await ask(user)).data).toMatchObject({ status: 'pending' })
  epay.pay(tradeNo)
  // It was asked a moment ago.
  expect((await ask(user)).data).toMatchObject({ status: 'pending' })
  clock.ms += 10_000
  expect((await ask(user)).data).toMatchObject({ status: 'success', plan_name: '' })
  const other = await client.as('user')
  expect((await ask(other)).code).toBe('payment.order_not_found')
})

describe('a refund', () => {
  async function paid(): Promise<string> {
    const tradeNo = await order()
    epay.pay(tradeNo)
    await admin.post(`/api/order/${tradeNo}/ask`)
    return tradeNo
  }
  const refund = async (tradeNo: string, cents?: number) =>
    (await admin.post(`/api/order/${tradeNo}/refund`, { cents })).body

  test('takes the share of the credits off, down to the last one', async () => {
    const tradeNo = await paid()
    expect((await refund(tradeNo, 2433)).data).toMatchObject({
      refunded_cents: 2433,
      refunded_credits: 1_666_438,
    })
    expect(await quota()).toBe(START + TEN_DOLLARS - 1_666_438)
    expect((await refund(tradeNo, 5000)).code).toBe('payment.refund_too_large')
    expect((await refund(tradeNo)).data).toMatchObject({ refunded_cents: 7300 })
    expect(await quota()).toBe(START)
    expect((await refund(tradeNo)).code).toBe('payment.refund_too_large')
    expect(epay.counts.refunds).toBe(2)
    expect(await gateway.services.ledger.verify()).toEqual([])
    expect(await casesOf(tradeNo)).toEqual([])
  })

  test('that nobody heard the end of stays with a person, and is not made twice', async () => {
    const tradeNo = await paid()
    epay.failWith(500)
    expect((await refund(tradeNo)).code).toBe('payment.service_failed')
    epay.failWith(undefined)
    expect(await casesOf(tradeNo)).toEqual(['refund_unfinished'])
    expect((await refund(tradeNo)).code).toBe('payment.refund_running')
    const [{ id }] = (await show(tradeNo)).cases
    await admin.post(`/api/order/cases/${id}/close`)
    expect((await refund(tradeNo)).data).toMatchObject({ refunded_cents: 7300 })
    expect(await quota()).toBe(START)
  })

  test('is refused for an order that was not paid there', async () => {
    const tradeNo = await order()
    expect((await refund(tradeNo)).code).toBe('payment.not_paid')
    await admin.post(`/api/order/${tradeNo}/complete`)
    expect((await refund(tradeNo)).code).toBe('payment.not_paid')
  })

  test('that was made at the service is found by the daily comparison', async () => {
    const tradeNo = await paid()
    epay.pay(tradeNo, { refundmoney: '73.00' })
    const { body } = await admin.post('/api/order/reconcile', { days: 1 })
    expect(body.data.differences).toContainEqual(
      expect.objectContaining({ trade_no: tradeNo, kind: 'refunded' }),
    )
    expect(await gateway.services.payments.openDifferences()).toBeGreaterThan(0)
    await askDue()
    expect(await show(tradeNo)).toMatchObject({ refunded_cents: 7300, status: 'success' })
    expect(await quota()).toBe(START)
  })
})

test('comparing names what differs, and changes nothing', async () => {
  const lost = await order()
  epay.pay(lost)
  const byHand = await order()
  await admin.post(`/api/order/${byHand}/complete`)
  const { differences } = await gateway.services.payments.reconcile({ days: 1 })
  const kinds = new Map(differences.map(({ trade_no, kind }) => [trade_no, kind]))
  expect([kinds.get(lost), kinds.get(byHand)]).toEqual(['paid_there', 'paid_here'])
  expect(await quota()).toBe(START + TEN_DOLLARS)
})

test('the command line asks, refunds and compares', async () => {
  const tradeNo = await order()
  epay.pay(tradeNo)
  const asked = await gateway.cli(['order', 'ask', tradeNo, '--json'])
  expect(JSON.parse(asked.stdout)).toMatchObject({ status: 'success', service: 'epay' })
  const back = ['order', 'refund', tradeNo, '--money', '73.00', '--yes', '--json']
  expect(JSON.parse((await gateway.cli(back)).stdout)).toMatchObject({ refunded_cents: 7300 })
  const compared = await gateway.cli(['order', 'reconcile', '--days', '1', '--json'])
  expect(JSON.parse(compared.stdout)).not.toContainEqual(
    expect.objectContaining({ trade_no: tradeNo }),
  )
  expect(await quota()).toBe(START)
})
