import { defineCommand } from '../../command/command'
import { NODE_ARGUMENT, NODE_VIEW } from './view'

export const nodeResume = defineCommand({
  path: ['node', 'resume'],
  summary: 'put a drained process back into rotation',
  args: [NODE_ARGUMENT],
  examples: ['gw node resume 6c0b1f0e'],
  json: NODE_VIEW,
  async run(context, { args }) {
    const services = await context.services()
    const node = await services.nodes.drain(context.actor, { id: args.node, draining: false })
    context.output.one(node, NODE_VIEW)
  },
})
