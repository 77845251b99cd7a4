/**
 * Creem, which sells in its own name and adds taxes. Its notices are undated and may come again
 * at any time, so none is taken at its word: each makes us read the checkout and its payment.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { OrderRow } from '../../../../db/tables/orders'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { OptionValues } from '../../../domain/options'
import { refundedShare } from '../../../domain/payments/refund-credits'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import { askJson, type JsonApi, type JsonRequest } from './ask-json'
import { jsonIn, refundRefused, serviceFailed } from './ask-service'
import { isHmacOf } from './hmac'
import {
  type Checkout,
  MAKING_SECONDS,
  type Notice,
  ORDER_TAG,
  type PaymentAccount,
  type PaymentService,
  type PaymentState,
  type Purchase,
  type RawNotice,
  type RefundOrder,
} from './service'

const ADDRESS = 'https://api.creem.io'

export const creem: PaymentService = {
  id: 'creem',
  price: ({ CreemCurrency, CreemUnitPrice }) => ({
    currency: CreemCurrency,
    perDollar: CreemUnitPrice,
  }),
  isOpen: ({ CreemApiKey, CreemWebhookSecret, CreemProductId }) =>
    CreemApiKey !== '' && CreemWebhookSecret !== '' && CreemProductId !== '',
  open: (deps, options) => accountOf(deps, options),
}

type Ask = <Answer>(schema: Schema<Answer>, request: JsonRequest) => Promise<Answer>
type Schema<Answer> = (content: unknown) => content is Answer

function accountOf(deps: ServiceDeps, options: OptionValues): PaymentAccount {
  const api: JsonApi = {
    service: 'creem',
    address: options.CreemAddress || ADDRESS,
    headers: { 'x-api-key': openSecret(deps.sealer, options.CreemApiKey) },
    keyOption: 'CreemApiKey',
  }
  const ask: Ask = async (isAnswer, request) => {
    const { content, isRefused, text } = await askJson(deps, api, request)
    if (isRefused || !isAnswer(content)) throw serviceFailed('creem', text)
    return content
  }
  const state = async (order: OrderRow) => await stateOf(ask, order, nowSeconds(deps.clock))
  return {
    checkout: async (purchase) => await makePage(ask, options.CreemProductId, purchase),
    ask: state,
    readNotice: async (notice) =>
      noticeOf(notice, openSecret(deps.sealer, options.CreemWebhookSecret)),
    refund: async (order, refund) => {
      const { refundedCents = 0 } = await state(order)
      // It was done before, and nobody heard of it.
      if (refundedCents >= order.refunded_cents + refund.cents) return
      await refundAll(deps, api, { order, refund })
    },
  }
}

const Page = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 128 }),
  checkout_url: Type.String(),
  product: Type.Union([Type.String(), Type.Object({ currency: Type.String() })]),
})
const isPage = (content: unknown) => Value.Check(Page, content)

async function makePage(ask: Ask, product_id: string, purchase: Purchase): Promise<Checkout> {
  const { order, email, returnUrl } = purchase
  const page = await ask(isPage, {
    path: '/v1/checkouts',
    content: {
      product_id,
      request_id: order.trade_no,
      units: 1,
      custom_price: order.money_cents,
      success_url: returnUrl,
      metadata: { [ORDER_TAG]: order.trade_no },
      ...(email !== '' && { customer: { email } }),
    },
  })
  const { product } = page
  if (typeof product !== 'string' && product.currency.toUpperCase() !== order.currency) {
    throw serviceFailed('creem', 'CreemCurrency is not the currency of the product')
  }
  return { url: page.checkout_url, fields: {}, id: page.id }
}

const Cents = Type.Optional(Type.Union([Type.Integer(), Type.Null()]))
const Session = Type.Object({
  status: Type.String(),
  request_id: Type.Optional(Type.String()),
  order: Type.Optional(
    Type.Object({ transaction: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
  ),
})
const isSession = (content: unknown) => Value.Check(Session, content)

const Transaction = Type.Object({
  id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  amount_paid: Cents,
  tax_amount: Cents,
  refunded_amount: Cents,
  currency: Type.String(),
  customer: Type.Optional(Type.Unknown()),
})
const isTransaction = (content: unknown) => Value.Check(Transaction, content)

/** Money came in, whatever has become of it. */
const PAID: ReadonlySet<string> = new Set(['paid', 'refunded', 'partialRefund', 'chargedBack'])
const ALL_BACK: ReadonlySet<string> = new Set(['refunded', 'chargedBack'])

