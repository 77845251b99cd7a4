import { defineList } from '../../command/list-command'
import { PLAN_VIEW } from './view'

export const planList = defineList({
  path: ['plan', 'list'],
  summary: 'list plans with who holds them, in the order in which they pay',
  examples: ['gw plan list', 'gw plan list --filter on_sale=true --json'],
  view: PLAN_VIEW,
  rows: async (context) => await (await context.services()).plans.list(),
})
