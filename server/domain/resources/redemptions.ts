import { column, hidden, resource } from './resource'

export const redemptionResource = resource('redemption', {
  columns: {
    id: column('id'),
    name: column('text'),
    status: column('redemption_status'),
    quota: column('quota'),
    created_time: column('time_s'),
    redeemed_time: hidden('time_s'),
    used_user_id: column('id'),
  },
  search: ['id', 'name'],
  filters: { status: 'redemption_status' },
})
