import { defineList } from '../../command/list-command'
import { CONTEXT_VIEW, contextRows } from './stored'

export const contextList = defineList({
  path: ['context', 'list'],
  clientSide: true,
  summary: 'list the gateways that commands know by name',
  examples: ['gw context list'],
  view: CONTEXT_VIEW,
  rows: async (context) => contextRows(context),
})
