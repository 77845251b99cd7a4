import { column, resource } from './resource'

export const optionResource = resource('option', {
  columns: {
    key: column('text'),
    value: column('long_text'),
    section: column('text'),
  },
  search: ['key'],
  filters: { section: 'text' },
})
