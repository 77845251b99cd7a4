import { planEndpoints } from '../../domain/endpoints/plan'
import type { PlanTerms } from '../../domain/plans/terms'
import type { PlanView } from '../../services/plans/plans'
import type { SubscriptionSearch, SubscriptionView } from '../../services/subscriptions/list'
import { type Call, handlers } from '../handlers'

export const planRoutes = handlers(planEndpoints, {
  'plan.list': async ({ services }) => (await services.plans.list()).map(planOf),
  'plan.on_sale': async ({ services }) => (await services.plans.onSale()).map(planOf),
  'plan.public': async ({ services }) => (await services.plans.onSale()).map(planOf),
  'plan.create': async ({ services, actor, body }) =>
    planOf(await services.plans.create(actor, body)),
  'plan.update': async ({ services, actor, params, body }) =>
    planOf(await services.plans.change(actor, { id: params.id, change: body })),
  'plan.remove': async ({ services, actor, params }) => {
    await services.plans.remove(actor, params.id)
  },
  'subscription.list': async ({ services, query }) => {
    const { user_id, plan_id, ...page } = query
    const search = { ...page, userId: user_id || undefined, planId: plan_id || undefined }
    return await pageFor(services, search, query.p)
  },
  'subscription.list_own': async ({ services, viewer, query }) =>
    await pageFor(services, { ...query, userId: viewer.user.id }, query.p),
  'subscription.show': async ({ services, params }) =>
    subscriptionOf(await services.subscriptions.show(params)),
  'subscription.grant': async ({ services, actor, body }) => {
    const { user_id: userId, plan_id: planId, renews = false } = body
    return { id: await services.subscriptions.grant(actor, { userId, planId, renews }) }
  },
  'subscription.buy': async ({ services, actor, viewer, body }) => {
    const { plan_id: planId, price, promo_code: promoCode } = body
    const purchase = { userId: viewer.user.id, planId, price, promoCode }
    return { id: await services.subscriptions.buy(actor, purchase) }
  },
  'subscription.renewal_own': async ({ services, actor, viewer, params, body }) => {
    const { renews } = body
    await services.subscriptions.setRenewal(actor, { ...params, userId: viewer.user.id, renews })
  },
  'subscription.switch_own': async ({ services, actor, viewer, params, body }) => {
    const to = { ...params, userId: viewer.user.id, planId: body.plan_id, price: body.price }
    return { id: await services.subscriptions.switch(actor, to) }
  },
  'subscription.renewal': async ({ services, actor, params, body }) => {
    await services.subscriptions.setRenewal(actor, { ...params, renews: body.renews })
  },
  'subscription.pause': async ({ services, actor, params }) => {
    await services.subscriptions.pause(actor, params)
  },
  'subscription.continue': async ({ services, actor, params }) => {
    await services.subscriptions.continue(actor, params)
  },
  'subscription.reset': async ({ services, actor, params }) => {
    await services.subscriptions.reset(actor, params)
  },
  'subscription.end': async ({ services, actor, params, body }) => {
    const refund = await services.subscriptions.end(actor, { ...params, refund: body.refund })
    return { refund }
  },
})

type Services = Call['services']

async function pageFor(services: Services, search: SubscriptionSearch, page: number | undefined) {
  const found = await services.subscriptions.list({ ...search, page })
  return { ...found, items: found.items.map(subscriptionOf) }
}

function planOf({ terms, ...plan }: PlanView) {
  return { ...plan, terms: termsOf(terms) }
}

function subscriptionOf({ terms, windows, ...subscription }: SubscriptionView) {
  return { ...subscription, terms: termsOf(terms), windows: [...windows] }
}

function termsOf({ allowances, models, groups, ...terms }: PlanTerms) {
  return { ...terms, allowances: [...allowances], models: [...models], groups: [...groups] }
}
