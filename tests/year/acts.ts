/** What the year asks of its gateway, by name, since the gateway is another process. */
import { NEW_PROMO_CODE } from '../../server/domain/payments/new-promo-code'
import type { PlanTerms } from '../../server/domain/plans/terms'
import type { Services } from '../../server/services/create-services'
import { PLAN } from '../plans/plan-fixture'
import { TEST_ACTOR } from '../support/seed'

interface Held {
  readonly id: number
}

interface NewPlan {
  readonly name: string
  readonly price: number
  readonly unit: 'day' | 'week' | 'month'
  readonly renews: boolean
  readonly terms: Partial<PlanTerms>
}

interface NewOrder {
  readonly userId: number
  readonly amount: number
  readonly planId?: number
  readonly method: 'zfb' | 'stripe'
  readonly promoCode?: string
}

/** More pages than this there are not. */
const PAGE = { page_size: 100 }

export const ACTS = {
  async addPlan({ plans }: Services, { name, price, unit, renews, terms }: NewPlan) {
    const fields = { ...PLAN, name, price, period_unit: unit, renews, grace_hours: 48 }
    const all = { ...PLAN.terms, overflow: 'wallet', ...terms } as const
    return (await plans.create(TEST_ACTOR, { ...fields, terms: all })).id
  },
  addPromoCode: (
    { promoCodes }: Services,
    { code, percentOff }: { readonly code: string; readonly percentOff: number },
  ) =>
    promoCodes.create(TEST_ACTOR, {
      ...NEW_PROMO_CODE,
      ...{ code, percent_off: percentOff * 100, most_per_user: 3 },
    }),
  promoCode: ({ promoCodes }: Services, by: { readonly code: string }) => promoCodes.show(by),
  setOption: ({ options }: Services, option: { readonly key: string; readonly value: string }) =>
    options.set(TEST_ACTOR, option),
  order: ({ payments }: Services, { method: paymentMethod, ...wanted }: NewOrder) =>
    payments.order(TEST_ACTOR, { ...wanted, paymentMethod }),
  refund: (
    { payments }: Services,
    refund: { readonly tradeNo: string; readonly cents?: number | undefined },
  ) => payments.refund(TEST_ACTOR, refund),
  buy: (
    { subscriptions }: Services,
    bought: { readonly userId: number; readonly planId: number; readonly promoCode?: string },
  ) => subscriptions.buy(TEST_ACTOR, bought),
  grant: (
    { subscriptions }: Services,
    granted: { readonly userId: number; readonly planId: number },
  ) => subscriptions.grant(TEST_ACTOR, { ...granted, renews: false }),
  switch: ({ subscriptions }: Services, wanted: Held & { readonly planId: number }) =>
    subscriptions.switch(TEST_ACTOR, wanted),
  pause: ({ subscriptions }: Services, held: Held) => subscriptions.pause(TEST_ACTOR, held),
  continue: ({ subscriptions }: Services, held: Held) => subscriptions.continue(TEST_ACTOR, held),
  cancel: ({ subscriptions }: Services, held: Held) =>
    subscriptions.setRenewal(TEST_ACTOR, { ...held, renews: false }),
  reset: ({ subscriptions }: Services, held: Held) => subscriptions.reset(TEST_ACTOR, held),
  end: ({ subscriptions }: Services, ended: Held & { readonly refund: boolean }) =>
    subscriptions.end(TEST_ACTOR, ended),
  async held({ subscriptions }: Services, { userId }: { readonly userId: number }) {
    const { items } = await subscriptions.list({ userId, ...PAGE })
    return items.filter(({ state }) => state !== 'ended').map(({ id, state }) => ({ id, state }))
  },
  /** What background work does in time. */
  async work({ subscriptions, payments }: Services) {
    await subscriptions.renew()
    await payments.expire()
    while ((await payments.askDue()) > 0);
  },
  /** What an administrator does now and then: compares, and closes what was looked at. */
  async audit({ payments }: Services) {
    await payments.openDifferences()
    while ((await payments.askDue()) > 0);
    const { items } = await payments.cases({ isOpen: true, ...PAGE })
    for (const { id } of items) await payments.closeCase(TEST_ACTOR, { id, note: 'seen' })
    return items.map(({ reason }) => reason)
  },
  orders: ({ payments }: Services, { page }: { readonly page: number }) =>
    payments.list({ ...PAGE, page }),
  invoices: ({ invoices }: Services, { page }: { readonly page: number }) =>
    invoices.list({ ...PAGE, page }),
  month: ({ invoices }: Services, asked: { readonly userId: number; readonly month: string }) =>
    invoices.month(asked),
  compare: ({ payments }: Services, { days }: { readonly days: number }) =>
    payments.reconcile({ days }),
  verify: ({ ledger }: Services) => ledger.verify(),
  statement: (
    { wallet }: Services,
    asked: { readonly userId: number; readonly from: number; readonly to: number },
  ) => wallet.statement(asked),
  balance: async ({ users }: Services, { userId }: { readonly userId: number }) =>
    (await users.show(userId)).quota,
}

export type Acts = typeof ACTS
export type ActName = keyof Acts
/** Beside the services. */
export type InputOf<Name extends ActName> = Parameters<Acts[Name]>[1]
export type ResultOf<Name extends ActName> = Awaited<ReturnType<Acts[Name]>>
