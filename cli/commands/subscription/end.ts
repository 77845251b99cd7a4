import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { SUBSCRIPTION_ARGUMENT, subscriptionId } from './view'

export const subscriptionEnd = defineCommand({
  path: ['subscription', 'end'],
  summary: 'end a subscription at once and print the credits given back',
  args: [SUBSCRIPTION_ARGUMENT],
  flags: {
    refund: { kind: 'switch', summary: 'give back the price of what is left' },
    ...YES_FLAG,
    ...DRY_RUN_FLAG,
  },
  examples: ['gw subscription end 7 --refund --dry-run', 'gw subscription end 7 --yes'],
  json: { id: 'number', refund: 'credits' },
  run: async (context, { args, flags }) => {
    const { subscriptions } = await context.services()
    const { id, name, username } = await subscriptions.show({
      id: subscriptionId(args.subscription),
    })
    await context.confirm(isAgreed(flags), words`End the subscription ${name} of ${username}?`)
    const refund = await context.attempt(flags, (services) =>
      services.subscriptions.end(context.actor, { id, refund: flags.refund === true }),
    )
    context.output.value(String(refund), { id, refund })
  },
})
