import { columnsOf, filtersOf } from '../nouns/noun'
import { redemptionFields } from '../nouns/redemption'
import { column, hidden, resource } from './resource'

export const redemptionResource = resource('redemption', {
  columns: {
    ...columnsOf(redemptionFields),
    plan_name: hidden('text'),
    used_username: column('text'),
  },
  search: ['id', 'name'],
  filters: filtersOf(redemptionFields),
})
