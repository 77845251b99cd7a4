/** How many users earn the same reward from one network, browser or card. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Epay, startEpay } from '../support/epay'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { startStripe } from '../support/stripe'

const DAY = 86_400_000
const PASSWORD = 'correct horse battery'
const OFF = { RewardsPerAddress: '0', RewardsPerDevice: '0', RewardsPerInstrument: '0' }
const clock = { ms: 1_795_000_000_000 }

let gateway: Gateway
let epay: Epay
let client: ApiClient
let made = 0

beforeAll(async () => {
  epay = startEpay()
  gateway = await startGateway({
    env: { ...NO_LIMITS, GW_TRUSTED_PROXIES: '127.0.0.1' },
    clock: { nowMs: () => clock.ms },
  })
  await set({
    ...{ PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key, Price: '7.3' },
    ...{ ServerAddress: 'https://gw.example', CustomCallbackAddress: gateway.url },
    ...{ QuotaForNewUser: '1000', CheckInCredit: '300', InviteFirstPaymentReward: '700' },
    ...{ InvitesPerAddress: '0' },
  })
  client = apiClient(gateway)
})
afterAll(async () => {
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await epay[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await set(OFF)
  // What the tests before have marked counts no more.
  clock.ms += 500 * DAY
})

async function set(options: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(options)) {
    await gateway.services.options.set(TEST_ACTOR, { key, value })
  }
}

interface Newcomer {
  readonly ip: string
  readonly cookie?: string
  readonly affCode?: string
}

async function register({ ip, cookie = '', affCode = '' }: Newcomer) {
  made += 1
  const username = `new-${made}`
  const response = await fetch(`${gateway.url}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, cookie },
    body: JSON.stringify({ username, password: PASSWORD, aff_code: affCode }),
  })
  expect(await response.json()).toMatchObject({ success: true })
  const marks = response.headers.getSetCookie().filter((text) => text.startsWith('browser='))
  const { id, quota } = await gateway.services.users.show(username)
  return { id, username, quota, cookie: marks[0]?.split(';')[0] ?? '' }
}
const refusals = async (userId: number) => {
  const rows = await gateway.services.audit.list({ target: `user:${userId}` })
  return rows.filter(({ action }) => action === 'reward.refuse').map(({ after }) => after)
}
const login = async ({ username }: { readonly username: string }): Promise<ApiCaller> =>
  await client.login(username)

test('a network has so many newcomers welcomed; an IPv6 network is a /64', async () => {
  await set({ RewardsPerAddress: '2', RewardMarkDays: '30' })
  const near = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2:aaaa::3']
  const came = [await register({ ip: near[0] ?? '' }), await register({ ip: near[1] ?? '' })]
  const third = await register({ ip: near[2] ?? '' })
  const far = await register({ ip: '2001:db8:1:3::1' })
  expect([...came, third, far].map(({ quota }) => quota)).toEqual([1000, 1000, 0, 1000])
  const [row] = await refusals(third.id)
  expect(JSON.parse(row ?? '')).toEqual({
    ...{ reward: 'welcome', by: 'address', count: 2, most: 2, days: 30 },
  })
  clock.ms += 31 * DAY
  expect((await register({ ip: near[2] ?? '' })).quota).toBe(1000)
})

test('a browser is told by a cookie, which is set only where it is asked for', async () => {
  expect((await register({ ip: '192.0.2.1' })).cookie).toBe('')
  await set({ RewardsPerDevice: '1' })
  const first = await register({ ip: '192.0.2.2' })
  expect(first.cookie).toMatch(/^browser=[0-9A-Za-z]{24}$/)
  const second = await register({ ip: '192.0.2.3', cookie: first.cookie })
  expect([first.quota, second.quota, second.cookie]).toEqual([1000, 0, ''])
  expect(await refusals(second.id)).toHaveLength(1)
})

test('a check-in beyond the bound gives nothing and is over for the day', async () => {
  const users = [await register({ ip: '192.0.2.4' }), await register({ ip: '192.0.2.4' })]
  await set({ RewardsPerAddress: '1' })
  const [first, second] = await Promise.all(users.map(login))
  const checkIn = async (who?: ApiCaller) => (await who?.post('/api/user/check_in', {}))?.body
  expect(await checkIn(first)).toMatchObject({ success: true, data: 300 })
  expect(await checkIn(second)).toMatchObject({ success: false, code: 'check_in.bounded' })
  expect(await checkIn(second)).toMatchObject({ success: false, code: 'check_in.done' })
  clock.ms += DAY
  const again = await login(users[0] ?? { username: '' })
  expect(await checkIn(again)).toMatchObject({ success: true, data: 300 })
})

test('a first order counts once a network, and stays an order without the code', async () => {
  const code = { code: 'FIRST', percent_off: 1000, first_order: true }
  await (await client.as('admin')).post('/api/promo-code/', code)
  const users = [await register({ ip: '192.0.2.5' }), await register({ ip: '192.0.2.5' })]
  await set({ RewardsPerAddress: '1' })
  const order = async (who: ApiCaller, promo_code: string) =>
    (await who.post('/api/user/pay', { amount: 10, payment_method: 'zfb', promo_code })).body
  const [first, second] = await Promise.all(users.map(login))
  if (first === undefined || second === undefined) throw new Error('nobody is signed in')
  expect((await order(first, 'FIRST')).message).toBe('success')
  expect((await order(second, 'FIRST')).code).toBe('promo_code.first_bounded')
  expect((await order(second, '')).message).toBe('success')
  expect(await refusals(second.id)).toHaveLength(1)
})

test('one card earns one reward for an invitation, and none for its own holder', async () => {
  await set({ RewardsPerInstrument: '1' })
  const inviter = await client.as('user')
  const affCode = String((await inviter.get('/api/user/aff')).body.data)
  const rewards = async () =>
    (await gateway.services.ledger.history({ userId: inviter.id }))
      .filter(({ kind }) => kind === 'reward')
      .map(({ user_delta }) => user_delta)
  const pay = async (who: ApiCaller, buyer: string): Promise<string> => {
    const wanted = { amount: 10, payment_method: 'zfb' }
    const { data, url } = (await who.post('/api/user/pay', wanted)).body
    await epay.submit(url, data)
    epay.pay(data.out_trade_no, { buyer })
    clock.ms += 120_000
    await gateway.services.payments.askDue()
    return data.out_trade_no
  }
  const friends = ['192.0.2.6', '192.0.2.7', '192.0.2.8', '192.0.2.9']
  const callers: ApiCaller[] = []
  for (const ip of friends) callers.push(await login(await register({ ip, affCode })))
  const [first, second, third, fourth] = callers
  if (!first || !second || !third || !fourth) throw new Error('nobody is signed in')
  await pay(inviter, 'own@example.com')
  await pay(first, 'a@example.com')
  expect(await rewards()).toEqual([700])
  const tradeNo = await pay(second, 'a@example.com')
  await pay(third, 'own@example.com')
  expect(await rewards()).toEqual([700])
  const { quota } = await gateway.services.users.show(second.id)
  expect(quota).toBe(1000 + 5_000_000)
  const shown = await gateway.services.payments.show(tradeNo)
  expect(shown).not.toHaveProperty('instrument')
  const [row] = await refusals(second.id)
  expect(JSON.parse(row ?? '')).toMatchObject({ reward: 'invitation', by: 'instrument' })
  await pay(fourth, 'b@example.com')
  expect(await rewards()).toEqual([700, 700])
})

test('a card is known by its fingerprint at Stripe', async () => {
  await using stripe = startStripe(() => Math.floor(clock.ms / 1000))
  await set({
    ...{ StripeApiSecret: stripe.key, StripeWebhookSecret: stripe.webhookSecret },
    ...{ StripeAddress: stripe.url, RewardsPerInstrument: '1' },
  })
  const inviter = await client.as('user')
  const affCode = String((await inviter.get('/api/user/aff')).body.data)
  for (const ip of ['198.51.100.1', '198.51.100.2']) {
    const friend = await login(await register({ ip, affCode }))
    const wanted = { amount: 10, payment_method: 'stripe' }
    const { trade_no } = (await friend.post('/api/user/pay', wanted)).body
    stripe.session(trade_no).card = 'Xt5EWLLDS7FJjR1c'
    stripe.pay(trade_no)
    await gateway.services.payments.ask(TEST_ACTOR, trade_no)
  }
  const kinds = (await gateway.services.ledger.history({ userId: inviter.id })).map(
    ({ kind }) => kind,
  )
  expect(kinds.filter((kind) => kind === 'reward')).toHaveLength(1)
})

test('marks are hashes, and are forgotten when they count no more', async () => {
  await set({ RewardsPerAddress: '5', RewardMarkDays: '7' })
  const { id } = await register({ ip: '198.51.100.7' })
  const rows = () => {
    using db = new Database(join(gateway.dataDir, 'gw.db'), { readonly: true })
    return db.query('select mark, user_id from reward_marks').all()
  }
  expect(rows()).not.toEqual([])
  expect(JSON.stringify(rows())).not.toContain('198.51')
  await gateway.services.users.remove(TEST_ACTOR, id)
  await gateway.services.users.erase(TEST_ACTOR, id)
  expect(JSON.stringify(rows())).not.toContain(`"user_id":${id}}`)
  clock.ms += 8 * DAY
  await gateway.services.promotion.purgeMarks()
  expect(rows()).toEqual([])
})
