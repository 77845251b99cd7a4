import { defineCommand } from '../../command/command'
import { usdText } from '../../usd'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { PLAN_ARGUMENT, planNamed } from '../plan/named'
import { SUBSCRIPTION_ARGUMENT, SUBSCRIPTION_VIEW, subscriptionId } from './view'

export const subscriptionSwitch = defineCommand({
  path: ['subscription', 'switch'],
  summary: 'end a subscription, give back what is left, and buy another plan',
  args: [SUBSCRIPTION_ARGUMENT, PLAN_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw subscription switch 7 Max --dry-run', 'gw subscription switch 7 Max --yes'],
  json: SUBSCRIPTION_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const before = await services.subscriptions.show({ id: subscriptionId(args.subscription) })
    const { id: planId, name, price } = await planNamed(services, args.plan)
    const sum = words`${usdText(price)} less ${usdText(before.refund)}`
    const question = words`Switch ${before.username} from ${before.name} to ${name}: ${sum}?`
    await context.confirm(isAgreed(flags), question)
    const made = await context.attempt(flags, async ({ subscriptions }) => {
      const id = await subscriptions.switch(context.actor, { id: before.id, planId, price })
      return await subscriptions.show({ id })
    })
    context.output.one(made, SUBSCRIPTION_VIEW)
  },
})
