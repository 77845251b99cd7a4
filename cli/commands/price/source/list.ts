import { defineList } from '../../../command/list-command'
import { SOURCE_VIEW, sourceRow } from './view'

export const priceSourceList = defineList({
  path: ['price', 'source', 'list'],
  summary: 'list where prices are read from, and how the last fetch went',
  examples: ['gw price source list', 'gw price source list --json'],
  view: SOURCE_VIEW,
  rows: async (context) => (await (await context.services()).priceSources.list()).map(sourceRow),
})
