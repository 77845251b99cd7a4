import type { PromoUseView } from '../../../server/services/promo-codes/keep'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { PROMO_CODE_ARGUMENT, promoCodeNamed } from './named'

const USE_VIEW: View<PromoUseView> = {
  columns: [
    { title: 'USER', value: 'username' },
    { title: 'FOR', field: 'reference', value: 'reference' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'OFF', value: 'credits_off', kind: 'credits' },
    { title: 'CENTS OFF', value: 'cents_off', kind: 'number' },
    { title: 'CURRENCY', value: 'currency' },
    { title: 'ORDERED', value: 'created_at', kind: 'time_ms' },
  ],
  kinds: { changed_at: 'time_ms' },
  fields: [
    ...(['id', 'user_id', 'username', 'reference', 'state', 'credits_off'] as const),
    ...(['cents_off', 'currency', 'created_at', 'changed_at'] as const),
  ],
  quiet: ({ reference }) => reference,
}

export const promoCodeUses = defineList({
  path: ['promo-code', 'uses'],
  summary: 'list the orders and plans that were bought with a code, newest first',
  args: [PROMO_CODE_ARGUMENT],
  examples: ['gw promo-code uses SPRING20', 'gw promo-code uses SPRING20 --output csv'],
  view: USE_VIEW,
  rows: async (context, { args }) => {
    const services = await context.services()
    const { id } = await promoCodeNamed(services, args.code)
    return (page) => services.promoCodes.uses({ ...page, id })
  },
})
