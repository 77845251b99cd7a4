import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { PROMO_CODE_ARGUMENT, promoCodeNamed } from './named'
import { PROMO_CODE_VIEW } from './view'

export const promoCodeDelete = defineCommand({
  path: ['promo-code', 'delete'],
  summary: 'delete a promo code that nothing was ordered with, and print what it was',
  args: [PROMO_CODE_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw promo-code delete SPRING20 --yes'],
  json: PROMO_CODE_VIEW,
  run: async (context, { args, flags }) => {
    const promoCode = await promoCodeNamed(await context.services(), args.code)
    await context.confirm(isAgreed(flags), words`Delete the promo code ${promoCode.code}?`)
    await context.attempt(flags, ({ promoCodes }) => promoCodes.remove(context.actor, promoCode.id))
    context.output.one(promoCode, PROMO_CODE_VIEW)
  },
})
