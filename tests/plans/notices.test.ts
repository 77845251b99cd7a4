/** What holders of plans are told by mail, and how often. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Actor } from '../../server/services/service-deps'
import { TEST_ACTOR } from '../support/seed'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { DAY, HOUR, type PlanGateway, planGateway } from './plan-fixture'

let sink: SmtpSink
let site: PlanGateway
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await planGateway(100_000)
  const { options, users, notifications } = site.gateway.services
  for (const [key, value] of Object.entries(sink.options)) {
    await options.set(TEST_ACTOR, { key, value: String(value) })
  }
  await users.set(TEST_ACTOR, { id: site.ann, email: 'ann@example.com' })
  const ann: Actor = { ...TEST_ACTOR, kind: 'user', id: site.ann }
  await notifications.setSetting(ann, {
    notify_type: 'email',
    quota_warning_threshold: 1,
    language: 'en',
  })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await sink[Symbol.asyncDispose]()
})

/** Mails since the last time, once what happens in the background is over. */
let seen = 0
async function subjects(): Promise<string[]> {
  await site.gateway.services.subscriptions.remind()
  await site.gateway.idle()
  const mails = sink.mails.slice(seen)
  seen = sink.mails.length
  return mails.map(({ subject }) => subject)
}
const lastText = () => sink.mails.at(-1)?.text.replace(/\s+/g, ' ') ?? ''
const buy = (planId: number) =>
  site.gateway.services.subscriptions.buy(TEST_ACTOR, { userId: site.ann, planId })
const end = (id: number) =>
  site.gateway.services.subscriptions.end(TEST_ACTOR, { id, refund: false })

beforeEach(async () => {
  seen = sink.mails.length
})

test('that a plan ends is told three days before, once', async () => {
  const id = await site.grant(await site.plan({}, { name: 'Once', period_unit: 'week' }))
  await site.pass(3 * DAY)
  expect(await subjects()).toEqual([])
  await site.pass(DAY)
  expect(await subjects()).toEqual(['Your plan Once ends soon'])
  expect(lastText()).toContain('ends on 2026-12-03 18:00 (UTC) and does not renew')
  await site.pass(DAY)
  expect(await subjects()).toEqual([])
  await end(id)
})

test('that a plan ends is told later when nothing could be kept at first, and once', async () => {
  const id = await site.grant(await site.plan({}, { name: 'Full', period_unit: 'week' }))
  await site.pass(5 * DAY)
  using file = new Database(join(site.gateway.dataDir, 'gw.db'))
  file.run(`create trigger no_room before insert on outbox begin select raise(abort, 'full'); end`)
  await expect(site.gateway.services.subscriptions.remind()).rejects.toThrow('full')
  file.run('drop trigger no_room')
  expect(await subjects()).toEqual(['Your plan Full ends soon'])
  expect(await subjects()).toEqual([])
  await end(id)
})

test('of a plan that renews only a balance that is too small is told, in each period', async () => {
  const fields = { name: 'Weekly', price: 600_000, renews: true, period_unit: 'week' } as const
  await site.pay(1_500_000 - (await site.balance()))
  const id = await buy(await site.plan({}, { ...fields, grace_hours: 48 }))
  await site.pass(5 * DAY)
  expect(await subjects()).toEqual([])
  await site.pass(2 * DAY)
  await site.pass(5 * DAY)
  expect(await subjects()).toEqual(['Your plan Weekly ends soon'])
  expect(lastText()).toContain('does not cover the next period, which costs $1.20')
  await site.pass(2 * DAY)
  expect(await subjects()).toEqual(['Your plan Weekly could not renew'])
  await site.pass(HOUR)
  expect(await subjects()).toEqual([])
  await site.pass(2 * DAY)
  expect(await subjects()).toEqual(['Your plan Weekly has ended'])
  expect((await site.subscription(id)).state).toBe('ended')
})

test('one that came with an order is told the price at which it renews', async () => {
  const fields = { name: 'Ordered', price: 600_000, renews: true, period_unit: 'week' } as const
  await site.pay(1_500_000 - (await site.balance()))
  const planId = await site.plan({}, fields)
  const id = await buy(planId)
  {
    using file = new Database(join(site.gateway.dataDir, 'gw.db'))
    file.run(`update subscriptions set source = 'order' where id = ${id}`)
  }
  await site.gateway.services.plans.change(TEST_ACTOR, { id: planId, change: { price: 1_000_000 } })
  await site.pass(5 * DAY)
  expect(await subjects()).toEqual(['Your plan Ordered ends soon'])
  expect(lastText()).toContain('does not cover the next period, which costs $2.00')
  await end(id)
})

test('an allowance that is used up is told once in each of its windows', async () => {
  const allowance = { kind: 'requests', window: 'day', amount: 2, starts: 'subscription' } as const
  const terms = { budget: null, allowances: [allowance], overflow: 'wallet' } as const
  const planId = await site.plan({ ...terms, allowances: [allowance] }, { name: 'Two' })
  const id = await site.grant(planId)
  await site.call()
  expect(await subjects()).toEqual([])
  await site.call()
  expect(await subjects()).toEqual(['An allowance of your plan Two is used up'])
  expect(lastText()).toContain('2 of 2 requests per day are used. It resets on')
  await site.call()
  expect(await subjects()).toEqual([])
  await site.pass(DAY)
  await site.call()
  await site.call()
  expect(await subjects()).toEqual(['An allowance of your plan Two is used up'])
  await end(id)
})

test('a budget of which nothing is left is told, also where calls are refused', async () => {
  const id = await site.grant(await site.plan({ budget: 100 }, { name: 'Small' }))
  expect(await site.call()).not.toBe(500)
  while ((await site.call()) === 200) await site.gateway.idle()
  expect(await subjects()).toEqual(['An allowance of your plan Small is used up'])
  await end(id)
})
