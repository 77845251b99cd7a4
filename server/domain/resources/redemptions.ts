import { columnsOf, filtersOf } from '../nouns/noun'
import { redemptionFields } from '../nouns/redemption'
import { column, resource } from './resource'

export const redemptionResource = resource('redemption', {
  columns: { ...columnsOf(redemptionFields), used_username: column('text') },
  search: ['id', 'name'],
  filters: filtersOf(redemptionFields),
})
