import { NEW_PROMO_CODE } from '../../../server/domain/payments/new-promo-code'
import { defineCommand } from '../../command/command'
import { DRY_RUN_FLAG } from '../careful-flags'
import { PROMO_CODE_FLAGS, withFlags } from './flags'
import { PROMO_CODE_VIEW } from './view'

export const promoCodeCreate = defineCommand({
  path: ['promo-code', 'create'],
  summary: 'make a code that makes orders cheaper',
  args: [{ name: 'code', summary: 'code that buyers type (default: drawn)', optional: true }],
  flags: { ...PROMO_CODE_FLAGS, ...DRY_RUN_FLAG },
  examples: [
    'gw promo-code create SPRING20 --percent 20 --most-off 10 --most-uses 500 --ends 30d',
    'gw promo-code create WELCOME5 --off 5 --least-order 20 --first-order true',
    'gw promo-code create --percent 50 --plans Pro,Max --quiet',
  ],
  json: PROMO_CODE_VIEW,
  run: async (context, { args, flags }) => {
    const fields = await withFlags(context, { ...NEW_PROMO_CODE, code: args.code ?? '' }, flags)
    const made = await context.attempt(flags, ({ promoCodes }) =>
      promoCodes.create(context.actor, fields),
    )
    context.output.one(made, PROMO_CODE_VIEW)
  },
})
