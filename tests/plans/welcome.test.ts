/** Credit for new users that expires: a period of a plan. */
import { expect, test } from 'bun:test'
import { ask, PATH_OF } from '../relay/black-box'
import { TEST_ACTOR } from '../support/seed'
import { costOf, DAY, planGateway } from './plan-fixture'

test('whoever registers gets a period of the plan, and what is left is taken back', async () => {
  await using site = await planGateway()
  const { services } = site.gateway
  const terms = { budget: 5000, overflow: 'wallet' } as const
  await site.plan(terms, { name: 'Welcome', period_unit: 'day', period_count: 7, price: 900 })
  const option = { key: 'WelcomePlan', value: 'Welcome' }
  await services.options.set(TEST_ACTOR, option)
  const account = { username: 'zoe', password: 'correct horse battery' }
  const { id: userId } = await services.accounts.register(TEST_ACTOR, account)
  const [held] = (await services.subscriptions.list({ userId })).items
  expect(held).toMatchObject({ source: 'welcome', price: 0, remain: 5000, renews: false })
  expect(held?.period_end).toBe(site.clock.now + 7 * DAY)
  const { items } = await services.logs.list({ userId })
  expect(items[0]?.other).toContain('"kind":"welcome_plan"')

  const token = { user_id: userId, name: 'app', unlimited_quota: true }
  const [made] = await services.tokens.create(TEST_ACTOR, token)
  const body = { ...ask('openai'), max_tokens: 10 }
  const answer = await site.gateway.post(PATH_OF.openai, body, { key: made?.key })
  expect(answer.status).toBe(200)
  await answer.text()
  await site.gateway.idle()
  const { quota } = await services.users.show(userId)
  expect(quota).toBe(0)
  await site.pass(7 * DAY)
  expect(await services.subscriptions.show({ id: held?.id ?? 0 })).toMatchObject({
    ...{ state: 'ended', remain: 0, used: costOf(10) },
  })
  // What is left is taken from the plan's account; the balance was never its own.
  expect((await services.users.show(userId)).quota).toBe(0)
  const taken = (await services.ledger.history({ userId })).filter(
    ({ kind }) => kind === 'allowance',
  )
  expect(taken.map((entry) => entry.subscription_delta)).toEqual([costOf(10) - 5000, 5000])
})

test('without such a plan people register all the same', async () => {
  await using site = await planGateway()
  const { services } = site.gateway
  await services.options.set(TEST_ACTOR, { key: 'WelcomePlan', value: 'Nowhere' })
  const account = { username: 'zoe', password: 'correct horse battery' }
  const { id: userId } = await services.accounts.register(TEST_ACTOR, account)
  expect((await services.subscriptions.list({ userId })).total).toBe(0)
})
