import { defineCommand } from '../../command/command'
import { usdText } from '../../usd'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { PLAN_ARGUMENT, planNamed } from '../plan/named'
import { PROMO_CODE_FLAG } from '../promo-code/flags'
import { USER_ARGUMENT } from '../user/argument'
import { SUBSCRIPTION_VIEW } from './view'

export const subscriptionBuy = defineCommand({
  path: ['subscription', 'buy'],
  summary: "buy a plan for a user, from the user's balance",
  args: [USER_ARGUMENT, PLAN_ARGUMENT],
  flags: { ...PROMO_CODE_FLAG, ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: [
    'gw subscription buy ann Pro --yes',
    'gw subscription buy ann Pro --promo-code SPRING20 --dry-run',
  ],
  json: SUBSCRIPTION_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: userId, username } = await services.users.show(args.user)
    const { id: planId, name, price } = await planNamed(services, args.plan)
    const promoCode = flags['promo-code']
    const wanted = { userId, planId, promoCode }
    const toPay =
      promoCode === undefined ? price : (await services.promoCodes.priceOf(wanted)).to_pay
    const question = words`Buy ${name} for ${username}, at ${usdText(toPay)}?`
    await context.confirm(isAgreed(flags), question)
    const made = await context.attempt(flags, async ({ subscriptions }) => {
      const id = await subscriptions.buy(context.actor, { ...wanted, price })
      return await subscriptions.show({ id })
    })
    context.output.one(made, SUBSCRIPTION_VIEW)
  },
})
