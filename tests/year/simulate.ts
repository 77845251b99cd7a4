/**
 * A year of customers who buy credits and plans, switch, pause, cancel, reset and get money back,
 * in two zones whose clocks change, with month ends and a leap day, while calls go on. Payment
 * services lose, repeat and delay what they tell, others forge it, and the gateway is killed in
 * the middle of it all. In the end every credit and every cent is accounted for.
 */
import type { PlanTerms } from '../../server/domain/plans/terms'
import { ask, MODEL, PATH_OF } from '../relay/black-box'
import { answerOf, DEAR } from '../relay/dear-model'
import { seedDatabase } from '../support/seed'
import { startUpstream } from '../support/upstream'
import type { ActName, InputOf, ResultOf } from './acts'
import { type Chance, chanceFrom } from './chance'
import { type Findings, findings } from './check'
import { Killed, Refused, YearGateway } from './gateway'
import { Shop } from './shop'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Two weeks before clocks go back in Berlin; the leap day is in the February after. */
const YEAR_BEGINS = Date.UTC(2027, 9, 15, 13)
const AT_ONCE = 8
/** After which no order is asked about any more. */
const LAST_DAYS = 10

export interface YearOptions {
  readonly dataDir: string
  readonly customers: number
  readonly days: number
  readonly actsPerDay: number
  /** A hundred for one a day. */
  readonly killsPerHundredDays: number
  readonly seed: number
  readonly progress?: ((day: number) => void) | undefined
}

export interface YearReport extends Findings {
  readonly kills: number
  readonly refused: Readonly<Record<string, number>>
  readonly told: Readonly<Record<string, number>>
}

const requestsA = (window: 'day' | '5h', amount: number, starts: 'calendar' | 'first_use') =>
  ({ kind: 'requests', window, amount, starts }) as const

interface Offer {
  readonly unit: 'day' | 'week' | 'month'
  readonly terms: Partial<PlanTerms>
}

const OFFERS: readonly Offer[] = [
  { unit: 'month', terms: { budget: 2000, zone: 'Europe/Berlin', carry_over: 25 } },
  {
    unit: 'day',
    terms: {
      ...{ budget: null, zone: 'America/New_York' },
      allowances: [requestsA('day', 2, 'calendar')],
    },
  },
  {
    unit: 'week',
    terms: { budget: 5000, allowances: [requestsA('5h', 1, 'first_use')], overflow: 'refuse' },
  },
  { unit: 'month', terms: { budget: 700 } },
]
/** A third off, three times a customer. */
const PROMO_CODE = 'THIRD'
/** Credits for a dollar. */
const PER_DOLLAR = 3000

export async function simulateYear(options: YearOptions): Promise<YearReport> {
  const { dataDir, customers, days, killsPerHundredDays, seed, progress } = options
  const chance = chanceFrom(seed)
  const time = { now: YEAR_BEGINS }
  const clock = { nowMs: () => time.now, monotonicMs: () => time.now }
  await using upstream = await startUpstream(() => answerOf(5 + chance.below(60)))
  const names = Array.from({ length: customers }, (_, at) => `user${at}`)
  const seeded = await seedDatabase(
    {
      users: names.map((username) => ({ username, quota: 0 })),
      tokens: names.map((username) => ({ username, unlimited_quota: true })),
      channels: [{ upstream, models: MODEL }],
      options: { ...DEAR, RetryTimes: 0, QuotaPerUnit: PER_DOLLAR },
    },
    { dataDir, env: {}, clock },
  )
  const gateway = new YearGateway(dataDir, time)
  await gateway.start()
  try {
    await using shop = new Shop({ gateway, time, chance })
    for (const [key, value] of Object.entries(shop.settings)) {
      await gateway.ask('setOption', { key, value })
    }
    const year = new Year({ gateway, shop, chance, ...seeded })
    await year.begin()
    for (let day = 0; day < days; day += 1) {
      time.now += chance.percent(50) ? DAY : DAY + HOUR - chance.below(2) * 2 * HOUR
      await year.pass(day, { acts: options.actsPerDay, killsPerHundredDays })
      progress?.(day)
    }
    for (let day = 0; day < LAST_DAYS; day += 1) {
      time.now += DAY
      await year.pass(day, { acts: 0, killsPerHundredDays: 0 })
    }
    await gateway.ask('audit', undefined)
    await gateway.idle()
    const { kills, refused } = year
    const found = await findings({
      gateway,
      shop,
      userIds: seeded.userIds,
      from: YEAR_BEGINS,
      to: time.now,
      promoCode: PROMO_CODE,
    })
    return { ...found, kills, refused: Object.fromEntries(refused), told: shop.counts }
  } finally {
    await gateway.kill()
  }
}

interface YearParts {
  readonly gateway: YearGateway
  readonly shop: Shop
  readonly chance: Chance
  readonly userIds: readonly number[]
  readonly keys: readonly string[]
}

interface DayPlan {
  readonly acts: number
  readonly killsPerHundredDays: number
}

