import { defineCommand } from '../../command/command'
import { DRY_RUN_FLAG } from '../careful-flags'
import { RULE_FLAGS, ruleInput } from './rule-flags'
import { ALERT_VIEW, RULE_ARGUMENT } from './view'

export const alertEdit = defineCommand({
  path: ['alert', 'edit'],
  summary: 'change what is given of an alert rule, or switch it on or off',
  args: [RULE_ARGUMENT],
  flags: { name: { kind: 'text', summary: 'new name' }, ...RULE_FLAGS, ...DRY_RUN_FLAG },
  examples: [
    'gw alert edit "Claude fails" --above 30 --for 5m',
    'gw alert edit model_unpriced --enabled off',
    'gw alert edit channel_down --notify on',
  ],
  json: ALERT_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id, measure } = await services.alerts.show(args.rule)
    const input = { ...ruleInput(flags, measure), name: flags.name, id }
    const set = await context.attempt(flags, ({ alerts }) => alerts.change(context.actor, input))
    context.output.one(set, ALERT_VIEW)
  },
})
