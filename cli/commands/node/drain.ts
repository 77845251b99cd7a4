import { defineCommand } from '../../command/command'
import { NODE_ARGUMENT, NODE_VIEW } from './view'

export const nodeDrain = defineCommand({
  path: ['node', 'drain'],
  summary: 'take a process out of rotation: /healthz answers 503, no background work begins',
  args: [NODE_ARGUMENT],
  examples: ['gw node drain 6c0b1f0e'],
  json: NODE_VIEW,
  async run(context, { args }) {
    const services = await context.services()
    const node = await services.nodes.drain(context.actor, { id: args.node, draining: true })
    context.output.one(node, NODE_VIEW)
  },
})
