import { defineList } from '../../command/list-command'
import { CHANGE_VIEW, changeRow } from './change-view'

export const priceChanges = defineList({
  path: ['price', 'changes'],
  summary: 'list changes of prices, scheduled ones too, newest first',
  examples: ['gw price changes', 'gw price changes --filter state=scheduled'],
  view: CHANGE_VIEW,
  rows: async (context) => {
    const { prices } = await context.services()
    return async (wish) => {
      const page = await prices.changes(wish)
      return { ...page, items: page.items.map(changeRow) }
    }
  },
})
