/** Plans, and what happens to those that people hold. */
import type { Bind } from './bind'
import { changePlan, createPlan, listPlans, plansOnSale, removePlan } from './plans/plans'
import {
  changePromoCode,
  createPromoCode,
  listPromoCodePage,
  listPromoUsePage,
  removePromoCode,
  showPromoCode,
} from './promo-codes/keep'
import { purgeMarks } from './promotion/bounds'
import { checkIn, checkInOf } from './promotion/check-in'
import { invitesOf } from './promotion/invites'
import { shareUsage } from './promotion/share-usage'
import { buyPlan, grantPlan, promoPrice } from './subscriptions/begin'
import {
  continueSubscription,
  endSubscription,
  pauseSubscription,
  resetUsage,
  setRenewal,
  switchPlan,
} from './subscriptions/change'
import { activeSubscriptions, listSubscriptionPage, showSubscription } from './subscriptions/list'
import { remindOfEnds } from './subscriptions/remind'
import { renewSubscriptions } from './subscriptions/renew'

export function planServices(bound: Bind) {
  return {
    promotion: {
      checkIn: bound(checkIn),
      checkInOf: bound(checkInOf),
      purgeMarks: bound(purgeMarks),
      invitesOf: bound(invitesOf),
      shareUsage: bound(shareUsage),
    },
    promoCodes: {
      list: bound(listPromoCodePage),
      show: bound(showPromoCode),
      uses: bound(listPromoUsePage),
      create: bound(createPromoCode),
      change: bound(changePromoCode),
      remove: bound(removePromoCode),
      priceOf: bound(promoPrice),
    },
    plans: {
      list: bound(listPlans),
      onSale: bound(plansOnSale),
      create: bound(createPlan),
      change: bound(changePlan),
      remove: bound(removePlan),
    },
    subscriptions: {
      list: bound(listSubscriptionPage),
      show: bound(showSubscription),
      activeOf: bound(activeSubscriptions),
      buy: bound(buyPlan),
      grant: bound(grantPlan),
      setRenewal: bound(setRenewal),
      pause: bound(pauseSubscription),
      continue: bound(continueSubscription),
      reset: bound(resetUsage),
      end: bound(endSubscription),
      switch: bound(switchPlan),
      remind: bound(remindOfEnds),
      renew: bound(renewSubscriptions),
    },
  } as const
}
