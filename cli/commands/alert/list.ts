import { defineList } from '../../command/list-command'
import { ALERT_VIEW } from './view'

export const alertList = defineList({
  path: ['alert', 'list'],
  summary: 'list alert rules with their state; those of the overview come first',
  examples: ['gw alert list', 'gw alert list --filter state=firing', 'gw alert list --json'],
  view: ALERT_VIEW,
  rows: async (context) => await (await context.services()).alerts.list(),
})
