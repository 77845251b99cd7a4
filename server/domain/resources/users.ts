import { columnsOf, filtersOf } from '../nouns/noun'
import { userFields } from '../nouns/user'
import { resource } from './resource'

export const userResource = resource('user', {
  columns: columnsOf(userFields),
  search: ['id', 'username', 'email', 'display_name'],
  filters: filtersOf(userFields),
})
