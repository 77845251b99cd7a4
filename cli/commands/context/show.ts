import { defineCommand } from '../../command/command'
import { namedContext } from '../../runtime/chosen-gateway'
import { LOCAL, readContexts } from '../../runtime/contexts'
import { CONTEXT_ARGUMENT, CONTEXT_VIEW, contextRows } from './stored'

export const contextShow = defineCommand({
  path: ['context', 'show'],
  clientSide: true,
  summary: 'show one context, or the current one',
  args: [{ ...CONTEXT_ARGUMENT, optional: true }],
  examples: ['gw context show', 'gw context show prod --json'],
  json: CONTEXT_VIEW,
  reads: true,
  run: async (context, { args }) => {
    const { env, output } = context
    const name = args.context ?? readContexts(env).current
    if (name !== LOCAL) namedContext(env, name)
    const row = contextRows(context).find((found) => found.name === name)
    if (row !== undefined) output.one(row, CONTEXT_VIEW)
  },
})
