import { defineCommand } from '../../command/command'
import { redemptionId } from './argument'
import { REDEMPTION_ARGUMENT, REDEMPTION_VIEW } from './view'

export const redemptionShow = defineCommand({
  path: ['redemption', 'show'],
  summary: 'show one code, and who redeemed it',
  args: [REDEMPTION_ARGUMENT],
  examples: ['gw redemption show 3 --json'],
  json: REDEMPTION_VIEW,
  reads: true,
  run: async (context, { args }) => {
    const services = await context.services()
    const redemption = await services.redemptions.show(redemptionId(args.redemption))
    context.output.one(redemption, REDEMPTION_VIEW)
  },
})
