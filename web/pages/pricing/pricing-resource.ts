import { column, resource } from '../../../server/domain/resources/resource'

export const pricingResource = resource('pricing', {
  columns: {
    model_name: column('text'),
    available: column('flag'),
    quota_type: column('text'),
    enable_groups: column('list'),
    model_ratio: column('number'),
    promptUsd: column('money_usd'),
    completionUsd: column('money_usd'),
    cacheReadUsd: column('money_usd'),
    cacheWriteUsd: column('money_usd'),
  },
  search: ['model_name'],
  filters: {},
})
