import { defineCommand } from '../../command/command'
import { NODE_ARGUMENT, NODE_VIEW } from './view'

export const nodeShow = defineCommand({
  path: ['node', 'show'],
  summary: 'show one of the processes that serve this database',
  args: [NODE_ARGUMENT],
  examples: ['gw node show 6c0b1f0e'],
  json: NODE_VIEW,
  reads: true,
  async run(context, { args }) {
    const services = await context.services()
    context.output.one(await services.nodes.show(args.node), NODE_VIEW)
  },
})
