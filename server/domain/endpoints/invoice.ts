/** Invoices and statements: their lists, and each as a page to print. */
import { type Static, Type } from '@sinclair/typebox'
import { Invoice, InvoiceSummary } from '../invoices/invoice'
import { DOCUMENT_KINDS } from '../invoices/kinds'
import { MonthStatement } from '../invoices/month'
import { BUYER_LENGTHS, Buyer } from '../invoices/parties'
import { INVOICE_SORTS } from '../resources/invoices'
import {
  endpoint,
  IdParams,
  OptionalInteger,
  OptionalText,
  oneOf,
  PageQuery,
  pageOf,
  sortedBy,
} from './endpoint'

const EXAMPLE: Static<typeof InvoiceSummary> = {
  id: 12,
  kind: 'invoice',
  number: 'INV-2026-000012',
  refers_to: '',
  trade_no: 'USR7NOa1B2c31712800000',
  user_id: 7,
  username: 'ann',
  buyer_name: 'Ann Ltd',
  buyer_tax_id: 'DE123456789',
  day: '2026-11-28',
  issued_at: 1_795_824_000,
  currency: 'EUR',
  total_cents: 1190,
  net_cents: 1000,
  tax_cents: 190,
  tax_rate: 1900,
  tax_name: 'VAT',
}

const EXAMPLE_BUYER: Static<typeof Buyer> = {
  name: 'Ann Ltd',
  address: '1 High Street\n10115 Berlin',
  tax_id: 'DE123456789',
  email: 'ann@example.com',
}

const EXAMPLE_INVOICE: Static<typeof Invoice> = {
  ...EXAMPLE,
  buyer: EXAMPLE_BUYER,
  seller: { name: 'Gateway Ltd', address: '2 Low Street', tax_id: 'DE987654321', note: '' },
  lines: [
    {
      kind: 'credits',
      name: '',
      credits: 5_000_000,
      quantity: 1,
      unit_cents: 1190,
      amount_cents: 1190,
    },
  ],
}

const EXAMPLE_MONTH: Static<typeof MonthStatement> = {
  month: '2026-11',
  time_zone: 'UTC',
  from: 1_793_491_200,
  to: 1_796_083_200,
  name: 'ann',
  opening: 0,
  closing: 4_998_869,
  booked: [{ kind: 'top_up', count: 1, credits: 5_000_000 }],
  models: [{ model: 'gpt-4o', calls: 1, tokens: 305, credits: -1131 }],
  unlisted: 0,
}

const Period = Type.Object({
  kind: Type.Optional(oneOf(DOCUMENT_KINDS)),
  /** Epoch seconds of issuing, both ends included. */
  start_timestamp: OptionalInteger,
  end_timestamp: OptionalInteger,
})
const OwnQuery = Type.Composite([PageQuery, sortedBy(INVOICE_SORTS), Period])
const OfUsers = Type.Object({ user_id: OptionalInteger, username: OptionalText })
const Numbers = Type.Object({ number: OptionalText, trade_no: OptionalText })
const InvoicePage = pageOf(InvoiceSummary)
const EXAMPLE_PAGE = { items: [EXAMPLE], total: 1, page: 1, page_size: 10 }

/** What the page is written in; as the caller reads without it. */
const InLanguage = Type.Object({ language: Type.Optional(oneOf(['zh', 'en'])) })
const Signed = Type.Object({ until: Type.Integer(), sign: Type.String() })
/** `2026-11`; the last one that is over when absent. */
const InMonth = Type.Object({ month: OptionalText })
const PrintedMonth = Type.Composite([InMonth, InLanguage])

const Details = Type.Object({
  name: Type.String({ maxLength: BUYER_LENGTHS.name }),
  address: Type.String({ maxLength: BUYER_LENGTHS.address }),
  tax_id: Type.String({ maxLength: BUYER_LENGTHS.tax_id }),
  email: Type.String({ maxLength: BUYER_LENGTHS.email }),
})

