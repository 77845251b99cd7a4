/**
 * Subscriptions of Stripe Billing: Stripe draws up an invoice for each period and charges the card.
 * As with single payments nothing that a notice says is taken at its word: the subscription and its
 * invoices are read as they are now.
 */
import type Stripe from 'stripe'
import { serviceFailed } from './ask-service'
import {
  type CustomerFacts,
  ORDER_TAG,
  type PaidPeriod,
  type PaymentState,
  type RecurringAccount,
  type RecurringPurchase,
  type RecurringStanding,
  USER_TAG,
} from './service'
import { paidBy } from './stripe-charge'
import { answered, idOf, isCustomerGone, type StripeClient } from './stripe-client'

/** Stripe closes a page after 24 hours at most. */
export const PAGE_SECONDS = 24 * 3600 - 60
const MOST_INVOICES = 100
const PORTAL_TAG = 'gw_portal'

/** Subscriptions that will never be charged again. */
const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

export function stripeRecurring(client: StripeClient): RecurringAccount {
  const call = async <T>(ask: (stripe: Stripe) => Promise<T>): Promise<T> =>
    await answered(async () => await ask(await client()))
  return {
    makeCustomer: async (facts) => await call((stripe) => makeCustomer(stripe, facts)),
    checkout: async (purchase) => await call((stripe) => withCustomer(makePage(stripe, purchase))),
    portal: async (place) => await call((stripe) => withCustomer(openPortal(stripe, place))),
    ask: async (reference) => await call((stripe) => standingOf(stripe, reference)),
    setRenewal: async (reference, renews) => {
      await call((stripe) => setRenewal(stripe, reference, renews))
    },
    end: async (reference) => {
      await call((stripe) => stripe.subscriptions.cancel(reference))
    },
  }
}

async function makeCustomer(stripe: Stripe, { userId, email }: CustomerFacts): Promise<string> {
  const customer = await stripe.customers.create({
    metadata: { [USER_TAG]: String(userId) },
    ...(email !== '' && { email }),
  })
  return customer.id
}

/** `undefined` where Stripe does not have the customer. */
async function withCustomer<T>(made: Promise<T>): Promise<T | undefined> {
  try {
    return await made
  } catch (cause) {
    if (await isCustomerGone(cause)) return undefined
    throw cause
  }
}

async function makePage(stripe: Stripe, purchase: RecurringPurchase) {
  const { order, title, returnUrl, customer, interval } = purchase
  const { trade_no: tradeNo, money_cents, currency } = order
  const metadata = { [ORDER_TAG]: tradeNo }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      client_reference_id: tradeNo,
      metadata,
      subscription_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: money_cents,
            product_data: { name: title },
            recurring: { interval: interval.unit, interval_count: interval.count },
          },
        },
      ],
      // What is paid must be what was asked for, in the same currency.
      adaptive_pricing: { enabled: false },
      expires_at: order.create_time + PAGE_SECONDS,
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
    { idempotencyKey: `${tradeNo}-${customer}` },
  )
  if (session.url === null) throw serviceFailed('stripe', 'no address to pay at')
  return { url: session.url, fields: {}, id: session.id }
}

interface PortalPlace {
  readonly customer: string
  readonly returnUrl: string
}

async function openPortal(stripe: Stripe, { customer, returnUrl }: PortalPlace): Promise<string> {
  const configuration = await portalConfiguration(stripe)
  const session = await stripe.billingPortal.sessions.create({
    customer,
    configuration,
    return_url: returnUrl,
  })
  return session.url
}

/**
 * What customers may do at Stripe. Not what the account has as its default, which may let them
 * change the price of what they pay for.
 */
async function portalConfiguration(stripe: Stripe): Promise<string> {
  const made = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const own = made.data.find(({ metadata }) => metadata?.[PORTAL_TAG] === '1')
  if (own !== undefined) return own.id
  const { id } = await stripe.billingPortal.configurations.create({
    metadata: { [PORTAL_TAG]: '1' },
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
    },
  })
  return id
}

async function standingOf(stripe: Stripe, reference: string): Promise<RecurringStanding> {
  const { status, cancel_at_period_end, cancel_at } = await stripe.subscriptions.retrieve(reference)
  const isOver = OVER.has(status)
  const paid = await stripe.invoices.list({
    subscription: reference,
    status: 'paid',
    limit: MOST_INVOICES,
  })
  return {
    isOver,
    renews: !isOver && !cancel_at_period_end && cancel_at === null,
    // The first is of the order that began it.
    later: paid.data
      .filter(({ billing_reason }) => billing_reason !== 'subscription_create')
      .map((invoice) => ({ id: invoice.id, ...periodOf(invoice) }))
      .toSorted((a, b) => a.endMs - b.endMs),
  }
}

async function setRenewal(stripe: Stripe, reference: string, renews: boolean): Promise<void> {
  if (!renews) {
    await stripe.subscriptions.update(reference, { cancel_at_period_end: true })
    return
  }
  const { cancel_at_period_end } = await stripe.subscriptions.retrieve(reference)
  // Its own pages set a time instead, and both are not taken at once.
  const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' as const }
  await stripe.subscriptions.update(reference, change)
}

export function isInvoiceId(id: string): boolean {
  return id.startsWith('in_')
}

/** How a period that Stripe has charged for stands. */
export async function invoiceState(stripe: Stripe, id: string): Promise<PaymentState> {
  const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] })
  const { status, amount_paid: cents, parent } = invoice
  const money = { cents, currency: invoice.currency.toUpperCase() }
  const reference = idOf(parent?.subscription_details?.subscription)
  const recurring = { reference, ...periodOf(invoice) }
  if (status !== 'paid') {
    const isClosed = status === 'void' || status === 'uncollectible'
    return { state: isClosed ? 'closed' : 'open', payment: '', money, recurring }
  }
  const payments = invoice.payments?.data ?? []
  const made = payments.find((payment) => payment.status === 'paid')
  const payment = idOf(made?.payment.payment_intent)
  // Paid in another way than by a card, which Stripe does not tell of.
  if (payment === '') return { state: 'paid', payment: id, money, recurring }
  const intent = await stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
  return { state: 'paid', payment, money, recurring, ...(await paidBy(stripe, intent, cents)) }
}

/** Of the line that the subscription has made; lines that others add may be about other times. */
function periodOf({ lines }: Stripe.Invoice): PaidPeriod {
  const own = lines.data.filter(({ parent }) => parent?.type === 'subscription_item_details')
  const last = own.toSorted((a, b) => b.period.end - a.period.end)[0]
  return { startMs: (last?.period.start ?? 0) * 1000, endMs: (last?.period.end ?? 0) * 1000 }
}
