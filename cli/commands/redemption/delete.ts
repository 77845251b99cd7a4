import { defineCommand } from '../../command'
import { redemptionId } from './argument'
import { REDEMPTION_ARGUMENT, REDEMPTION_FIELDS, REDEMPTION_VIEW } from './view'

export const redemptionDelete = defineCommand({
  path: ['redemption', 'delete'],
  summary: 'delete a code and print what it was',
  args: [REDEMPTION_ARGUMENT],
  examples: ['gw redemption delete 3'],
  json: REDEMPTION_FIELDS,
  run: async (context, { args }) => {
    const id = redemptionId(args.redemption)
    const services = await context.services()
    const redemption = await services.redemptions.show(id)
    await services.redemptions.remove(context.actor, id)
    context.output.one(redemption, REDEMPTION_VIEW)
  },
})
