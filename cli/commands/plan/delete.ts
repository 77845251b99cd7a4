import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { PLAN_ARGUMENT, planNamed } from './named'
import { PLAN_VIEW } from './view'

export const planDelete = defineCommand({
  path: ['plan', 'delete'],
  summary: 'delete a plan that nobody has had, and print what it was',
  args: [PLAN_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw plan delete Pro --yes'],
  json: PLAN_VIEW,
  run: async (context, { args, flags }) => {
    const plan = await planNamed(await context.services(), args.plan)
    await context.confirm(isAgreed(flags), words`Delete the plan ${plan.name}?`)
    await context.attempt(flags, ({ plans }) => plans.remove(context.actor, plan.id))
    context.output.one(plan, PLAN_VIEW)
  },
})
