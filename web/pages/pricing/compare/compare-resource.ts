import { column, hidden, resource } from '../../../../server/domain/resources/resource'

export const compareResource = resource('compare', {
  columns: {
    model_name: column('text'),
    kind: column('text'),
    promptUsd: column('money_usd'),
    completionUsd: column('money_usd'),
    cacheReadUsd: column('money_usd'),
    cacheWriteUsd: hidden('money_usd'),
    context: column('number'),
    longest: column('number'),
    thinks: column('text'),
    availability: column('number'),
    firstByte: column('number'),
  },
  search: ['model_name'],
  filters: {},
})
