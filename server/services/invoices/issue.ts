/**
 * Issues what the law asks for about an order, in the transaction that books its money: an
 * invoice when it is paid, and a document for each change of what was refunded.
 */
import { findBillingDetails } from '../../../db/tables/billing-details'
import {
  type InvoiceRow,
  insertInvoice,
  invoicesOfOrder,
  takeNumber,
} from '../../../db/tables/invoices'
import type { OrderRow } from '../../../db/tables/orders'
import { findUser } from '../../../db/tables/users'
import { type DocumentKind, SERIES_OF } from '../../domain/invoices/kinds'
import { numberText } from '../../domain/invoices/number'
import type { Buyer, InvoiceLine, Seller } from '../../domain/invoices/parties'
import { taxedPart } from '../../domain/invoices/tax'
import { wallText } from '../../domain/limits/zoned-time'
import type { OptionValues } from '../../domain/options'
import { agreedPlanIn } from '../../domain/payments/agreed-plan'
import { SELLERS_OF_RECORD } from '../../domain/payments/services'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Queries } from '../service-deps'
import type { MoneyWork } from '../work'

/**
 * For an order that was credited just now; nothing while invoices are switched off, and for what
 * its payment service has sold in its own name.
 */
export async function issueInvoice(work: MoneyWork, order: OrderRow): Promise<void> {
  const options = await optionValues(work.trx)
  if (!options.InvoicesEnabled || order.money_cents === 0) return
  if (SELLERS_OF_RECORD.has(order.service)) return
  const { InvoiceTaxName: tax_name, InvoiceTaxRate: tax_rate } = options
  const buyer = await buyerOf(work.trx, order.user_id)
  await issue(work, options, {
    ...{ kind: 'invoice', order, position: 1, refers_to: '', credits: order.credits },
    part: { before: 0, after: order.money_cents },
    ...{ tax_name, tax_rate, buyer_name: buyer.name },
    ...{ buyer: JSON.stringify(buyer), seller: JSON.stringify(sellerOf(options)) },
  })
}

interface RefundChange {
  /** Hundredths that had gone back before, and have gone back now. */
  readonly before: number
  readonly after: number
  /** That were taken off, or given again below zero. */
  readonly credits: number
}

/**
 * For an order with an invoice, whether invoices are on or off by now: money that went back is
 * a credit note, money of a refund that came again a correction of it. `order` is as it was
 * before.
 */
export async function issueRefund(
  work: MoneyWork,
  order: OrderRow,
  { before, after, credits }: RefundChange,
): Promise<void> {
  const issued = await invoicesOfOrder(work.trx, order.trade_no)
  const [invoice] = issued
  if (invoice === undefined || before === after) return
  const kind = after > before ? 'credit_note' : 'correction'
  const corrected = issued.findLast((row) => row.kind === 'credit_note')
  const { buyer, buyer_name, seller, tax_name, tax_rate } = invoice
  await issue(work, await optionValues(work.trx), {
    ...{ kind, order, position: issued.length + 1, credits: -credits },
    refers_to: kind === 'correction' ? (corrected?.number ?? '') : invoice.number,
    part: { before: order.money_cents - before, after: order.money_cents - after },
    ...{ tax_name, tax_rate, buyer_name, buyer, seller },
  })
}

interface Issuing
  extends Pick<
    InvoiceRow,
    'position' | 'refers_to' | 'tax_name' | 'tax_rate' | 'buyer_name' | 'buyer' | 'seller'
  > {
  readonly kind: DocumentKind
  readonly order: OrderRow
  /** Of the order's money, what is kept before and after. */
  readonly part: { readonly before: number; readonly after: number }
  readonly credits: number
}

async function issue(
  work: MoneyWork,
  options: OptionValues,
  { kind, order, part, credits, ...facts }: Issuing,
): Promise<void> {
  const nowMs = work.clock.nowMs()
  const series = SERIES_OF[kind]
  const day = wallText(nowMs, options.InvoiceTimeZone).slice(0, '2026-11-28'.length)
  const year = Number(day.slice(0, '2026'.length))
  const { InvoiceNumberFormat, CreditNoteNumberFormat } = options
  const format = series === 'invoice' ? InvoiceNumberFormat : CreditNoteNumberFormat
  const serial = await takeNumber(work.trx, { series, year })
  const taxed = taxedPart(part, facts.tax_rate)
  const { user_id, trade_no, currency } = order
  const row = await insertInvoice(work.trx, {
    ...facts,
    ...{ kind, series, year, serial, number: numberText(format, { year, serial }) },
    ...{ user_id, trade_no, currency, day, issued_at: nowMs },
    ...taxed,
    lines: JSON.stringify([lineOf(order, { credits, cents: taxed.total_cents })]),
  })
  await recordAudit(work, {
    action: 'invoice.issue',
    target: `order:${trade_no}`,
    after: { kind, number: row.number, total_cents: row.total_cents, tax_cents: row.tax_cents },
  })
}

function lineOf(
  order: OrderRow,
  { credits, cents }: { readonly credits: number; readonly cents: number },
): InvoiceLine {
  const plan = agreedPlanIn(order.plan)
  return {
    kind: plan === undefined ? 'credits' : 'plan',
    name: plan?.name ?? '',
    credits,
    ...{ quantity: 1, unit_cents: cents, amount_cents: cents },
  }
}

function sellerOf(options: OptionValues): Seller {
  return {
    name: options.InvoiceSellerName,
    address: options.InvoiceSellerAddress,
    tax_id: options.InvoiceSellerTaxId,
    note: options.InvoiceNote,
  }
}

/** What the account states about itself stands in for details that nobody has filled in. */
export async function buyerOf(queries: Queries, userId: number): Promise<Buyer> {
  const details = await findBillingDetails(queries, userId)
  const user = await findUser(queries, userId)
  return {
    name: details?.name || user?.display_name || user?.username || '',
    address: details?.address ?? '',
    tax_id: details?.tax_id ?? '',
    email: details?.email || user?.email || '',
  }
}
