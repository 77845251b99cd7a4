import { defineCommand } from '../../command/command'
import { PLAN_ARGUMENT, planNamed } from './named'
import { PLAN_VIEW } from './view'

export const planShow = defineCommand({
  path: ['plan', 'show'],
  summary: 'show what a plan costs and grants, and who holds it',
  args: [PLAN_ARGUMENT],
  examples: ['gw plan show Pro', 'gw plan show 1 --json'],
  json: PLAN_VIEW,
  reads: true,
  run: async (context, { args }) => {
    context.output.one(await planNamed(await context.services(), args.plan), PLAN_VIEW)
  },
})
