import { columnsOf } from '../nouns/noun'
import { tokenFields } from '../nouns/token'
import { resource } from './resource'

export const tokenResource = resource('token', {
  columns: columnsOf(tokenFields),
  search: ['name', 'key'],
  filters: { status: 'token_status', group: 'text' },
})
