/**
 * A year of many customers: plans are bought, switched, paused, canceled, reset and run out, in two
 * zones whose clocks change, with month ends and a leap day, while calls go on and the gateway is
 * killed now and then. In the end every credit is accounted for.
 */
import { expect, test } from 'bun:test'
import type { PlanTerms } from '../../server/domain/plans/terms'
import { ask, MODEL, PATH_OF } from '../relay/black-box'
import { answerOf, DEAR } from '../relay/dear-model'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { startUpstream } from '../support/upstream'
import { DAY, HOUR, PLAN } from './plan-fixture'

const CUSTOMERS = 12
const DAYS = 366
const START = Date.UTC(2027, 9, 15, 13)
const DEPOSIT = 40_000

/** The same numbers for the same seed (mulberry32). */
function chance(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const requestsA = (window: 'day' | '5h', amount: number, starts: 'calendar' | 'first_use') =>
  ({ kind: 'requests', window, amount, starts }) as const

const TERMS: readonly Partial<PlanTerms>[] = [
  { budget: 2000, zone: 'Europe/Berlin', carry_over: 25 },
  { budget: null, allowances: [requestsA('day', 2, 'calendar')], zone: 'America/New_York' },
  { budget: 5000, allowances: [requestsA('5h', 1, 'first_use')], overflow: 'refuse' },
  { budget: 700, overflow: 'wallet' },
]
const UNITS = ['month', 'day', 'week', 'month'] as const

async function makePlans({ services }: Gateway): Promise<number[]> {
  const ids: number[] = []
  for (const [index, terms] of TERMS.entries()) {
    const plan = await services.plans.create(TEST_ACTOR, {
      ...PLAN,
      name: `Plan ${index}`,
      price: 300 * (index + 1),
      period_unit: UNITS[index] ?? 'month',
      renews: index % 2 === 0,
      grace_hours: 48,
      terms: { ...PLAN.terms, overflow: 'wallet', ...terms },
    })
    ids.push(plan.id)
  }
  return ids
}

test('a year of twelve customers ends with equal sums', async () => {
  const random = chance(20_271_015)
  const time = { now: START }
  const clock = { nowMs: () => time.now, monotonicMs: () => time.now }
  await using upstream = await startUpstream(() => answerOf(5 + random(60)))
  let gateway = await startGateway({
    clock,
    users: Array.from({ length: CUSTOMERS }, (_, at) => ({
      username: `user${at}`,
      quota: DEPOSIT,
    })),
    tokens: Array.from({ length: CUSTOMERS }, (_, at) => ({
      username: `user${at}`,
      unlimited_quota: true,
    })),
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, RetryTimes: 0 },
  })
  const plans = await makePlans(gateway)

  const act = async (at: number) => {
    const { services } = gateway
    const userId = gateway.userIds[at] ?? 0
    const planId = plans[random(plans.length)] ?? 0
    const held = await services.subscriptions.activeOf(userId)
    const [first] = held
    const { subscriptions } = services
    const acts = [
      () => subscriptions.buy(TEST_ACTOR, { userId, planId }),
      () => first && subscriptions.switch(TEST_ACTOR, { id: first.id, planId }),
      () => first && subscriptions.pause(TEST_ACTOR, { id: first.id }),
      () => first && subscriptions.setRenewal(TEST_ACTOR, { id: first.id, renews: false }),
      () => first && subscriptions.reset(TEST_ACTOR, { id: first.id }),
      () => first && subscriptions.end(TEST_ACTOR, { id: first.id, refund: random(2) === 0 }),
      () => subscriptions.grant(TEST_ACTOR, { userId, planId, renews: false }),
    ]
    // Who cannot pay, or has the plan already, is refused, and nothing has changed.
    await Promise.resolve(acts[random(acts.length)]?.()).catch(() => undefined)
  }
  const call = async (at: number) => {
    const body = { ...ask('openai'), max_tokens: 80 }
    const answer = await gateway.post(PATH_OF.openai, body, { key: gateway.keys[at] ?? '' })
    await answer.text()
  }

  for (let day = 0; day < DAYS; day += 1) {
    time.now += random(2) === 0 ? DAY : DAY + HOUR - random(2) * 2 * HOUR
    await gateway.services.subscriptions.renew()
    const at = random(CUSTOMERS)
    await act(at)
    await Promise.all([call(at), call(at), call(random(CUSTOMERS))])
    if (day % 40 !== 39) continue
    const { items } = await gateway.services.subscriptions.list({ state: 'paused', page_size: 100 })
    for (const { id } of items) await gateway.services.subscriptions.continue(TEST_ACTOR, { id })
    expect(await gateway.services.ledger.verify()).toEqual([])
    await gateway.stop()
    gateway = await startGateway({ restartOf: gateway, clock })
  }
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  for (const id of gateway.userIds) {
    const { quota } = await gateway.services.users.show(id)
    expect(quota).toBeGreaterThanOrEqual(0)
  }
  const { items } = await gateway.services.subscriptions.list({ page_size: 100 })
  expect(items.length).toBeGreaterThan(20)
  expect(items.reduce((sum, { used }) => sum + used, 0)).toBeGreaterThan(DEPOSIT)
  for (const { state, period_end } of items) {
    if (state === 'active') expect(period_end).toBeGreaterThan(time.now - 2 * DAY)
  }
  await gateway[Symbol.asyncDispose]()
})
