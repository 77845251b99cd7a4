/**
 * Stripe Checkout. Its notices come late, twice and out of order, so none is taken at its word:
 * each makes us read the session, its charge and its disputes as they are now.
 */
import type Stripe from 'stripe'
import type { OrderRow } from '../../../../db/tables/orders'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { OptionValues } from '../../../domain/options'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import { askService, refundRefused, serviceFailed } from './ask-service'
import {
  type Checkout,
  MAKING_SECONDS,
  ORDER_TAG,
  type PaymentAccount,
  type PaymentService,
  type PaymentState,
  type Purchase,
} from './service'
import { readStripeEvent } from './stripe-event'

/** Stripe closes a page after 24 hours at most. */
const PAGE_SECONDS = 24 * 3600 - 60
/** Money is ours again only when a dispute is won or was no more than a question. */
const HARMLESS: ReadonlySet<string> = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
])

export const stripe: PaymentService = {
  id: 'stripe',
  price: ({ StripeCurrency, StripeUnitPrice }) => ({
    currency: StripeCurrency,
    perDollar: StripeUnitPrice,
  }),
  isOpen: ({ StripeApiSecret, StripeWebhookSecret }) =>
    StripeApiSecret !== '' && StripeWebhookSecret !== '',
  open: (deps, options) => accountOf(deps, options),
}

function accountOf(deps: ServiceDeps, options: OptionValues): PaymentAccount {
  const client = async () => await clientOf(deps, options)
  return {
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

async function clientOf(deps: ServiceDeps, options: OptionValues): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const key = openSecret(deps.sealer, options.StripeApiSecret)
  const place = URL.parse(options.StripeAddress)
  return new Client(key, {
    httpClient: Client.createFetchHttpClient(fetchThrough(deps)),
    maxNetworkRetries: 1,
    telemetry: false,
    ...(place !== null && {
      protocol: place.protocol === 'http:' ? 'http' : 'https',
      host: place.hostname,
      port: place.port === '' ? (place.protocol === 'http:' ? '80' : '443') : place.port,
    }),
  })
}

/** Requests of the SDK go out as all others to payment services. */
function fetchThrough(deps: ServiceDeps): typeof fetch {
  const through = async (
    input: string | URL | Request,
    init: RequestInit = {},
  ): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const headers = Object.fromEntries(new Headers(init.headers))
    const body = init.method === 'GET' ? undefined : String(init.body ?? '')
    const request = { url, headers, ...(body !== undefined && { body }) }
    const { status, text } = await askService(deps, 'stripe', request)
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
  return Object.assign(through, { preconnect: fetch.preconnect })
}

/** An answer below 500 says that nothing was done; after any other, who knows. */
async function answered<T>(ask: () => Promise<T>, refused = serviceFailed): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    const { default: Client } = await import('stripe')
    if (!(cause instanceof Client.errors.StripeError)) throw cause
    const inner: unknown = cause.detail
    if (inner instanceof GatewayError) throw inner
    const { statusCode = 0, message } = cause
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429
    throw (isRefused ? refused : serviceFailed)('stripe', message)
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
  if (order.checkout_id === '') {
    const state = now > order.create_time + MAKING_SECONDS ? 'closed' : 'open'
    return { state, payment: '', money: { cents: undefined, currency: order.currency } }
  }
  const session = await client.checkout.sessions.retrieve(order.checkout_id, {
    expand: ['payment_intent.latest_charge'],
  })
  if (session.client_reference_id !== order.trade_no) {
    throw serviceFailed('stripe', 'answered for another order')
  }
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const money = {
    cents: session.amount_total ?? undefined,
    currency: (session.currency ?? '').toUpperCase(),
  }
  const payment = intent?.id ?? ''
  if (session.payment_status !== 'paid') {
    return { state: isOver(session, intent) ? 'closed' : 'open', payment, money }
  }
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
  const disputed = charge?.disputed === true ? await disputedCents(client, payment) : 0
  const back = (charge?.amount_refunded ?? 0) + disputed
  const refundedCents = Math.min(back, money.cents ?? back)
  return { state: 'paid', payment, money, refundedCents, instrument: instrumentOf(charge) }
}

/** The same number of a card, however often it is typed in. */
function instrumentOf(charge: Stripe.Charge | null | undefined): string | undefined {
  const details = charge?.payment_method_details
  return details?.card?.fingerprint ?? details?.sepa_debit?.fingerprint ?? undefined
}

/** Nobody can pay it any more: it has expired, or a bank has refused a transfer. */
function isOver(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): boolean {
  if (session.status === 'expired') return true
  const refused = intent?.status === 'canceled' || intent?.status === 'requires_payment_method'
  return session.status === 'complete' && refused
}

async function disputedCents(client: Stripe, payment: string): Promise<number> {
  const disputes = await client.disputes.list({ payment_intent: payment, limit: 100 })
  return disputes.data
    .filter(({ status }) => !HARMLESS.has(status))
    .reduce((sum, { amount }) => sum + amount, 0)
}
