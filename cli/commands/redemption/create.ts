import { defineCommand } from '../../command'
import { REDEMPTION_FIELDS, REDEMPTION_VIEW } from './view'

export const redemptionCreate = defineCommand({
  path: ['redemption', 'create'],
  summary: 'make codes that users redeem for quota',
  args: [{ name: 'name', summary: 'what the codes are for' }],
  flags: {
    quota: { kind: 'integer', required: true, summary: 'credits that each code is worth' },
    count: { kind: 'integer', summary: 'how many, at most 100 (default 1)' },
  },
  examples: [
    'gw redemption create spring --quota 500000 --count 20',
    'gw redemption create spring --quota 500000 --quiet > codes.txt',
  ],
  json: REDEMPTION_FIELDS,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const made = await services.redemptions.create(context.actor, { name: args.name, ...flags })
    context.output.list(made, REDEMPTION_VIEW)
  },
})
