import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { DRY_RUN_FLAG } from '../careful-flags'
import { PROMO_CODE_FLAGS, withFlags } from './flags'
import { PROMO_CODE_ARGUMENT, promoCodeNamed } from './named'
import { PROMO_CODE_VIEW } from './view'

export const promoCodeSet = defineCommand({
  path: ['promo-code', 'set'],
  summary: 'change a promo code; orders that were made before stay as they are',
  args: [PROMO_CODE_ARGUMENT],
  flags: { ...PROMO_CODE_FLAGS, ...DRY_RUN_FLAG },
  examples: ['gw promo-code set SPRING20 --ends 60d', 'gw promo-code set SPRING20 --enabled false'],
  json: PROMO_CODE_VIEW,
  run: async (context, { args, flags }) => {
    const { 'dry-run': _, ...given } = flags
    if (Object.values(given).every((value) => value === undefined)) {
      throw new UsageError('give at least one flag with a new value')
    }
    const before = await promoCodeNamed(await context.services(), args.code)
    const change = await withFlags(context, before, flags)
    const changed = await context.attempt(flags, ({ promoCodes }) =>
      promoCodes.change(context.actor, { id: before.id, change }),
    )
    context.output.one(changed, PROMO_CODE_VIEW)
  },
})
