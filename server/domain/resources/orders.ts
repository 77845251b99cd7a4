import { column, hidden, resource } from './resource'

export const orderResource = resource('order', {
  columns: {
    id: hidden('id'),
    create_time: column('time_s'),
    user_id: hidden('id'),
    username: column('text'),
    trade_no: column('text'),
    payment_method: column('text'),
    credits: column('quota'),
    money_cents: column('number'),
    status: column('text'),
    complete_time: column('time_s'),
  },
  search: [],
  filters: { status: 'text', user_id: 'id' },
})
