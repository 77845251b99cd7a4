import { column, hidden, resource } from './resource'

export const priceResource = resource('price', {
  columns: {
    model: column('text'),
    promptUsd: column('money_usd'),
    completionUsd: column('money_usd'),
    cacheReadUsd: column('money_usd'),
    cacheWriteUsd: column('money_usd'),
    callUsd: column('money_usd'),
    more: column('text'),
    own: hidden('text'),
    isOffered: hidden('flag'),
  },
  search: ['model'],
  filters: {},
})