async function stateOf(ask: Ask, order: OrderRow, now: number): Promise<PaymentState> {
  const money = { cents: undefined, currency: order.currency }
  const { checkout_id, trade_no: tradeNo, create_time } = order
  if (checkout_id === '') {
    const state = now > create_time + MAKING_SECONDS ? 'closed' : 'open'
    return { state, payment: '', money }
  }
  const session = await ask(isSession, {
    path: `/v1/checkouts?checkout_id=${encodeURIComponent(checkout_id)}`,
  })
  if (session.request_id !== tradeNo) throw serviceFailed('creem', 'answered for another order')
  const payment = session.order?.transaction ?? ''
  if (payment === '') {
    return { state: session.status === 'expired' ? 'closed' : 'open', payment, money }
  }
  const transaction = await ask(isTransaction, {
    path: `/v1/transactions?transaction_id=${encodeURIComponent(payment)}`,
  })
  if (!PAID.has(transaction.status)) return { state: 'open', payment, money }
  return paidState(transaction, order.money_cents)
}

function paidState(transaction: Static<typeof Transaction>, ordered: number): PaymentState {
  const paid = transaction.amount_paid ?? transaction.amount
  // Taxes are on top or within, as the product says.
  const cents = paid === ordered ? paid : paid - (transaction.tax_amount ?? 0)
  const back = ALL_BACK.has(transaction.status) ? paid : (transaction.refunded_amount ?? 0)
  const refundedCents = refundedShare(cents, { back, paid })
  const money = { cents, currency: transaction.currency.toUpperCase() }
  // One for each e-mail address.
  const instrument = typeof transaction.customer === 'string' ? transaction.customer : undefined
  return { state: 'paid', payment: transaction.id, money, refundedCents, instrument }
}

const Tagged = Type.Object({
  metadata: Type.Optional(
    Type.Union([Type.Object({ [ORDER_TAG]: Type.Optional(Type.String()) }), Type.Null()]),
  ),
})
const Event = Type.Object({
  eventType: Type.String(),
  object: Type.Intersect([
    Tagged,
    Type.Object({
      checkout: Type.Optional(Type.Unknown()),
      transaction: Type.Optional(Type.Unknown()),
      order: Type.Optional(Type.Unknown()),
    }),
  ]),
})
const Ordered = Type.Object({
  status: Type.Literal('paid'),
  amount: Type.Integer(),
  currency: Type.String(),
})
const Numbered = Type.Object({ id: Type.String() })

function noticeOf({ body, header }: RawNotice, secret: string): Notice {
  if (!isHmacOf(body, secret, header('creem-signature'))) {
    throw new GatewayError('payment.signature_invalid')
  }
  const event = jsonIn(body)
  if (!Value.Check(Event, event)) return { kind: 'ignored' }
  const { metadata, checkout, transaction, order } = event.object
  const outer = Value.Check(Tagged, checkout) ? checkout.metadata?.[ORDER_TAG] : undefined
  const tradeNo = metadata?.[ORDER_TAG] ?? outer ?? ''
  const payment = Value.Check(Numbered, transaction) ? transaction.id : ''
  if (tradeNo === '' && payment === '') return { kind: 'ignored' }
  const isPaid = event.eventType === 'checkout.completed' && Value.Check(Ordered, order)
  const paid = isPaid && { paid: { cents: order.amount, currency: order.currency.toUpperCase() } }
  return { kind: 'changed', tradeNo, payment, ...paid }
}

const Refunded = Type.Object({ status: Type.String() })

interface Refunding {
  readonly order: OrderRow
  readonly refund: RefundOrder
}

/** Creem sends back what is left of a payment, and no part of it. */
async function refundAll(
  deps: ServiceDeps,
  api: JsonApi,
  { order, refund: { cents } }: Refunding,
): Promise<void> {
  if (order.refunded_cents + cents !== order.money_cents) {
    throw refundRefused('creem', 'Creem refunds parts on its own pages only')
  }
  const content = { transaction_id: order.provider_trade_no }
  const answer = await askJson(deps, api, { path: '/v1/refunds', content })
  if (answer.isRefused) throw refundRefused('creem', answer.text)
  const made = answer.content
  if (!Value.Check(Refunded, made)) throw serviceFailed('creem', answer.text)
  const { status } = made
  if (status === 'failed' || status === 'canceled') throw refundRefused('creem', status)
  // It is booked when Creem says that it is done.
  if (status !== 'succeeded') throw serviceFailed('creem', `the refund is ${status}`)
}
