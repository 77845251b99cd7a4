import { column, hidden, resource } from './resource'

/** Tokens of everybody, as admins see them. */
export const anyTokenResource = resource('any_token', {
  columns: {
    id: hidden('id'),
    name: column('text'),
    username: column('text'),
    status: column('token_status'),
    spent_day: column('quota'),
    used_quota: column('quota'),
    remain_quota: column('quota'),
    accessed_time: column('time_s'),
    group: hidden('text'),
    created_time: hidden('time_s'),
    expired_time: hidden('time_s'),
    model_limits: hidden('list'),
    allow_ips: hidden('list'),
  },
  search: ['name', 'key'],
  filters: { status: 'token_status', group: 'text' },
})
