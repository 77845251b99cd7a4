import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { ALERT_VIEW, RULE_ARGUMENT } from './view'

export const alertRemove = defineCommand({
  path: ['alert', 'remove'],
  summary: 'remove an alert rule and print what it was; one of the overview gets its defaults back',
  args: [RULE_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw alert remove 12 --yes', 'gw alert remove channel_failing --yes'],
  json: ALERT_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const rule = await services.alerts.show(args.rule)
    const { id, name, built_in } = rule
    const question = built_in
      ? words`Give the rule ${name} its defaults back?`
      : words`Remove the rule ${name}?`
    await context.confirm(isAgreed(flags), question)
    await context.attempt(flags, ({ alerts }) => alerts.remove(context.actor, id))
    context.output.one(rule, ALERT_VIEW)
  },
})
