import { column, forAdmins, hidden, resource } from './resource'

export const INVOICE_SORTS = ['issued_at'] as const
export type InvoiceSort = (typeof INVOICE_SORTS)[number]

export const invoiceResource = resource('invoice', {
  columns: {
    id: hidden('id'),
    number: column('text'),
    day: column('text'),
    total_cents: column('number'),
    kind: column('text'),
    user_id: hidden('id'),
    username: forAdmins('text'),
    buyer_name: column('text'),
    buyer_tax_id: hidden('text'),
    net_cents: hidden('number'),
    tax_cents: hidden('number'),
    tax_rate: hidden('number'),
    tax_name: hidden('text'),
    currency: hidden('text'),
    refers_to: hidden('text'),
    trade_no: column('text'),
    issued_at: hidden('time_s'),
  },
  search: [],
  filters: { kind: 'text', user_id: 'id', start_timestamp: 'time_s', end_timestamp: 'time_s' },
})
