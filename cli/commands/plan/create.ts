import { NEW_PLAN } from '../../../server/domain/plans/new-plan'
import { defineCommand } from '../../command/command'
import { DRY_RUN_FLAG } from '../careful-flags'
import { PLAN_FLAGS, withFlags } from './flags'
import { PLAN_VIEW } from './view'

export const planCreate = defineCommand({
  path: ['plan', 'create'],
  summary: 'make a plan that users buy or are given',
  args: [{ name: 'name', summary: 'name of the plan' }],
  flags: { ...PLAN_FLAGS, ...DRY_RUN_FLAG },
  examples: [
    'gw plan create Pro --price 15 --budget 20 --on-sale true',
    'gw plan create Coder --price 20 --allow budget/5h=2@first_use --allow budget/week=15',
    'gw plan create Trial --per day --every 7 --renews false --allow requests/day=50@calendar',
  ],
  json: PLAN_VIEW,
  run: async (context, { args, flags }) => {
    const fields = withFlags({ ...NEW_PLAN, name: args.name }, flags)
    const plan = await context.attempt(flags, ({ plans }) => plans.create(context.actor, fields))
    context.output.one(plan, PLAN_VIEW)
  },
})
