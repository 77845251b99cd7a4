import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { redemptionId } from './argument'
import { REDEMPTION_ARGUMENT, REDEMPTION_VIEW } from './view'

export const redemptionDelete = defineCommand({
  path: ['redemption', 'delete'],
  summary: 'delete a code and print what it was',
  args: [REDEMPTION_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw redemption delete 3', 'gw redemption delete 3 --yes --quiet'],
  json: REDEMPTION_VIEW,
  run: async (context, { args, flags }) => {
    const id = redemptionId(args.redemption)
    const services = await context.services()
    const redemption = await services.redemptions.show(id)
    await context.confirm(isAgreed(flags), words`Delete the code ${redemption.name} for good?`)
    await context.attempt(flags, ({ redemptions }) => redemptions.remove(context.actor, id))
    context.output.one(redemption, REDEMPTION_VIEW)
  },
})
