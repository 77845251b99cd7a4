/**
 * The windows of plans: when they begin and end, and that they never outlive the plan. Each test
 * is a fault that operators of other gateways have reported.
 */
import { describe, expect, test } from 'bun:test'
import type { Allowance } from '../../server/domain/plans/terms'
import { ask, PATH_OF } from '../relay/black-box'
import { answerOf, writes } from '../relay/dear-model'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { gate } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { BOUGHT, costOf, DAY, HOUR, planGateway } from './plan-fixture'

const dollarsOf = (
  window: Allowance['window'],
  amount: number,
  starts: Allowance['starts'] = 'subscription',
): Allowance => ({ kind: 'budget', window, amount, starts })
const requestsOf = (window: Allowance['window'], amount: number): Allowance => ({
  kind: 'requests',
  window,
  amount,
  starts: 'subscription',
})

describe('a plan of a day', () => {
  test('has one window of a day, not the two that its evening and morning lie in', async () => {
    await using site = await planGateway()
    const allowances = [requestsOf('day', 2)]
    await site.grant(await site.plan({ allowances }, { period_unit: 'day' }))
    for (const status of [200, 200, 403]) expect(await site.call()).toBe(status)
    // Past midnight, and still the same day of the plan.
    await site.pass(12 * HOUR)
    expect(await site.call()).toBe(403)
    await site.pass(12 * HOUR)
    expect(await site.call()).toBe(403)
  })

  test('by the calendar ends with the plan, although its second day has not', async () => {
    await using site = await planGateway()
    const allowances = [{ ...requestsOf('day', 2), starts: 'calendar' as const }]
    const plan = await site.plan({ allowances }, { period_unit: 'day' })
    const id = await site.grant(plan)
    const [window] = (await site.subscription(id)).windows
    expect(window?.resets_at).toBe(Date.UTC(2026, 10, 27))
    for (const status of [200, 200, 403]) expect(await site.call()).toBe(status)
    await site.pass(6 * HOUR)
    const [second] = (await site.subscription(id)).windows
    expect(second).toMatchObject({ used: 0, resets_at: BOUGHT + DAY })
    expect(await site.call()).toBe(200)
    await site.pass(18 * HOUR)
    expect(await site.call()).toBe(403)
  })
})

describe('a plan of a month', () => {
  test('has four windows of a week and the days that are left, and ends', async () => {
    await using site = await planGateway()
    const id = await site.grant(await site.plan({ allowances: [requestsOf('week', 1)] }))
    for (let week = 0; week < 5; week += 1) {
      expect(await site.call()).toBe(200)
      expect(await site.call()).toBe(403)
      const [window] = (await site.subscription(id)).windows
      const { period_end } = await site.subscription(id)
      expect(window?.resets_at).toBe(Math.min(BOUGHT + (week + 1) * 7 * DAY, period_end))
      await site.pass(7 * DAY)
    }
    expect(await site.subscription(id)).toMatchObject({ state: 'ended' })
  })

  test('bought on the 31st ends on the last days of shorter months', async () => {
    await using site = await planGateway()
    site.clock.now = Date.UTC(2027, 0, 31, 9)
    const id = await site.grant(await site.plan(), true)
    const ends: string[] = []
    for (let month = 0; month < 3; month += 1) {
      const { period_end } = await site.subscription(id)
      ends.push(new Date(period_end).toISOString().slice(0, 13))
      await site.pass(period_end - site.clock.now)
    }
    expect(ends).toEqual(['2027-02-28T09', '2027-03-31T09', '2027-04-30T09'])
  })

  test('in a leap year ends on 29 February', async () => {
    await using site = await planGateway()
    site.clock.now = Date.UTC(2028, 0, 30, 9)
    const id = await site.grant(await site.plan())
    const { period_end } = await site.subscription(id)
    expect(new Date(period_end).toISOString()).toBe('2028-02-29T09:00:00.000Z')
  })
})

describe('clocks that change', () => {
  const cases = [
    ['Europe/Berlin', Date.UTC(2027, 2, 27, 17), 23],
    ['America/New_York', Date.UTC(2026, 9, 31, 22), 25],
  ] as const

  test.each(cases)('a day of %s keeps its hour on the wall', async (zone, boughtAt, hours) => {
    await using site = await planGateway()
    site.clock.now = boughtAt
    const allowances = [requestsOf('day', 1)]
    const id = await site.grant(await site.plan({ zone, allowances }))
    const [window] = (await site.subscription(id)).windows
    expect(window?.resets_at).toBe(boughtAt + hours * HOUR)
  })
})

