import { defineList } from '../../command/list-command'
import { PROMO_CODE_VIEW } from './view'

export const promoCodeList = defineList({
  path: ['promo-code', 'list'],
  summary: 'list promo codes with how often they were used, newest first',
  flags: { search: { kind: 'text', summary: 'beginning of the code or of the note' } },
  examples: ['gw promo-code list', 'gw promo-code list --search spring --json'],
  view: PROMO_CODE_VIEW,
  rows: async (context, { flags }) => {
    const { promoCodes } = await context.services()
    return (page) => promoCodes.list({ ...page, keyword: flags.search })
  },
})
