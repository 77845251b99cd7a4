import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { PLAN_FLAGS, withFlags } from './flags'
import { PLAN_ARGUMENT, planNamed } from './named'
import { PLAN_VIEW } from './view'

export const planSet = defineCommand({
  path: ['plan', 'set'],
  summary: 'change a plan; counts for periods that begin from now on',
  args: [PLAN_ARGUMENT],
  flags: { name: { kind: 'text', summary: 'new name' }, ...PLAN_FLAGS, ...DRY_RUN_FLAG },
  examples: ['gw plan set Pro --price 18', 'gw plan set Pro --on-sale false --dry-run'],
  json: PLAN_VIEW,
  run: async (context, { args, flags }) => {
    const { 'dry-run': _, ...given } = flags
    if (Object.values(given).every((value) => value === undefined)) {
      throw new UsageError('give at least one flag with a new value')
    }
    const before = await planNamed(await context.services(), args.plan)
    const { id } = before
    const change = { ...withFlags(before, flags), name: flags.name ?? before.name }
    const plan = await context.attempt(flags, async (services) => {
      await services.plans.change(context.actor, { id, change })
      return await planNamed(services, String(id))
    })
    context.output.one(plan, PLAN_VIEW)
  },
})
