/** A plan that goes on with a cheaper model when nothing is left of it. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { PlanTerms } from '../../server/domain/plans/terms'
import type { PlanFields } from '../../server/services/plans/plans'
import { ask, PATH_OF, told } from '../relay/black-box'
import { answerOf, DEAR, DONE, END, frame, usageFrame } from '../relay/dear-model'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { sse, startUpstream } from '../support/upstream'
import { PLAN } from './plan-fixture'

/** Costs a tenth of the model that is asked for. */
const MINI = 'mini'
const dear = (tokens: number) => 10 + 8 * tokens
const cheap = (tokens: number) => Math.round(dear(tokens) / 10)
const COST_OF: Readonly<Record<string, (tokens: number) => number>> = { m: dear, [MINI]: cheap }
const REQUEST = { kind: 'requests', window: 'day', amount: 1, starts: 'subscription' } as const
const CHEAPER: Pick<PlanTerms, 'overflow' | 'cheaper'> = {
  overflow: 'cheaper',
  cheaper: [{ from: 'm*', to: MINI }],
}

interface Site {
  readonly gateway: Gateway
  readonly asked: string[]
  /** Credits of what was written, by model. */
  cost(model: string): number
  grant(terms: Partial<PlanTerms>, fields?: Partial<PlanFields>): Promise<number>
  send(tokens?: number, more?: object): ReturnType<typeof told>
  used(id: number): Promise<number>
  balance(): Promise<number>
}

async function withSite(
  run: (site: Site) => Promise<void>,
  more: Parameters<typeof startGateway>[0] & { readonly quota?: number } = {},
): Promise<void> {
  const { quota = 0, ...rest } = more
  const asked: string[] = []
  const costs = new Map<string, number>()
  await using upstream = await startUpstream(({ json: body }) => {
    const { model, stream, max_tokens: tokens } = Object(body)
    asked.push(model)
    costs.set(model, (costs.get(model) ?? 0) + (COST_OF[model]?.(tokens) ?? 0))
    if (!stream) return answerOf(tokens)
    return sse([frame({ content: 'ok' }, { model }), ...END, usageFrame(tokens), DONE])
  })
  await using gateway = await startGateway({
    users: [{ username: 'ann', quota }],
    tokens: [{ unlimited_quota: true }],
    channels: ['m', MINI, 'unpriced'].map((models) => ({ upstream, models })),
    ...rest,
    options: {
      ...DEAR,
      ModelRatio: { m: 1, [MINI]: 0.1, unserved: 0.1 },
      CompletionRatio: { m: 8, [MINI]: 8 },
      RetryTimes: 0,
      ...rest.options,
    },
  })
  const { services } = gateway
  let made = 0
  const grant: Site['grant'] = async (terms, fields = {}) => {
    made += 1
    const all = { ...PLAN, name: `Plan ${made}`, ...fields, terms: { ...PLAN.terms, ...terms } }
    const { id: planId } = await services.plans.create(TEST_ACTOR, all)
    const userId = gateway.userIds[0] ?? 0
    return await services.subscriptions.grant(TEST_ACTOR, { userId, planId, renews: false })
  }
  await run({
    gateway,
    asked,
    cost: (model) => costs.get(model) ?? 0,
    grant,
    async send(tokens = 10, body = {}) {
      const sent = { ...ask('openai'), max_tokens: tokens, ...body }
      const answer = await told(gateway.post(PATH_OF.openai, sent))
      await gateway.idle()
      return answer
    },
    used: async (id) => (await services.subscriptions.show({ id })).used,
    balance: async () => (await services.users.show('ann')).quota,
  })
  await gateway.idle()
  expect(await services.ledger.verify()).toEqual([])
}

const codeOf = ({ text }: { readonly text: string }) => JSON.parse(text).error.code

/** Pays for one call of the model and for all of the cheaper one. */
async function grantBoth({ grant }: Site, rest: Partial<PlanTerms> = {}) {
  const once = await grant({ ...CHEAPER, allowances: [REQUEST], models: ['m'], ...rest })
  return { once, mini: await grant({ models: [MINI] }) }
}

test('an empty plan goes on with the cheaper model, which a plan pays for at its price', () =>
  withSite(
    async (site) => {
      const { once, mini } = await grantBoth(site)
      for (const stream of [false, false, true]) {
        const answer = await site.send(10, { stream })
        expect(answer.status).toBe(200)
        if (!stream) continue
        expect(answer.text).toContain('"model":"mini"')
      }
      expect(site.asked).toEqual(['m', MINI, MINI])
      expect(await site.used(once)).toBe(dear(10))
      expect(await site.used(mini)).toBe(2 * cheap(10))
      expect(await site.balance()).toBe(1000)
    },
    { quota: 1000 },
  ))

