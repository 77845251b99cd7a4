import { column, hidden, resource } from './resource'

/** Each has an index; so have those of the other lists. */
export const ORDER_SORTS = ['create_time', 'credits', 'money_cents', 'complete_time'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

export const orderResource = resource('order', {
  columns: {
    id: hidden('id'),
    create_time: column('time_s'),
    user_id: hidden('id'),
    username: column('text'),
    trade_no: column('text'),
    provider_trade_no: hidden('text'),
    payment_method: column('text'),
    service: hidden('text'),
    credits: column('quota'),
    money_cents: column('number'),
    currency: hidden('text'),
    refunded_cents: hidden('number'),
    status: column('text'),
    complete_time: column('time_s'),
  },
  search: [],
  filters: { status: 'text', user_id: 'id', start_timestamp: 'time_s', end_timestamp: 'time_s' },
})
