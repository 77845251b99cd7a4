/** Orders of online top-ups as those who answer for the money have them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiBody, type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Epay, startEpay } from '../support/epay'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'

const BEGAN_AT = 1_712_800_000
const clock = manualClock(BEGAN_AT * 1000)

let epay: Epay
let gateway: Gateway
let admin: ApiCaller
let user: ApiCaller
/** Numbers of three orders, a minute apart; the first was paid. */
let numbers: readonly string[] = []

beforeAll(async () => {
  epay = startEpay()
  gateway = await startGateway({ env: NO_LIMITS, clock })
  const api = apiClient(gateway)
  const root = await api.as('root')
  const shop = { PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key }
  const addresses = { ServerAddress: 'https://gw.example', CustomCallbackAddress: gateway.url }
  for (const [key, value] of Object.entries({ ...shop, ...addresses })) {
    await root.put('/api/option/', { key, value })
  }
  admin = await api.as('admin')
  user = await api.as('user')
  for (const amount of [10, 30, 20]) numbers = [...numbers, await order(amount)]
  await epay.notify(epay.noticeFor(numbers[0] ?? ''))
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})

async function order(amount: number): Promise<string> {
  const { body } = await user.post('/api/user/pay', { amount, payment_method: 'zfb' })
  await epay.submit(body.url, body.data)
  clock.advance(60_000)
  return body.data.out_trade_no
}

const items = async (query: string): Promise<ApiBody[]> =>
  (await admin.get(`/api/order/?${query}`)).body.data.items
const cents = async (query: string) => (await items(query)).map((row) => row.money_cents)
const balance = async () => (await gateway.services.users.show(user.id)).quota

test('come in the order asked for, newest first without one', async () => {
  expect(await cents('')).toEqual([14_600, 21_900, 7300])
  expect(await cents('sort=money_cents')).toEqual([21_900, 14_600, 7300])
  expect(await cents('sort=credits&order=asc')).toEqual([7300, 14_600, 21_900])
  expect(await cents('sort=create_time&order=asc')).toEqual([7300, 21_900, 14_600])
  expect((await items('sort=complete_time'))[0]?.trade_no).toBe(numbers[0])
  expect((await admin.get('/api/order/?sort=payment_method')).body.success).toBe(false)
  const own = await user.get('/api/order/self?sort=money_cents&page_size=1')
  expect(own.body.data).toMatchObject({ total: 3, items: [{ money_cents: 21_900 }] })
})

test('are narrowed by when they were made, both ends included', async () => {
  const middle = BEGAN_AT + 60
  expect(await cents(`start_timestamp=${middle}&end_timestamp=${middle}`)).toEqual([21_900])
  expect(await cents(`start_timestamp=${middle + 1}`)).toEqual([14_600])
})

test('one is shown with the provider’s number and the ledger line that credited it', async () => {
  const { data } = (await admin.get(`/api/order/${numbers[0]}`)).body
  expect(data).toMatchObject({
    username: expect.any(String),
    provider_trade_no: epay.noticeFor(numbers[0] ?? '').trade_no,
    booking: { id: expect.any(Number), created_at: clock.nowMs(), user_delta: 5_000_000 },
  })
  const open = (await admin.get(`/api/order/${numbers[1]}`)).body.data
  expect(open).toMatchObject({ status: 'pending', provider_trade_no: '', booking: null })
  expect((await admin.get('/api/order/none')).body.code).toBe('payment.order_not_found')
  expect((await user.get(`/api/order/${numbers[1]}`)).body.success).toBe(false)
})

test('one whose notice never came is credited by hand, once, and on record', async () => {
  const trade = numbers[1] ?? ''
  const before = await balance()
  const done = await admin.post(`/api/order/${trade}/complete`)
  expect(done.body.data).toEqual({ trade_no: trade, credits: 15_000_000 })
  expect(await balance()).toBe(before + 15_000_000)
  const again = await admin.post(`/api/order/${trade}/complete`)
  expect(again.body.code).toBe('payment.already_credited')
  // The notice comes after all: it is taken, and credits nothing.
  expect(await epay.notify(epay.noticeFor(trade))).toBe('success')
  expect(await balance()).toBe(before + 15_000_000)
  const root = await apiClient(gateway).as('root')
  const { items: entries } = (await root.get(`/api/audit/?target=order:${trade}`)).body.data
  expect(entries[0]).toMatchObject({ action: 'order.complete', actor_id: admin.id })
  expect((await user.post(`/api/order/${numbers[2]}/complete`)).body.success).toBe(false)
  expect((await admin.post('/api/order/none/complete')).body.code).toBe('payment.order_not_found')
})

test('the command line shows one and credits one', async () => {
  const trade = numbers[2] ?? ''
  const shown = await gateway.cli(['order', 'show', trade, '--json'])
  expect(shown.json()).toMatchObject({ trade_no: trade, status: 'pending' })
  const done = await gateway.cli(['order', 'complete', trade, '--yes', '--json'])
  expect(done.json()).toEqual({ trade_no: trade, credits: 10_000_000 })
  expect((await gateway.cli(['order', 'complete', trade, '--yes'])).code).toBe(2)
})
