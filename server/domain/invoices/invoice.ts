/** An invoice, a credit note or a correction, as everybody sees it. */
import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../endpoints/endpoint'
import { DOCUMENT_KINDS } from './kinds'
import { Buyer, InvoiceLine, Seller } from './parties'

export const InvoiceSummary = Type.Object({
  id: Type.Integer(),
  kind: oneOf(DOCUMENT_KINDS),
  number: Type.String(),
  /** Number of the document that it corrects; "" for none. */
  refers_to: Type.String(),
  trade_no: Type.String(),
  user_id: Type.Integer(),
  /** Whose it is; "" once the account is gone. */
  username: Type.String(),
  buyer_name: Type.String(),
  buyer_tax_id: Type.String(),
  /** `2026-11-28`, in the time zone of the seller. */
  day: Type.String(),
  /** Epoch seconds. */
  issued_at: Type.Integer(),
  /** ISO 4217. */
  currency: Type.String(),
  /** Hundredths, tax included; below zero on credit notes. */
  total_cents: Type.Integer(),
  net_cents: Type.Integer(),
  tax_cents: Type.Integer(),
  /** Hundredths of a percent. */
  tax_rate: Type.Integer(),
  tax_name: Type.String(),
})
export type InvoiceSummary = Static<typeof InvoiceSummary>

export const Invoice = Type.Composite([
  InvoiceSummary,
  Type.Object({ buyer: Buyer, seller: Seller, lines: Type.Array(InvoiceLine) }),
])
export type Invoice = Static<typeof Invoice>
