import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PLAN } from '../plans/plan-fixture'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { openScreen, tooWide } from './one-screen'
import { KEY } from './screen-fixture'

let gateway: Gateway
let userId = 0
beforeAll(async () => {
  gateway = await startGateway({ env: NO_LIMITS, users: [{ username: 'ann', quota: 1000 }] })
  userId = gateway.userIds[0] ?? 0
  const { plans, subscriptions } = gateway.services
  const { id: planId } = await plans.create(TEST_ACTOR, PLAN)
  await subscriptions.grant(TEST_ACTOR, { userId, planId, renews: false })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('subscriptions are listed, paused, continued and granted', async () => {
  using screen = await openScreen({ gateway, screen: 'subscription', columns: 120 })
  const list = await screen.shows('ann', 'Pro', '+ active', '$2.00')
  expect(tooWide(list, 120)).toEqual([])
  await screen.press('d')
  await screen.shows('~ paused')
  await screen.press('d')
  await screen.shows('+ active')
  await screen.press('n')
  await screen.shows('Grant a plan', '^S save')
  await screen.type(String(userId))
  await screen.press(KEY.save)
  await screen.shows('Plan granted', '2 in all')
})

test('one is ended after a question, and rests then', async () => {
  using screen = await openScreen({ gateway, screen: 'subscription' })
  await screen.shows('2 in all')
  await screen.press('x')
  await screen.shows('End Pro of ann?')
  await screen.press('y')
  await screen.shows('- ended')
})

test('a code that grants a plan shows the plan in place of its worth', async () => {
  const { plans, redemptions } = gateway.services
  const [plan] = await plans.list()
  const code = { name: 'gift', quota: 0, plan_id: plan?.id ?? 0 }
  await redemptions.create(TEST_ACTOR, code)
  using screen = await openScreen({ gateway, screen: 'redemption' })
  const list = await screen.shows('gift', 'Pro')
  expect(list).not.toContain('$0.00')
})
