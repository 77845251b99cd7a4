import { defineList } from '../../command/list-command'
import { NODE_VIEW } from './view'

export const nodeList = defineList({
  path: ['node', 'list'],
  summary: 'list the processes that serve this database',
  examples: ['gw node list'],
  view: NODE_VIEW,
  rows: async (context) => await (await context.services()).nodes.list(),
})
