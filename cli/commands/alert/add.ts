import { defineCommand } from '../../command/command'
import { DRY_RUN_FLAG } from '../careful-flags'
import { RULE_FLAGS, ruleInput } from './rule-flags'
import { ALERT_VIEW } from './view'

export const alertAdd = defineCommand({
  path: ['alert', 'add'],
  summary: 'add an alert rule; what is left out is as usual for the measure',
  args: [{ name: 'name', summary: 'as notices and lists call it' }],
  flags: {
    ...RULE_FLAGS,
    measure: { ...RULE_FLAGS.measure, required: true },
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw alert add Fails --measure error_share --scope model --above 20 --severity critical',
    'gw alert add "Acme runs dry" --measure account_balance --subject acme --below 10',
    'gw alert add "Spend jumps" --measure spend_times_usual --scope token --above 5 --dry-run',
  ],
  json: ALERT_VIEW,
  run: async (context, { args, flags }) => {
    const input = { ...ruleInput(flags), name: args.name }
    const made = await context.attempt(flags, ({ alerts }) => alerts.create(context.actor, input))
    context.output.one(made, ALERT_VIEW)
  },
})