describe('several windows at once', () => {
  test('each stops by itself, and the fullest is told', async () => {
    await using site = await planGateway()
    const allowances = [
      dollarsOf('5h', 2 * costOf(10)),
      dollarsOf('day', 3 * costOf(10)),
      dollarsOf('month', 4 * costOf(10)),
    ]
    const id = await site.grant(await site.plan({ budget: null, allowances }))
    const pattern: [number, number[]][] = [
      [0, [200, 200, 403]],
      [5 * HOUR, [200, 403]],
      [19 * HOUR, [200, 403]],
      [2 * DAY, [403]],
    ]
    for (const [later, statuses] of pattern) {
      await site.pass(later)
      for (const status of statuses) expect(await site.call()).toBe(status)
    }
    const used = (await site.subscription(id)).windows.map((window) => window.used)
    expect(used).toEqual([0, 0, 4 * costOf(10)])
  })

  test('64 calls at once never take more than a window has', async () => {
    await using site = await planGateway()
    const allowances = [requestsOf('day', 20)]
    const id = await site.grant(await site.plan({ allowances }))
    const statuses = await Promise.all(Array.from({ length: 64 }, () => site.call()))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(await site.subscription(id)).toMatchObject({ used: 20 * costOf(10) })
  })
})

describe('a window that begins with its first use', () => {
  test('is not open before, and another begins with the first use after it', async () => {
    await using site = await planGateway()
    const allowances = [dollarsOf('5h', 2 * costOf(10), 'first_use')]
    const id = await site.grant(await site.plan({ allowances }))
    const resetsAt = async () => (await site.subscription(id)).windows[0]?.resets_at
    await site.pass(3 * HOUR)
    expect(await resetsAt()).toBeNull()
    expect(await site.call()).toBe(200)
    const opened = site.clock.now
    expect(await resetsAt()).toBe(opened + 5 * HOUR)
    await site.pass(2 * HOUR)
    expect(await site.call()).toBe(200)
    expect(await site.call()).toBe(403)
    expect(await resetsAt()).toBe(opened + 5 * HOUR)
    await site.pass(4 * HOUR)
    expect(await resetsAt()).toBeNull()
    expect(await site.call()).toBe(200)
    expect(await resetsAt()).toBe(opened + 11 * HOUR)
  })
})

describe('a reset by hand', () => {
  test('gives all of it back, and moves neither the windows nor the end', async () => {
    await using site = await planGateway()
    const allowances = [requestsOf('day', 1), dollarsOf('5h', costOf(10), 'first_use')]
    const id = await site.grant(await site.plan({ budget: 1000, allowances }))
    await site.pass(HOUR)
    expect(await site.call()).toBe(200)
    expect(await site.call()).toBe(403)
    const before = await site.subscription(id)
    await site.pass(HOUR)
    await site.gateway.services.subscriptions.reset(TEST_ACTOR, { id })
    const after = await site.subscription(id)
    expect(after).toMatchObject({ remain: 1000, period_end: before.period_end })
    expect(after.windows[0]?.resets_at).toBe(BOUGHT + DAY)
    expect(after.windows.map(({ used }) => used)).toEqual([0, 0])
    expect(await site.call()).toBe(200)
    // The window of its first use is the one that was open.
    const [, second] = (await site.subscription(id)).windows
    expect(second?.resets_at).toBe(BOUGHT + 6 * HOUR)
  })
})

describe('a reset while a call runs', () => {
  test('leaves it what it holds, and grants no more than the plan', async () => {
    await using site = await planGateway()
    const allowances = [dollarsOf('day', 20_000)]
    const id = await site.grant(await site.plan({ budget: 30_000, allowances }))
    const wait = gate()
    site.answer(writes(60, wait))
    const body = { ...ask('openai'), stream: true, max_tokens: 1000 }
    const running = site.gateway.post(PATH_OF.openai, body)
    await waitUntil('the call is held', async () => (await site.subscription(id)).remain !== 30_000)
    await site.gateway.services.subscriptions.reset(TEST_ACTOR, { id })
    wait.open()
    await (await running).text()
    await site.gateway.idle()
    const { remain, windows } = await site.subscription(id)
    expect(remain).toBe(30_000 - costOf(60))
    expect(windows[0]?.used).toBe(costOf(60))
  })
})

