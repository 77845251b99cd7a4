import { SUBSCRIPTION_STATES } from '../../../server/domain/plans/subscription-account'
import { defineList } from '../../command/list-command'
import { planNamed } from '../plan/named'
import { SUBSCRIPTION_VIEW } from './view'

export const subscriptionList = defineList({
  path: ['subscription', 'list'],
  summary: 'list who holds which plan, and what is used of it, newest first',
  flags: {
    user: { kind: 'text', summary: 'id or username', completes: 'user' },
    plan: { kind: 'text', summary: 'id or name of the plan' },
    state: {
      kind: 'text',
      summary: 'only subscriptions of this state',
      choices: SUBSCRIPTION_STATES,
    },
  },
  examples: ['gw subscription list --user ann', 'gw subscription list --plan Pro --state active'],
  view: SUBSCRIPTION_VIEW,
  indexed: { username: 'user', name: 'plan', state: 'state' },
  rows: async (context, { flags }) => {
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const plan = flags.plan === undefined ? undefined : await planNamed(services, flags.plan)
    const state = SUBSCRIPTION_STATES.find((name) => name === flags.state)
    const search = { userId: owner?.id, planId: plan?.id, state }
    return (page) => services.subscriptions.list({ ...page, ...search })
  },
})
