import type { Generated } from 'kysely'
import type { DocumentKind, NumberSeries } from '../../server/domain/invoices/kinds'

/** What was issued about an order. Nothing of a row changes afterwards. */
export interface InvoicesTable {
  id: Generated<number>
  kind: DocumentKind
  /** The range that the number is from, with the number in it. */
  series: NumberSeries
  year: number
  serial: number
  /** As it is printed. */
  number: string
  /** Number of the document that it corrects; "" for none. */
  refers_to: string
  trade_no: string
  /** Counts the documents of the order, from 1. */
  position: number
  user_id: number
  /** `2026-11-28`, in the time zone of the site at that moment. */
  day: string
  /** Epoch ms. */
  issued_at: number
  /** ISO 4217. */
  currency: string
  /** Hundredths of it, tax included; below zero on credit notes. */
  total_cents: number
  net_cents: number
  tax_cents: number
  /** Hundredths of a percent. */
  tax_rate: number
  tax_name: string
  buyer_name: string
  /** JSON, as they were at that moment. */
  buyer: string
  seller: string
  lines: string
}

export interface InvoiceNumbersTable {
  series: NumberSeries
  year: number
  last: number
}

/** Whom the invoices of an account are made out to. */
export interface BillingDetailsTable {
  id: Generated<number>
  user_id: number
  name: string
  /** Several lines. */
  address: string
  tax_id: string
  email: string
  /** Epoch ms. */
  updated_at: number
}

export interface InvoiceTables {
  invoices: InvoicesTable
  invoice_numbers: InvoiceNumbersTable
  billing_details: BillingDetailsTable
}
