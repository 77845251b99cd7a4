import { defineCommand } from '../../command/command'
import { PROMO_CODE_ARGUMENT, promoCodeNamed } from './named'
import { PROMO_CODE_VIEW } from './view'

export const promoCodeShow = defineCommand({
  path: ['promo-code', 'show'],
  summary: 'show what a promo code takes off, its limits and how often it was used',
  args: [PROMO_CODE_ARGUMENT],
  examples: ['gw promo-code show SPRING20', 'gw promo-code show 3 --json'],
  json: PROMO_CODE_VIEW,
  reads: true,
  run: async (context, { args }) => {
    context.output.one(await promoCodeNamed(await context.services(), args.code), PROMO_CODE_VIEW)
  },
})
