import { defineCommand } from '../../command/command'
import { ALERT_VIEW, RULE_ARGUMENT } from './view'

export const alertShow = defineCommand({
  path: ['alert', 'show'],
  summary: 'show an alert rule, and what it fires for',
  args: [RULE_ARGUMENT],
  examples: ['gw alert show 12', 'gw alert show channel_failing --json'],
  json: ALERT_VIEW,
  reads: true,
  run: async (context, { args }) => {
    const services = await context.services()
    context.output.one(await services.alerts.show(args.rule), ALERT_VIEW)
  },
})
