/** Invoices as accountants take them over: amounts in units of the currency. */
import { csvLine } from '../text/csv'
import type { InvoiceSummary } from './invoice'

const COLUMNS = [
  ...['day', 'kind', 'number', 'refers_to', 'order', 'user_id', 'username', 'buyer', 'tax_id'],
  ...['currency', 'net', 'tax_name', 'tax_percent', 'tax', 'total', 'issued_at'],
]

export function invoiceCsvHead(): string {
  return csvLine(COLUMNS)
}

export function invoiceCsvLine(invoice: InvoiceSummary): string {
  const { day, kind, number, refers_to, trade_no, user_id, username, currency } = invoice
  const { net_cents, tax_name, tax_rate, tax_cents, total_cents, issued_at } = invoice
  return csvLine([
    ...[day, kind, number, refers_to, trade_no, user_id, username],
    ...[invoice.buyer_name, invoice.buyer_tax_id, currency, net_cents / 100],
    ...[tax_name, tax_rate / 100, tax_cents / 100, total_cents / 100],
    new Date(issued_at * 1000).toISOString(),
  ])
}