const lists = [
  endpoint({
    id: 'invoice.list',
    method: 'GET',
    path: '/api/invoice/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([OwnQuery, OfUsers, Numbers]),
    data: InvoicePage,
    summary: 'Lists invoices, credit notes and corrections, of all users or of one, newest first.',
    example: EXAMPLE_PAGE,
  }),
  endpoint({
    id: 'invoice.list_own',
    method: 'GET',
    path: '/api/invoice/self',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: OwnQuery,
    data: InvoicePage,
    summary: 'Lists the own invoices, credit notes and corrections, newest first.',
    example: EXAMPLE_PAGE,
  }),
  endpoint({
    id: 'invoice.export',
    method: 'GET',
    path: '/api/invoice/export',
    role: 'admin',
    heavy: true,
    bare: 'text/csv',
    query: Type.Composite([Period, OfUsers]),
    data: Type.String(),
    summary: 'All invoices of a period as CSV, in the order of their issue.',
    example: 'day,kind,number\r\n2026-11-28,invoice,INV-2026-000012\r\n',
  }),
] as const

const one = [
  endpoint({
    id: 'invoice.show',
    method: 'GET',
    path: '/api/invoice/:id',
    role: 'user',
    organisation: 'read',
    params: IdParams,
    data: Invoice,
    summary: 'Shows an own invoice; administrators see those of everybody.',
    example: EXAMPLE_INVOICE,
  }),
  endpoint({
    id: 'invoice.pdf',
    method: 'GET',
    path: '/api/invoice/:id/pdf',
    role: 'user',
    organisation: 'read',
    bare: 'application/pdf',
    params: IdParams,
    query: InLanguage,
    data: Type.String(),
    summary: 'The same to print.',
    example: '%PDF-1.3',
  }),
  endpoint({
    id: 'invoice.link',
    method: 'GET',
    path: '/api/invoice/:id/link',
    role: 'user',
    organisation: 'read',
    params: IdParams,
    data: Type.Object({ path: Type.String(), until: Type.Integer() }),
    summary: 'A signed address at which anybody can check the invoice; good for ten years.',
    example: { path: '/invoice/12?until=1&sign=…', until: 1 },
  }),
  endpoint({
    id: 'invoice.signed',
    method: 'GET',
    path: '/api/invoice/:id/signed',
    role: 'anonymous',
    params: IdParams,
    query: Signed,
    data: Invoice,
    summary: 'The invoice by a signed address, without the account that it is of.',
    example: { ...EXAMPLE_INVOICE, user_id: 0, username: '' },
  }),
  endpoint({
    id: 'invoice.signed_pdf',
    method: 'GET',
    path: '/api/invoice/:id/signed/pdf',
    role: 'anonymous',
    bare: 'application/pdf',
    params: IdParams,
    query: Type.Composite([Signed, InLanguage]),
    data: Type.String(),
    summary: 'The same to print.',
    example: '%PDF-1.3',
  }),
] as const

const accounts = [
  endpoint({
    id: 'invoice.details',
    method: 'GET',
    path: '/api/invoice/details',
    role: 'user',
    organisation: 'read',
    data: Buyer,
    summary: 'Whom the own invoices are made out to; empty fields are filled from the account.',
    example: EXAMPLE_BUYER,
  }),
  endpoint({
    id: 'invoice.set_details',
    method: 'PUT',
    path: '/api/invoice/details',
    role: 'user',
    organisation: 'pay',
    body: Details,
    data: Buyer,
    summary: 'States whom the own invoices are made out to, from the next one on.',
    example: EXAMPLE_BUYER,
  }),
  endpoint({
    id: 'invoice.month',
    method: 'GET',
    path: '/api/invoice/month',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: InMonth,
    data: MonthStatement,
    summary: 'The own statement of a month: what came in, and what went out by model.',
    example: EXAMPLE_MONTH,
  }),
  endpoint({
    id: 'invoice.month_pdf',
    method: 'GET',
    path: '/api/invoice/month/pdf',
    role: 'user',
    organisation: 'read',
    heavy: true,
    bare: 'application/pdf',
    query: PrintedMonth,
    data: Type.String(),
    summary: 'The same to print.',
    example: '%PDF-1.3',
  }),
  endpoint({
    id: 'invoice.month_of',
    method: 'GET',
    path: '/api/invoice/month/:id',
    role: 'admin',
    heavy: true,
    params: IdParams,
    query: InMonth,
    data: MonthStatement,
    summary: 'The statement of a month of a user of a lower level.',
    example: EXAMPLE_MONTH,
  }),
  endpoint({
    id: 'invoice.month_pdf_of',
    method: 'GET',
    path: '/api/invoice/month/:id/pdf',
    role: 'admin',
    heavy: true,
    bare: 'application/pdf',
    params: IdParams,
    query: PrintedMonth,
    data: Type.String(),
    summary: 'The same to print.',
    example: '%PDF-1.3',
  }),
] as const

export const invoiceEndpoints = [...lists, ...accounts, ...one] as const
