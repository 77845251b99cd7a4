import { column, hidden, resource } from './resource'

export const userResource = resource('user', {
  columns: {
    id: column('id'),
    username: column('text'),
    display_name: hidden('text'),
    email: hidden('text'),
    group: column('text'),
    quota: column('quota'),
    used_quota: column('quota'),
    request_count: column('number'),
    aff_count: column('number'),
    aff_history_quota: column('quota'),
    inviter_id: column('id'),
    role: column('role'),
    status: column('user_status'),
  },
  search: ['id', 'username', 'email', 'display_name'],
  filters: { group: 'text', status: 'user_status', role: 'role' },
})