describe('a plan that is used up', () => {
  test('leaves calls to the balance if it says so, until its next window', async () => {
    await using site = await planGateway(10 * costOf(10))
    const allowances = [requestsOf('day', 1)]
    await site.grant(await site.plan({ allowances, overflow: 'wallet' }))
    for (const spent of [0, 1, 2]) {
      expect(await site.call()).toBe(200)
      expect(await site.balance()).toBe((10 - spent) * costOf(10))
    }
    await site.pass(DAY)
    expect(await site.call()).toBe(200)
    expect(await site.balance()).toBe(8 * costOf(10))
  })

  test('of tokens cuts an answer at what is left of them', async () => {
    await using site = await planGateway()
    const allowances: Allowance[] = [
      { kind: 'tokens', window: 'day', amount: 100, starts: 'subscription' },
    ]
    const id = await site.grant(await site.plan({ budget: null, allowances }))
    expect(await site.call(60)).toBe(200)
    expect((await site.subscription(id)).windows[0]?.used).toBe(70)
    expect(await site.call(10)).toBe(200)
    expect(await site.call(60)).toBe(403)
  })
})

describe('a plan of tokens whose calls the balance may pay', () => {
  const allowances: Allowance[] = [
    { kind: 'tokens', window: 'day', amount: 150, starts: 'subscription' },
  ]
  const terms = { budget: null, allowances, overflow: 'wallet' } as const

  test('pays for calls that do not say how long they may be, up to its end', async () => {
    await using site = await planGateway(PLENTY)
    const id = await site.grant(await site.plan(terms))
    const endless = async () => {
      await (await site.gateway.post(PATH_OF.openai, ask('openai'))).text()
      await site.gateway.idle()
    }
    site.answer(answerOf(70))
    for (const _ of [1, 2]) await endless()
    expect(await site.subscription(id)).toMatchObject({ used: 2 * costOf(70) })
    expect(await site.balance()).toBe(PLENTY)
    await endless()
    expect(await site.balance()).toBe(PLENTY - costOf(70))
  })
})

describe('two plans, of which one leaves nothing to the balance', () => {
  test('are used up both, and then calls are refused', async () => {
    await using site = await planGateway(PLENTY)
    const allowances = [requestsOf('day', 1)]
    await site.grant(await site.plan({ allowances, overflow: 'wallet' }))
    await site.grant(await site.plan({ allowances, overflow: 'refuse' }))
    for (const status of [200, 200, 403]) expect(await site.call()).toBe(status)
    expect(await site.balance()).toBe(PLENTY)
  })
})

describe('two plans of the same kind', () => {
  test('are used one after the other, each with its own windows', async () => {
    await using site = await planGateway()
    const plan = await site.plan({ allowances: [requestsOf('day', 1)] }, { period_unit: 'day' })
    const ids = [await site.grant(plan), await site.grant(plan)]
    for (const status of [200, 200, 403]) expect(await site.call()).toBe(status)
    for (const id of ids) expect((await site.subscription(id)).windows[0]?.used).toBe(1)
  })
})

describe('a pause', () => {
  test('stops a plan, and its end and its windows are later by as much', async () => {
    await using site = await planGateway()
    const allowances = [requestsOf('day', 1)]
    const id = await site.grant(await site.plan({ allowances }, { period_unit: 'week' }))
    const { subscriptions } = site.gateway.services
    await site.pass(6 * HOUR)
    await subscriptions.pause(TEST_ACTOR, { id })
    expect(await site.call()).toBe(403)
    await site.pass(3 * DAY)
    expect(await site.call()).toBe(403)
    await subscriptions.continue(TEST_ACTOR, { id })
    expect(await site.call()).toBe(200)
    const { windows, period_end } = await site.subscription(id)
    expect(period_end).toBe(BOUGHT + 10 * DAY)
    expect(windows[0]?.resets_at).toBe(BOUGHT + 4 * DAY)
  })
})