test('log and receipt say which model was asked for, and which plan has paid', () =>
  withSite(async (site) => {
    await grantBoth(site)
    await site.send()
    const { requestId } = await site.send()
    const { services } = site.gateway
    const { items } = await services.logs.list({})
    const row = items.find(({ request_id }) => request_id === requestId)
    const other = JSON.parse(row?.other ?? '{}')
    expect(row).toMatchObject({ model_name: MINI, quota: cheap(10) })
    expect(other).toMatchObject({ fallback_of: 'm', plan: { quota: cheap(10) } })
    expect(other).not.toHaveProperty('is_model_mapped')
    expect(await services.bills.receipt(TEST_ACTOR, requestId)).toMatchObject({
      ...{ model: MINI, fallback_of: 'm', plan_name: 'Plan 2', plan_paid: cheap(10), agrees: true },
    })
  }))

test('a cheaper model that no plan pays for is paid by the balance', () =>
  withSite(
    async (site) => {
      await site.grant({ ...CHEAPER, allowances: [REQUEST], models: ['m'] })
      for (const _ of [1, 2]) expect((await site.send()).status).toBe(200)
      expect(await site.balance()).toBe(1000 - cheap(10))
    },
    { quota: 1000 },
  ))

test.each([
  ['no channel serves', { to: 'unserved' }],
  ['has no price', { to: 'unpriced' }],
  ['the token may not have', { tokens: { model_limits_enabled: true, model_limits: 'm' } }],
])(
  'a cheaper model that %s leaves the refusal as it was',
  (_name, {
    to = MINI,
    tokens,
  }: {
    readonly to?: string
    readonly tokens?: object
  }) =>
    withSite(
      async (site) => {
        const cheaper = [{ from: 'm', to }]
        await grantBoth(site, { cheaper })
        expect((await site.send()).status).toBe(200)
        const refused = await site.send()
        expect([refused.status, codeOf(refused)]).toEqual([403, 'limit_spent'])
        expect(site.asked).toEqual(['m'])
      },
      { quota: 1000, tokens: [{ unlimited_quota: true, ...tokens }] },
    ),
)

test('what only runs for now is waited for', () =>
  withSite(async (site) => {
    const minute = { ...REQUEST, window: 'minute' } as const
    await grantBoth(site, { allowances: [minute] })
    expect((await site.send()).status).toBe(200)
    expect((await site.send()).status).toBe(429)
    expect(site.asked).toEqual(['m'])
  }))

test('twenty calls side by side spend what there is, and not a credit more', () =>
  withSite(
    async (site) => {
      const budget = 3 * dear(10)
      const once = await site.grant({ ...CHEAPER, models: ['m'], budget })
      const mini = await site.grant({ models: [MINI], budget: 5 * cheap(10) })
      const answers = await Promise.all(Array.from({ length: 20 }, () => site.send()))
      const answered = answers.filter(({ status }) => status === 200)
      expect(answered).toHaveLength(site.asked.length)
      expect(new Set(site.asked)).toEqual(new Set(['m', MINI]))
      expect(await site.used(once)).toBe(site.cost('m'))
      expect(await site.used(mini)).toBe(site.cost(MINI))
      expect(await site.used(once)).toBeLessThanOrEqual(budget)
      expect(await site.used(mini)).toBeLessThanOrEqual(5 * cheap(10))
      expect(await site.balance()).toBe(1000)
    },
    { quota: 1000 },
  ))

test.each([
  ['cheaper_named', { overflow: 'cheaper' }],
  ['cheaper_named', { overflow: 'wallet', cheaper: [{ from: 'm', to: MINI }] }],
  ['cheaper_model', { overflow: 'cheaper', cheaper: [{ from: 'm', to: 'm' }] }],
  ['cheaper_model', { overflow: 'cheaper', cheaper: [{ from: 'm', to: 'mini*' }] }],
  ['cheaper_paid', { overflow: 'cheaper', cheaper: [{ from: 'm', to: MINI }] }],
] as const)('%s: terms %j are refused', (reason, terms) =>
  withSite(async ({ grant }) => {
    const { cheaper, overflow } = { cheaper: undefined, ...terms }
    const named = cheaper && { cheaper: [...cheaper] }
    await expect(grant({ overflow, ...named })).rejects.toMatchObject({
      id: 'value.invalid',
      params: { field: 'cheaper', reason: `reason.${reason}` },
    })
  }),
)

test('a plan with terms that are refused today can still be switched off', () =>
  withSite(async ({ gateway, grant }) => {
    await grant({ ...CHEAPER, models: ['m'] }, { name: 'Old' })
    const { plans } = gateway.services
    const [{ id = 0, terms = PLAN.terms } = {}] = await plans.list()
    using file = new Database(join(gateway.dataDir, 'gw.db'))
    const stored = JSON.stringify({ ...terms, models: [] })
    file.query('update plans set terms = ? where id = ?').run(stored, id)
    const changed = await plans.change(TEST_ACTOR, { id, change: { enabled: false } })
    expect(changed).toMatchObject({ enabled: false, terms: { models: [] } })
    const again = plans.change(TEST_ACTOR, { id, change: { terms: changed.terms } })
    await expect(again).rejects.toMatchObject({ params: { reason: 'reason.cheaper_paid' } })
  }))
