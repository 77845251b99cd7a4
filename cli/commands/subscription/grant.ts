import { defineCommand } from '../../command/command'
import { DRY_RUN_FLAG } from '../careful-flags'
import { PLAN_ARGUMENT, planNamed } from '../plan/named'
import { USER_ARGUMENT } from '../user/argument'
import { SUBSCRIPTION_VIEW } from './view'

export const subscriptionGrant = defineCommand({
  path: ['subscription', 'grant'],
  summary: 'give a user or an organisation a plan at no charge',
  args: [USER_ARGUMENT, PLAN_ARGUMENT],
  flags: {
    renews: { kind: 'boolean', summary: 'go on after the first period (default false)' },
    ...DRY_RUN_FLAG,
  },
  examples: ['gw subscription grant ann Pro', 'gw subscription grant ann Pro --renews true'],
  json: SUBSCRIPTION_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: userId } = await services.users.show(args.user)
    const { id: planId } = await planNamed(services, args.plan)
    const { renews = false } = flags
    const made = await context.attempt(flags, async ({ subscriptions }) => {
      const id = await subscriptions.grant(context.actor, { userId, planId, renews })
      return await subscriptions.show({ id })
    })
    context.output.one(made, SUBSCRIPTION_VIEW)
  },
})
