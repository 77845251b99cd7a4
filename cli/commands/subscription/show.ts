import { defineCommand } from '../../command/command'
import { SUBSCRIPTION_ARGUMENT, SUBSCRIPTION_VIEW, subscriptionId } from './view'

export const subscriptionShow = defineCommand({
  path: ['subscription', 'show'],
  summary: 'show a subscription, its windows and when they reset',
  args: [SUBSCRIPTION_ARGUMENT],
  examples: ['gw subscription show 7', 'gw subscription show 7 --json'],
  json: SUBSCRIPTION_VIEW,
  reads: true,
  run: async (context, { args }) => {
    const { subscriptions } = await context.services()
    const id = subscriptionId(args.subscription)
    context.output.one(await subscriptions.show({ id }), SUBSCRIPTION_VIEW)
  },
})
