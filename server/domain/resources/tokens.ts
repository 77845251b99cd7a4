import { column, hidden, resource } from './resource'

export const tokenResource = resource('token', {
  columns: {
    id: hidden('id'),
    name: column('text'),
    status: column('token_status'),
    group: column('text'),
    used_quota: column('quota'),
    remain_quota: column('quota'),
    unlimited_quota: hidden('flag'),
    created_time: column('time_s'),
    expired_time: column('time_s'),
    accessed_time: hidden('time_s'),
    model_limits: hidden('list'),
    allow_ips: hidden('list'),
  },
  search: ['name', 'key'],
  filters: { status: 'token_status', group: 'text' },
})
