/** Plans and the subscriptions in force move with `gw export` and `gw import`. */
import { expect, test } from 'bun:test'
import { readExport } from '../../server/domain/export-document'
import type { PlanTerms } from '../../server/domain/plans/terms'
import { TEST_ACTOR } from '../support/seed'
import { costOf, DAY, planGateway } from './plan-fixture'

test('a subscription goes on elsewhere as it was, with what is used of its windows', async () => {
  await using here = await planGateway(10_000)
  const allowance = { kind: 'requests', window: 'day', amount: 3, starts: 'subscription' } as const
  const fields = { name: 'Pro', price: 900, renews: true } as const
  const end: Pick<PlanTerms, 'overflow' | 'cheaper'> = {
    overflow: 'cheaper',
    cheaper: [{ from: 'm', to: 'mini' }],
  }
  const planId = await here.plan(
    { budget: 1000, allowances: [allowance], models: ['m', 'big*'], ...end },
    fields,
  )
  const { services } = here.gateway
  const id = await services.subscriptions.buy(TEST_ACTOR, { userId: here.ann, planId })
  const ended = await here.grant(planId)
  await services.subscriptions.end(TEST_ACTOR, { id: ended, refund: false })
  for (const _ of [1, 2]) expect(await here.call(10)).toBe(200)
  const text = JSON.stringify(await services.transfer.export(TEST_ACTOR, { withSecrets: true }))
  expect(readExport(text)).toMatchObject({
    plans: [{ name: 'Pro', price: 900 }],
    subscriptions: [{ username: 'ann', plan: 'Pro', windows: [{ index: 0, used: 2 }] }],
  })

  await using there = await planGateway()
  const { transfer, users, subscriptions } = there.gateway.services
  await users.remove(TEST_ACTOR, there.ann)
  const anna = text.replaceAll('"ann"', '"anna"')
  const take = (update = false) =>
    transfer.import(TEST_ACTOR, { text: anna, update, dryRun: false })
  const rows = await take()
  expect(rows.filter(({ noun }) => noun === 'plan' || noun === 'subscription')).toMatchObject([
    { noun: 'plan', name: 'Pro', action: 'create' },
    { noun: 'subscription', name: 'anna: Pro', action: 'create' },
  ])
  const userId = (await users.show('anna')).id
  const [taken] = (await subscriptions.list({ userId })).items
  const before = await services.subscriptions.show({ id })
  for (const name of [
    'remain',
    'used',
    'period_start',
    'period_end',
    'windows',
    'price',
  ] as const) {
    expect(taken?.[name]).toEqual(before[name])
  }
  expect(taken?.terms).toMatchObject(end)
  expect(taken?.remain).toBe(1000 - 2 * costOf(10))

  // Again it is there already, whether rows are overwritten or not.
  for (const update of [false, true]) {
    const again = await take(update)
    expect(again.at(-1)).toMatchObject({ noun: 'subscription', action: 'skip', note: 'exists' })
  }
  expect((await subscriptions.list({ userId })).total).toBe(1)
  // It renews there from the balance that came along.
  const { quota } = await users.show('anna')
  await there.pass(31 * DAY)
  expect((await users.show('anna')).quota).toBe(quota - 900)
})

test('terms that nobody can read are refused, and an older file has no plans', async () => {
  await using site = await planGateway()
  const { transfer } = site.gateway.services
  const document = await transfer.export(TEST_ACTOR, { withSecrets: false })
  const { plans: _plans, subscriptions: _held, ...older } = document
  const input = { update: true, dryRun: true }
  const read = (file: object) =>
    transfer.import(TEST_ACTOR, { ...input, text: JSON.stringify(file) })
  expect((await read(older)).length).toBeGreaterThan(0)
  const plan = { name: 'Bad', terms: '{}', period_unit: 'day', period_count: 1 }
  expect(read({ ...older, plans: [plan] })).rejects.toMatchObject({ id: 'import.row_refused' })
})
