/** Who sells and who buys, as an invoice keeps them. */
import { type Static, Type } from '@sinclair/typebox'

export const Party = Type.Object({
  name: Type.String(),
  /** Several lines. */
  address: Type.String(),
  tax_id: Type.String(),
})

export const Buyer = Type.Composite([Party, Type.Object({ email: Type.String() })])
export type Buyer = Static<typeof Buyer>

export const Seller = Type.Composite([
  Party,
  Type.Object({
    /** What stands below every invoice. */
    note: Type.String(),
  }),
])
export type Seller = Static<typeof Seller>

export const InvoiceLine = Type.Object({
  /** What was bought: credits, or a period of a plan. */
  kind: Type.Union([Type.Literal('credits'), Type.Literal('plan')]),
  /** Of the plan; "" for credits. */
  name: Type.String(),
  /** Credits that it brought; below zero where they were taken back. */
  credits: Type.Integer(),
  quantity: Type.Integer(),
  /** Hundredths, tax included. */
  unit_cents: Type.Integer(),
  amount_cents: Type.Integer(),
})
export type InvoiceLine = Static<typeof InvoiceLine>

/** Most characters of each of a buyer's details. */
export const BUYER_LENGTHS = { name: 200, address: 1_000, tax_id: 60, email: 254 } as const
