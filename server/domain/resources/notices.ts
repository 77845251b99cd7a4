import { column, hidden, resource } from './resource'

export const noticeResource = resource('notice', {
  columns: {
    id: hidden('id'),
    created_at: column('time_s'),
    username: column('text'),
    title: column('text'),
    state: column('text'),
    way: column('text'),
    attempts: column('number'),
    failure: column('long_text'),
    next_at: hidden('time_s'),
    done_at: hidden('time_s'),
  },
  search: [],
  filters: { state: 'text' },
})
