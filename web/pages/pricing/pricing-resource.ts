import { column, resource } from '../../../server/domain/resources/resource'

export const pricingResource = resource('pricing', {
  columns: {
    model_name: column('text'),
    promptUsd: column('money_usd'),
    completionUsd: column('money_usd'),
    cacheReadUsd: column('money_usd'),
    cacheWriteUsd: column('money_usd'),
    quota_type: column('text'),
    model_ratio: column('number'),
    enable_groups: column('list'),
    available: column('flag'),
  },
  search: ['model_name'],
  filters: {},
})
