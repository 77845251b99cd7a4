import { columnsOf, filtersOf } from '../nouns/noun'
import { userFields } from '../nouns/user'
import { column, resource } from './resource'

// Who is banned, and who is burning money, is in sight where only some columns fit.
const { id, username, status, group, quota, ...others } = columnsOf(userFields)

export const userResource = resource('user', {
  columns: { id, username, status, group, quota, spent_day: column('quota'), ...others },
  search: ['id', 'username', 'email', 'display_name'],
  filters: filtersOf(userFields),
})
