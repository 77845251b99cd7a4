/** A gateway with one model, a user without a balance, and a clock that tests move. */
import { expect } from 'bun:test'
import type { PlanTerms } from '../../server/domain/plans/terms'
import type { PlanFields } from '../../server/services/plans/plans'
import { ask, MODEL, PATH_OF } from '../relay/black-box'
import { answerOf, DEAR } from '../relay/dear-model'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { type Reply, startUpstream } from '../support/upstream'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** Thursday, 26 November 2026, 18:00 UTC. */
export const BOUGHT = Date.UTC(2026, 10, 26, 18)

const TERMS: PlanTerms = {
  budget: 1_000_000,
  allowances: [],
  models: [],
  groups: [],
  overflow: 'refuse',
  carry_over: 0,
  zone: 'UTC',
}

export const PLAN: PlanFields = {
  name: 'Pro',
  description: '',
  price: 0,
  period_unit: 'month',
  period_count: 1,
  renews: false,
  on_sale: true,
  enabled: true,
  priority: 0,
  most_per_user: 0,
  grace_hours: 0,
  terms: TERMS,
}

export interface PlanGateway {
  readonly gateway: Gateway
  readonly clock: { now: number }
  readonly ann: number
  answer(reply: Reply): void
  /** A plan with these terms; its id. */
  plan(terms?: Partial<PlanTerms>, fields?: Partial<PlanFields>): Promise<number>
  /** Granted to ann; the id of the subscription. */
  grant(planId: number, renews?: boolean): Promise<number>
  /** A call of ten tokens of prompt that writes so many; its status. */
  call(tokens?: number): Promise<number>
  subscription(id: number): ReturnType<Gateway['services']['subscriptions']['show']>
  balance(): Promise<number>
  /** Adds to the balance. */
  pay(credits: number): Promise<void>
  /** Moves the clock, and lets what is due happen. */
  pass(ms: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What a call of so many tokens costs: the model's ratio is 1, and 8 for its answers. */
export const costOf = (tokens: number) => 10 + 8 * tokens

export async function planGateway(quota = 0): Promise<PlanGateway> {
  let reply = answerOf(10)
  const clock = { now: BOUGHT, nowMs: () => clock.now, monotonicMs: () => clock.now }
  const upstream = await startUpstream(() => reply)
  const gateway = await startGateway({
    clock,
    users: [{ username: 'ann', quota }],
    tokens: [{ unlimited_quota: true }],
    channels: [{ upstream, models: MODEL }],
    options: { ...DEAR, RetryTimes: 0 },
  })
  const { services } = gateway
  const ann = gateway.userIds[0] ?? 0
  let made = 0
  return {
    gateway,
    clock,
    ann,
    answer: (next) => {
      reply = next
    },
    async plan(terms = {}, fields = {}) {
      made += 1
      const plan = { ...PLAN, name: `Plan ${made}`, ...fields, terms: { ...TERMS, ...terms } }
      return (await services.plans.create(TEST_ACTOR, plan)).id
    },
    grant: (planId, renews = false) =>
      services.subscriptions.grant(TEST_ACTOR, { userId: ann, planId, renews }),
    async call(tokens = 10) {
      reply = answerOf(tokens)
      const body = { ...ask('openai'), max_tokens: tokens }
      const response = await gateway.post(PATH_OF.openai, body)
      await response.text()
      await gateway.idle()
      return response.status
    },
    subscription: (id) => services.subscriptions.show({ id }),
    balance: async () => (await services.users.show('ann')).quota,
    async pay(credits) {
      await services.users.set(TEST_ACTOR, { id: ann, quota: { add: credits } })
    },
    async pass(ms) {
      clock.now += ms
      await services.subscriptions.renew()
    },
    async [Symbol.asyncDispose]() {
      await gateway.idle()
      expect(await services.ledger.verify()).toEqual([])
      await gateway[Symbol.asyncDispose]()
      await upstream[Symbol.asyncDispose]()
    },
  }
}
