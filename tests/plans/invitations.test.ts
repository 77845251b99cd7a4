/** What an inviter earns when those who were invited pay, and what earns nothing. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient, NO_LIMITS } from '../support/api'
import { type Epay, startEpay } from '../support/epay'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'

const PASSWORD = 'correct horse battery'

const clock = { ms: 1_795_000_000_000 }

let gateway: Gateway
let epay: Epay
let inviter: ApiCaller
let code = ''
beforeAll(async () => {
  epay = startEpay()
  gateway = await startGateway({ env: NO_LIMITS, clock: { nowMs: () => clock.ms } })
  await set({
    ...{ PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key, Price: '7.3' },
    ...{ ServerAddress: 'https://gw.example', CustomCallbackAddress: gateway.url },
  })
  inviter = await apiClient(gateway).as('user')
  code = (await inviter.get('/api/user/aff')).body.data
})
afterAll(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})

async function set(options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
}

/** Somebody who was invited and registered from an address. */
async function invite(username: string, ip: string): Promise<ApiCaller> {
  const account = { username, password: PASSWORD, aff_code: code }
  await gateway.services.accounts.register({ ...TEST_ACTOR, ip }, account)
  return await apiClient(gateway).login(username)
}

/** The number of an order of ten dollars, 5,000,000 credits. */
async function order(payer: ApiCaller): Promise<string> {
  const { body } = await payer.post('/api/user/pay', { payment_method: 'zfb', amount: 10 })
  return body.data.out_trade_no
}
const pay = (tradeNo: string) => gateway.services.payments.complete(TEST_ACTOR, tradeNo)
const history = () => gateway.services.ledger.history({ userId: inviter.id })
const rewards = async () =>
  (await history()).filter(({ kind }) => kind === 'reward').map(({ user_delta }) => user_delta)
const balance = async () => (await gateway.services.users.show(inviter.id)).quota

test('nothing is paid until an option says so', async () => {
  await pay(await order(await invite('first', '192.0.2.1')))
  expect(await rewards()).toEqual([])
})

test('the first payment pays once, also of several at once, and each a share', async () => {
  await set({ InviteFirstPaymentReward: '700000', InviteTopUpPercent: '2.5' })
  const before = await balance()
  const payer = await invite('second', '192.0.2.2')
  const orders = await Promise.all(Array.from({ length: 8 }, () => order(payer)))
  await Promise.allSettled([...orders, ...orders].map(pay))
  const share = 125_000
  const paid = (await rewards()).toSorted((a, b) => b - a)
  expect(paid).toEqual([700_000 + share, ...Array.from({ length: 7 }, () => share)])
  expect(await balance()).toBe(before + 700_000 + 8 * share)
  const { items } = await gateway.services.logs.list({ userId: inviter.id })
  expect(items[0]?.other).toContain('"kind":"invite_reward"')
  const [audit] = await gateway.services.audit.list({ action: 'user.invite_reward' })
  expect(audit?.target).toBe(`user:${inviter.id}`)
})

test('of one address so many count as are allowed, and none where the inviter is', async () => {
  const before = (await rewards()).length
  for (const [name, ip] of [
    ['twin', '192.0.2.2'],
    ['self', '127.0.0.1'],
  ] as const) {
    await pay(await order(await invite(name, ip)))
  }
  expect(await rewards()).toHaveLength(before)
  await set({ InvitesPerAddress: '3' })
  await pay(await order(await invite('triplet', '192.0.2.2')))
  expect(await rewards()).toHaveLength(before + 1)
  await set({ InvitesPerAddress: '0' })
  await pay(await order(await invite('self2', '127.0.0.1')))
  expect(await rewards()).toHaveLength(before + 2)
})

test('nobody who is locked out or whom nobody invited earns anything', async () => {
  const before = (await rewards()).length
  const payer = await invite('late', '192.0.2.9')
  await gateway.services.users.disable(TEST_ACTOR, inviter.id)
  await pay(await order(payer))
  await gateway.services.users.enable(TEST_ACTOR, inviter.id)
  await pay(await order(await apiClient(gateway).as('admin')))
  expect(await rewards()).toHaveLength(before)
})

test('what is refunded of an order takes its share of the reward back', async () => {
  await set({ InviteFirstPaymentReward: '0', InviteTopUpPercent: '10' })
  const admin = await apiClient(gateway).login('admin-1')
  const payer = await invite('fickle', '192.0.2.20')
  const form = await payer.post('/api/user/pay', { payment_method: 'zfb', amount: 10 })
  const { data, url } = form.body
  await epay.submit(url, data)
  const tradeNo = data.out_trade_no
  epay.pay(tradeNo)
  const before = await balance()
  await admin.post(`/api/order/${tradeNo}/ask`)
  expect(await balance()).toBe(before + 500_000)
  await admin.post(`/api/order/${tradeNo}/refund`, { cents: 3650 })
  expect(await balance()).toBe(before + 250_000)
  await admin.post(`/api/order/${tradeNo}/refund`)
  expect(await balance()).toBe(before)
})

test('payments earn for so many days, and up to a bound by each invited user', async () => {
  await set({ InviteFirstPaymentReward: '700000', InviteTopUpPercent: '10' })
  await set({ InviteRewardMost: '1400000', InviteRewardDays: '1', RewardsPerInstrument: '0' })
  const earned = async () => (await rewards()).reduce((sum, each) => sum + each, 0)
  // It was disabled before, which has ended its sessions.
  const again = await apiClient(gateway).login('user-1')
  const told = async () => (await again.get('/api/user/invites')).body.data
  const [before, sums] = [await earned(), await told()]
  const payer = await invite('bounded', '192.0.2.77')
  await pay(await order(payer))
  expect((await earned()) - before).toBe(700_000 + 500_000)
  await pay(await order(payer))
  await pay(await order(payer))
  expect((await earned()) - before).toBe(1_400_000)
  expect(await told()).toEqual({
    ...{ invited: sums.invited + 1, paying: sums.paying + 1 },
    rewards: sums.rewards + 1_400_000,
  })
  await set({ InviteRewardMost: '0' })
  clock.ms += 86_400_000
  await pay(await order(await apiClient(gateway).login('bounded')))
  expect((await earned()) - before).toBe(1_400_000)
})
