import { amountText, percentText } from '../../../server/domain/invoices/amount-text'
import type { Invoice, InvoiceSummary } from '../../../server/domain/invoices/invoice'
import type { InvoiceName } from '../../../server/services/invoices/read'
import type { View } from '../../output/output'

const FIELDS = [
  'id',
  'kind',
  'number',
  'refers_to',
  'trade_no',
  'user_id',
  'username',
  'buyer_name',
  'buyer_tax_id',
  'day',
  'issued_at',
  'currency',
  'total_cents',
  'net_cents',
  'tax_cents',
  'tax_rate',
  'tax_name',
] as const satisfies readonly (keyof InvoiceSummary)[]

export const INVOICE_VIEW: View<InvoiceSummary> = {
  columns: [
    { title: 'NUMBER', value: 'number' },
    { title: 'DATE', value: 'day' },
    { title: 'TOTAL', value: ({ total_cents, currency }) => amountText(total_cents, currency) },
    { title: 'KIND', value: 'kind', kind: 'word' },
    { title: 'USER', value: 'username' },
    { title: 'BUYER', value: 'buyer_name' },
    { title: 'TRADE', value: 'trade_no', isMinor: true },
  ],
  kinds: {
    ...{ id: 'number', user_id: 'number', issued_at: 'time_s', tax_rate: 'number' },
    ...{ total_cents: 'number', net_cents: 'number', tax_cents: 'number' },
  },
  fields: FIELDS,
  quiet: ({ number }) => number,
}

const oneLine = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .join(', ')

export const ONE_INVOICE_VIEW: View<Invoice> = {
  columns: INVOICE_VIEW.columns,
  details: [
    { title: 'REFERS TO', value: 'refers_to' },
    { title: 'NET', value: ({ net_cents, currency }) => amountText(net_cents, currency) },
    {
      title: 'TAX',
      value: ({ tax_name, tax_rate, tax_cents, currency }) =>
        `${tax_name} ${percentText(tax_rate)}%: ${amountText(tax_cents, currency)}`,
    },
    { title: 'SELLER', value: ({ seller: { name, address } }) => oneLine(`${name}\n${address}`) },
    { title: 'SOLD TO', value: ({ buyer: { name, address } }) => oneLine(`${name}\n${address}`) },
    { title: 'TAX ID', value: ({ buyer: { tax_id } }) => tax_id },
  ],
  kinds: { ...INVOICE_VIEW.kinds, buyer: 'json', seller: 'json', lines: 'json' },
  fields: [...FIELDS, 'buyer', 'seller', 'lines'],
  quiet: ({ number }) => number,
}

export const INVOICE_ARGUMENT = {
  name: 'invoice',
  summary: 'its number as it is printed, or its id',
} as const

export function invoiceNamed(text: string): InvoiceName {
  return /^\d{1,15}$/.test(text) ? { id: Number(text) } : { number: text }
}