class Year {
  readonly #parts: YearParts
  #plans: number[] = []
  kills = 0
  readonly refused = new Map<string, number>()

  constructor(parts: YearParts) {
    this.#parts = parts
  }

  async begin(): Promise<void> {
    for (const [index, { unit, terms }] of OFFERS.entries()) {
      const { gateway } = this.#parts
      const offer = { name: `Plan ${index}`, price: 3000 * (index + 1), renews: index % 2 === 0 }
      this.#plans.push(await gateway.ask('addPlan', { ...offer, unit, terms }))
    }
    await this.#parts.gateway.ask('addPromoCode', { code: PROMO_CODE, percentOff: 33 })
  }

  async pass(day: number, { acts, killsPerHundredDays }: DayPlan): Promise<void> {
    const { gateway, shop, chance } = this.#parts
    await shop.tellLate()
    let kills = Math.floor(killsPerHundredDays / 100)
    if (chance.percent(killsPerHundredDays % 100)) kills += 1
    for (let left = Math.max(acts, kills); left > 0; left -= AT_ONCE) {
      const isKilled = kills > 0 && (chance.percent(30) || left <= AT_ONCE * kills)
      if (isKilled) kills -= 1
      await this.#someActs(Math.min(left, AT_ONCE), isKilled)
    }
    await gateway.ask('work', undefined)
    if (day % 7 !== 6) return
    await gateway.ask('audit', undefined)
    const differences = await gateway.ask('verify', undefined)
    if (differences.length > 0) throw new Error(`day ${day}: ${JSON.stringify(differences)}`)
  }

  /** Side by side; where it is killed, after some of them have come to an end. */
  async #someActs(count: number, isKilled: boolean): Promise<void> {
    const { gateway, chance } = this.#parts
    const running = Array.from({ length: count }, () => this.#act())
    if (isKilled) {
      const ended = chance.below(count)
      await Promise.all(running.slice(0, ended))
      await gateway.kill()
      this.kills += 1
    }
    await Promise.all(running)
    if (isKilled) await gateway.start()
  }

  async #act(): Promise<void> {
    const { shop, chance, userIds } = this.#parts
    const at = chance.below(userIds.length)
    const userId = userIds[at] ?? 0
    const planId = chance.of(this.#plans) ?? 0
    const method = chance.percent(50) ? 'zfb' : 'stripe'
    const promoCode = chance.percent(30) ? PROMO_CODE : ''
    const acts = [
      () => this.#call(at),
      () => this.#call(at),
      () => this.#order({ userId, amount: 1 + chance.below(9), method, promoCode }),
      () => this.#order({ userId, amount: 0, planId, method, promoCode }),
      () => this.#ask('buy', { userId, planId, promoCode }),
      () => this.#ask('grant', { userId, planId }),
      () => this.#changeHeld(userId, planId),
      () => this.#changeHeld(userId, planId),
      () => (chance.percent(50) ? this.#refund() : shop.refundThere()),
    ]
    await acts[chance.below(acts.length)]?.()
  }

  async #order(order: InputOf<'order'>): Promise<void> {
    const ordered = await this.#ask('order', order)
    if (ordered !== undefined) await this.#parts.shop.bought(order.method, ordered)
  }

  async #refund(): Promise<void> {
    const { shop, chance } = this.#parts
    const order = chance.of(shop.orders.slice(-30))
    if (order === undefined) return
    const cents = chance.percent(50) ? undefined : 1 + chance.below(300)
    await this.#ask('refund', { tradeNo: order.tradeNo, cents })
  }

  async #changeHeld(userId: number, planId: number): Promise<void> {
    const { chance } = this.#parts
    const held = chance.of((await this.#ask('held', { userId })) ?? [])
    if (held === undefined) return
    const { id } = held
    const changes = [
      () => this.#ask('switch', { id, planId }),
      () => this.#ask('pause', { id }),
      () => this.#ask('continue', { id }),
      () => this.#ask('cancel', { id }),
      () => this.#ask('reset', { id }),
      () => this.#ask('end', { id, refund: chance.percent(50) }),
    ]
    await (held.state === 'paused' ? changes[2] : chance.of(changes))?.()
  }

  async #call(at: number): Promise<void> {
    const { gateway, keys } = this.#parts
    const answer = await fetch(`${gateway.url}${PATH_OF.openai}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${keys[at]}` },
      body: JSON.stringify({ ...ask('openai'), max_tokens: 80 }),
    }).catch(() => undefined)
    await answer?.text().catch(() => '')
  }

  /** `undefined` when it was refused, or nobody knows; other failures end the year. */
  async #ask<Name extends ActName>(
    name: Name,
    input: InputOf<Name>,
  ): Promise<ResultOf<Name> | undefined> {
    try {
      return await this.#parts.gateway.ask(name, input)
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Killed)) throw error
      const reason = error instanceof Refused ? error.message : 'killed'
      this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1)
      return undefined
    }
  }
}
