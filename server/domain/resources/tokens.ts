import { columnsOf, filtersOf } from '../nouns/noun'
import { tokenFields } from '../nouns/token'
import { resource } from './resource'

export const tokenResource = resource('token', {
  columns: columnsOf(tokenFields),
  search: ['name', 'key'],
  filters: filtersOf(tokenFields),
})
