/** Limits of promo codes under orders that come at once, on either engine. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { NEW_PROMO_CODE } from '../../server/domain/payments/new-promo-code'
import { secureRandom } from '../../server/random'
import { createServices, type Services } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'
import { PLAN } from '../plans/plan-fixture'
import { TEST_ACTOR } from '../support/seed'
import { tempDir } from '../support/temp-dir'
import { onEveryEngine } from './engines'
import { NOW_MS, seedUser } from './seed'

function servicesOf(db: Db, clock = { ms: NOW_MS }): Services {
  const sealer = openSealer({
    dataDir: tempDir('promo').path,
    envKey: 'a key for tests, 32 long..',
  })
  const deps = { db, sealer, random: secureRandom }
  return createServices({ ...deps, clock: { nowMs: () => clock.ms } })
}

const SHOP = {
  ...{ PayAddress: 'http://127.0.0.1:9', EpayId: '1', EpayKey: 'key', Price: '7.3' },
  ServerAddress: 'https://gw.example',
}

async function openShop(services: Services): Promise<void> {
  for (const [key, value] of Object.entries(SHOP)) {
    await services.options.set(TEST_ACTOR, { key, value })
  }
}

/** What became of each of the orders: "done", or why not. */
async function outcomes(work: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(work)
  const words = settled.map((each) => {
    if (each.status === 'fulfilled') return 'done'
    const why: unknown = each.reason
    return why instanceof GatewayError ? why.id : String(why)
  })
  const groups = Map.groupBy(words, (word) => word)
  return Object.fromEntries([...groups].map(([word, { length }]) => [word, length]))
}

onEveryEngine('a promo code', (open) => {
  test('keeps its limits among orders, plans and expiries at once', async () => {
    const db = await open()
    const clock = { ms: NOW_MS }
    const services = servicesOf(db, clock)
    await openShop(services)
    const users = await Promise.all(Array.from({ length: 8 }, () => seedUser(db, 10_000_000)))
    const terms = { ...NEW_PROMO_CODE, code: 'RACE', percent_off: 1000, most_uses: 11 }
    const { id } = await services.promoCodes.create(TEST_ACTOR, { ...terms, most_per_user: 0 })
    const { id: planId } = await services.plans.create(TEST_ACTOR, { ...PLAN, price: 1000 })
    const order = (userId: number) =>
      services.payments.order(TEST_ACTOR, {
        ...{ userId, amount: 10, paymentMethod: 'alipay', promoCode: 'race' },
      })
    const buy = (userId: number) =>
      services.subscriptions.buy(TEST_ACTOR, { userId, planId, promoCode: 'race' })
    const once = (userId: number) => [order(userId), buy(userId)]
    const told = await outcomes([...users, ...users].flatMap(once))
    expect(told).toEqual({ done: 11, 'promo_code.used_up': 21 })
    const { used, held } = await services.promoCodes.show({ id })
    expect(used + held).toBe(11)
    clock.ms += 25 * 3_600_000
    const expiries = [services.payments.expire(), services.payments.expire()]
    await Promise.allSettled([...expiries, ...users.map(order)])
    await services.payments.expire()
    const after = await services.promoCodes.show({ id })
    expect(after.used).toBe(used)
    const row = await db.kysely.selectFrom('promo_codes').select('uses').executeTakeFirstOrThrow()
    expect(Number(row.uses)).toBe(after.used + after.held)
    expect(Number(row.uses)).toBeLessThanOrEqual(11)
    expect(await services.ledger.verify()).toEqual([])
  })

  test('is used as often by each buyer as it may be', async () => {
    const db = await open()
    const services = servicesOf(db)
    await openShop(services)
    const users = [await seedUser(db, 0), await seedUser(db, 0)]
    const terms = { ...NEW_PROMO_CODE, code: 'TWICE', amount_off: 1000, least_order: 5000 }
    await services.promoCodes.create(TEST_ACTOR, { ...terms, most_per_user: 2 })
    const order = (userId: number) =>
      services.payments.order(TEST_ACTOR, {
        ...{ userId, amount: 10, paymentMethod: 'alipay', promoCode: 'TWICE' },
      })
    const told = await outcomes([1, 2, 3, 4, 5].flatMap(() => users.map(order)))
    expect(told).toEqual({ done: 4, 'promo_code.used_by_you': 6 })
  })

  test('is one first order for one buyer, by whichever code and whatever is bought', async () => {
    const db = await open()
    const services = servicesOf(db)
    await openShop(services)
    const userId = await seedUser(db, 10_000_000)
    const terms = { ...NEW_PROMO_CODE, percent_off: 1000, first_order: true, most_per_user: 0 }
    await services.promoCodes.create(TEST_ACTOR, { ...terms, code: 'ONE' })
    await services.promoCodes.create(TEST_ACTOR, { ...terms, code: 'TWO' })
    const { id: planId } = await services.plans.create(TEST_ACTOR, { ...PLAN, price: 1000 })
    const work = ['ONE', 'TWO', 'ONE', 'TWO'].flatMap((promoCode) => [
      services.payments.order(TEST_ACTOR, {
        ...{ userId, amount: 10, paymentMethod: 'alipay', promoCode },
      }),
      services.subscriptions.buy(TEST_ACTOR, { userId, planId, promoCode }),
    ])
    expect(await outcomes(work)).toEqual({ done: 1, 'promo_code.first_only': 7 })
  })
})
