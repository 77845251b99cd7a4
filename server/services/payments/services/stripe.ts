/**
 * Stripe Checkout. Its notices come late, twice and out of order, so none is taken at its word:
 * each makes us read the session, its charge and its disputes as they are now.
 */
import type Stripe from 'stripe'
import type { OrderRow } from '../../../../db/tables/orders'
import { nowSeconds } from '../../../clock'
import type { OptionValues } from '../../../domain/options'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import { refundRefused, serviceFailed } from './ask-service'
import {
  type Checkout,
  MAKING_SECONDS,
  ORDER_TAG,
  type PaymentAccount,
  type PaymentService,
  type PaymentState,
  type Purchase,
} from './service'
import { paidBy } from './stripe-charge'
import { answered, idOf, stripeClient } from './stripe-client'
import { readStripeEvent } from './stripe-event'
import { invoiceState, isInvoiceId, PAGE_SECONDS, stripeRecurring } from './stripe-recurring'

export const stripe: PaymentService = {
  id: 'stripe',
  renews: true,
  price: ({ StripeCurrency, StripeUnitPrice }) => ({
    currency: StripeCurrency,
    perDollar: StripeUnitPrice,
  }),
  isOpen: ({ StripeApiSecret, StripeWebhookSecret }) =>
    StripeApiSecret !== '' && StripeWebhookSecret !== '',
  open: (deps, options) => accountOf(deps, options),
}

function accountOf(deps: ServiceDeps, options: OptionValues): PaymentAccount {
  const client = stripeClient(deps, options)
  return {
    recurring: stripeRecurring(client),
    checkout: async (purchase) =>
      await answered(async () => await makePage(await client(), purchase)),
    ask: async (order) =>
      await answered(async () => await stateOf(await client(), order, nowSeconds(deps.clock))),
    readNotice: async ({ body, header }) => {
      const secret = openSecret(deps.sealer, options.StripeWebhookSecret)
      const signed = { body, signature: header('stripe-signature'), secret }
      return await readStripeEvent(await client(), signed, deps.clock.nowMs())
    },
    refund: async (order, { cents, key }) => {
      const made = await answered(
        async () =>
          await (await client()).refunds.create(
            {
              payment_intent: order.provider_trade_no,
              amount: cents,
              metadata: { [ORDER_TAG]: order.trade_no },
            },
            { idempotencyKey: key },
          ),
        refundRefused,
      )
      if (made.status === 'failed' || made.status === 'canceled') {
        throw refundRefused('stripe', made.failure_reason ?? made.status)
      }
    },
  }
}

async function makePage(client: Stripe, purchase: Purchase): Promise<Checkout> {
  const { order, title, email, returnUrl } = purchase
  const { trade_no: tradeNo, money_cents, currency } = order
  const metadata = { [ORDER_TAG]: tradeNo }
  const session = await client.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: tradeNo,
      metadata,
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: money_cents,
            product_data: { name: title },
          },
        },
      ],
      // What is paid must be what was asked for, in the same currency.
      adaptive_pricing: { enabled: false },
      expires_at: order.create_time + PAGE_SECONDS,
      success_url: returnUrl,
      cancel_url: returnUrl,
      ...(email !== '' && { customer_email: email }),
    },
    { idempotencyKey: tradeNo },
  )
  if (session.url === null) throw serviceFailed('stripe', 'no address to pay at')
  return { url: session.url, fields: {}, id: session.id }
}

async function stateOf(client: Stripe, order: OrderRow, now: number): Promise<PaymentState> {
  const { checkout_id: id, currency } = order
  if (id === '') {
    const state = now > order.create_time + MAKING_SECONDS ? 'closed' : 'open'
    return { state, payment: '', money: { cents: undefined, currency } }
  }
  if (isInvoiceId(id)) return await invoiceState(client, id)
  const session = await client.checkout.sessions.retrieve(id, {
    expand: ['payment_intent.latest_charge'],
  })
  if (session.client_reference_id !== order.trade_no) {
    throw serviceFailed('stripe', 'answered for another order')
  }
  const invoice = idOf(session.invoice)
  if (invoice !== '') return await invoiceState(client, invoice)
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const money = {
    cents: session.amount_total ?? undefined,
    currency: (session.currency ?? '').toUpperCase(),
  }
  const payment = intent?.id ?? ''
  if (session.payment_status !== 'paid') {
    return { state: isOver(session, intent) ? 'closed' : 'open', payment, money }
  }
  return { state: 'paid', payment, money, ...(await paidBy(client, intent, money.cents)) }
}

/** Nobody can pay it any more: it has expired, or a bank has refused a transfer. */
function isOver(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): boolean {
  if (session.status === 'expired') return true
  const refused = intent?.status === 'canceled' || intent?.status === 'requires_payment_method'
  return session.status === 'complete' && refused
}
