/** Redemption codes that grant a plan. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type ApiCaller, apiClient } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { DAY, type PlanGateway, planGateway } from './plan-fixture'

let site: PlanGateway
let admin: ApiCaller
let ann: ApiCaller
beforeAll(async () => {
  site = await planGateway()
  const api = apiClient(site.gateway)
  admin = await api.as('admin')
  ann = await api.as('user')
})
afterAll(() => site[Symbol.asyncDispose]())

async function codeFor(planId: number): Promise<string> {
  const { body } = await admin.post('/api/redemption/', { name: '', plan_id: planId })
  return String(body.data)
}

const redeem = async (key: string) => (await ann.post('/api/user/topup', { key })).body
const held = () => site.gateway.services.subscriptions.list({ userId: ann.id })

test('a code begins a period that costs nothing, and says where it comes from', async () => {
  const planId = await site.plan({ budget: 5000 }, { name: 'Gift', price: 900, renews: true })
  const key = await codeFor(planId)
  const listed = (await admin.get('/api/redemption/?p=1')).body.data.items[0]
  expect(listed).toMatchObject({ name: 'Gift', quota: 0, plan_id: planId, plan_name: 'Gift' })
  expect(await redeem(key)).toEqual({ success: true, message: '', data: 0, plan: 'Gift' })
  const { items } = await held()
  expect(items).toMatchObject([
    { name: 'Gift', source: 'code', price: 0, renews: false, remain: 5000 },
  ])
  expect(items[0]?.period_end).toBeGreaterThan(site.clock.now + 29 * DAY)
  expect(await redeem(key)).toMatchObject({ success: false, code: 'redemption.used' })
  const [audit] = await site.gateway.services.audit.list({ action: 'redemption.redeem' })
  expect(audit?.after).toContain('"plan":"Gift"')
  const { body } = await ann.get('/api/log/self?p=1', { headers: { 'accept-language': 'en' } })
  expect(body.data.items[0].content).toMatch(/^Began subscription \d+ with redemption code \d+$/)
})

test('a code of a plan that was removed or switched off is refused, and stays unused', async () => {
  const { plans } = site.gateway.services
  const [off, gone] = [await site.plan(), await site.plan()]
  const keys = [await codeFor(off), await codeFor(gone)]
  await plans.change(TEST_ACTOR, { id: off, change: { enabled: false } })
  await plans.remove(TEST_ACTOR, gone)
  for (const key of keys) {
    expect(await redeem(key)).toMatchObject({ success: false, code: 'redemption.plan_gone' })
  }
  await plans.change(TEST_ACTOR, { id: off, change: { enabled: true } })
  expect(await redeem(keys[0] ?? '')).toMatchObject({ success: true })
})

test('whoever had a plan as often as it may be had keeps the code for somebody else', async () => {
  const trial = await site.plan({}, { most_per_user: 1 })
  const [first, second] = [await codeFor(trial), await codeFor(trial)]
  expect(await redeem(first)).toMatchObject({ success: true })
  expect(await redeem(second)).toMatchObject({ success: false, code: 'plan.had_already' })
  const { redemptions } = site.gateway.services
  const again = { userId: site.ann, code: second }
  expect(await redemptions.redeem(TEST_ACTOR, again)).toMatchObject({ quota: 0 })
})

test.each([
  [{ plan_id: 4711 }, 'plan.not_found'],
  [{ quota: 5, plan_id: 1 }, 'redemption.grants_plan'],
  [{}, 'redemption.quota_invalid'],
])('a code of %j is refused', async (body, code) => {
  const answer = await admin.post('/api/redemption/', { name: 'x', ...body })
  expect(answer.body).toMatchObject({ success: false, code })
})

test('a code that grants a plan is given no quota later', async () => {
  await codeFor(await site.plan())
  const { id } = (await admin.get('/api/redemption/?p=1')).body.data.items[0]
  const { body } = await admin.put('/api/redemption/', { id, quota: 500 })
  expect(body).toMatchObject({ success: false, code: 'redemption.grants_plan' })
})

test('sixty-four at once redeem one code: one gets the plan, once', async () => {
  const key = await codeFor(await site.plan())
  const before = (await held()).total
  const answers = await Promise.all(Array.from({ length: 64 }, () => redeem(key)))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'redemption.used']))
  expect((await held()).total).toBe(before + 1)
})
