/**
 * Paddle, which sells in its own name and adds taxes. Its notices come late, twice and out of
 * order, so none is taken at its word: each makes us read the transaction and its adjustments.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { OrderRow } from '../../../../db/tables/orders'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { OptionValues } from '../../../domain/options'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import { askJson, type JsonApi } from './ask-json'
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

const ADDRESS = 'https://api.paddle.com'
const TOLERANCE_SECONDS = 300

export const paddle: PaymentService = {
  id: 'paddle',
  price: ({ PaddleCurrency, PaddleUnitPrice }) => ({
    currency: PaddleCurrency,
    perDollar: PaddleUnitPrice,
  }),
  isOpen: ({ PaddleApiKey, PaddleWebhookSecret }) =>
    PaddleApiKey !== '' && PaddleWebhookSecret !== '',
  open: (deps, options) => accountOf(deps, options),
}

function accountOf(deps: ServiceDeps, options: OptionValues): PaymentAccount {
  const api: JsonApi = {
    service: 'paddle',
    address: options.PaddleAddress || ADDRESS,
    headers: {
      authorization: `Bearer ${openSecret(deps.sealer, options.PaddleApiKey)}`,
      'paddle-version': '1',
    },
    keyOption: 'PaddleApiKey',
  }
  const now = () => nowSeconds(deps.clock)
  return {
    checkout: async (purchase) => {
      const content = pageContent(purchase, options.PaddleCheckoutUrl)
      const {
        isRefused,
        text,
        content: answer,
      } = await askJson(deps, api, {
        path: '/transactions',
        content,
      })
      if (isRefused || !Value.Check(Page, answer)) throw serviceFailed('paddle', text)
      return { url: answer.data.checkout.url, fields: {}, id: answer.data.id } satisfies Checkout
    },
    ask: async (order) => {
      if (order.checkout_id !== '') return stateOf(await transactionOf(deps, api, order))
      const state = now() > order.create_time + MAKING_SECONDS ? 'closed' : 'open'
      return { state, payment: '', money: { cents: undefined, currency: order.currency } }
    },
    readNotice: async (notice) => {
      const secret = openSecret(deps.sealer, options.PaddleWebhookSecret)
      return noticeOf(notice, { secret, now: now() })
    },
    refund: async (order, refund) => await refundOrder(deps, api, { order, refund }),
  }
}

const Page = Type.Object({
  data: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 128 }),
    checkout: Type.Object({ url: Type.String() }),
  }),
})

function pageContent({ order, title }: Purchase, url: string): object {
  const { trade_no: tradeNo, money_cents, currency } = order
  const once = { minimum: 1, maximum: 1 }
  return {
    items: [
      {
        quantity: 1,
        price: {
          name: title,
          description: tradeNo,
          unit_price: { amount: String(money_cents), currency_code: currency },
          // Taxes come on top of what was ordered.
          tax_mode: 'external',
          quantity: once,
          product: { name: title, tax_category: 'standard' },
        },
      },
    ],
    currency_code: currency,
    collection_mode: 'automatic',
    custom_data: { [ORDER_TAG]: tradeNo },
    ...(url !== '' && { checkout: { url } }),
  }
}

/** In hundredths, as text. */
const Cents = Type.String({ pattern: '^-?\\d{1,15}$' })
const Totals = Type.Object({
  subtotal: Cents,
  discount: Type.Optional(Cents),
  currency_code: Type.String(),
})
const Tag = Type.Union([Type.Object({ [ORDER_TAG]: Type.Optional(Type.String()) }), Type.Null()])
const Transaction = Type.Object({
  id: Type.String(),
  status: Type.String(),
  customer_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  custom_data: Type.Optional(Tag),
  details: Type.Object({
    totals: Totals,
    line_items: Type.Array(Type.Object({ id: Type.String() })),
  }),
  adjustments: Type.Optional(
    Type.Array(
      Type.Object({
        action: Type.String(),
        status: Type.String(),
        totals: Type.Object({ subtotal: Cents }),
      }),
    ),
  ),
})
type Transaction = Static<typeof Transaction>
const Found = Type.Object({ data: Transaction })

async function transactionOf(
  deps: ServiceDeps,
  api: JsonApi,
  { checkout_id, trade_no: tradeNo }: OrderRow,
): Promise<Transaction> {
  const path = `/transactions/${encodeURIComponent(checkout_id)}?include=adjustments`
  const { isRefused, text, content } = await askJson(deps, api, { path })
  if (isRefused || !Value.Check(Found, content)) throw serviceFailed('paddle', text)
  if (content.data.custom_data?.[ORDER_TAG] !== tradeNo) {
    throw serviceFailed('paddle', 'answered for another order')
  }
  return content.data
}

const PAID: ReadonlySet<string> = new Set(['paid', 'completed'])
/** What takes money back, until it is rejected or reversed. */
const BACK: ReadonlySet<string> = new Set(['refund', 'chargeback'])
const STANDING: ReadonlySet<string> = new Set(['pending_approval', 'approved'])

function stateOf(transaction: Transaction): PaymentState {
  const { id: payment, status, details } = transaction
  const money = orderedMoney(details.totals)
  if (!PAID.has(status)) {
    return { state: status === 'canceled' ? 'closed' : 'open', payment: '', money }
  }
  // Means of payment have a new number in each transaction; customers are one for each address.
  const instrument = transaction.customer_id ?? undefined
  return { state: 'paid', payment, money, refundedCents: refundedOf(transaction), instrument }
}

/** Without taxes. */
function orderedMoney({ subtotal, discount = '0', currency_code }: Static<typeof Totals>) {
  return { cents: Number(subtotal) - Number(discount), currency: currency_code }
}

function refundedOf({ adjustments = [] }: Transaction): number {
  return adjustments
    .filter(({ action, status }) => BACK.has(action) && STANDING.has(status))
    .reduce((sum, { totals }) => sum + Number(totals.subtotal), 0)
}

const Event = Type.Object({
  event_type: Type.String(),
  data: Type.Object({
    id: Type.String(),
    transaction_id: Type.Optional(Type.String()),
    custom_data: Type.Optional(Type.Unknown()),
    details: Type.Optional(Type.Unknown()),
  }),
})
const Priced = Type.Object({ totals: Totals })

interface Keeper {
  readonly secret: string
  readonly now: number
}

function noticeOf({ body, header }: RawNotice, keeper: Keeper): Notice {
  if (!isSigned(body, header('paddle-signature'), keeper)) {
    throw new GatewayError('payment.signature_invalid')
  }
  const event = jsonIn(body)
  if (!Value.Check(Event, event)) return { kind: 'ignored' }
  const { event_type, data } = event
  const isTransaction = event_type.startsWith('transaction.')
  const payment = (isTransaction ? data.id : data.transaction_id) ?? ''
  const tradeNo = Value.Check(Tag, data.custom_data) ? (data.custom_data?.[ORDER_TAG] ?? '') : ''
  if (tradeNo === '' && payment === '') return { kind: 'ignored' }
  const isPaid = event_type === 'transaction.completed' && tradeNo !== ''
  const { details } = data
  const paid = isPaid && Value.Check(Priced, details) && { paid: orderedMoney(details.totals) }
  return { kind: 'changed', tradeNo, payment, ...paid }
}

/** There are two signatures while a secret is replaced. */
function isSigned(body: string, header: string, { secret, now }: Keeper): boolean {
  const parts = header.split(';').map((part) => part.split('='))
  const at = parts.find(([name]) => name === 'ts')?.[1] ?? ''
  const isFresh = /^\d{1,12}$/.test(at) && Math.abs(now - Number(at)) <= TOLERANCE_SECONDS
  const signatures = parts.flatMap(([name, value = '']) => (name === 'h1' ? [value] : []))
  return isFresh && signatures.some((each) => isHmacOf(`${at}:${body}`, secret, each))
}

const Adjusted = Type.Object({ data: Type.Object({ status: Type.String() }) })

interface Refunding {
  readonly order: OrderRow
  readonly refund: RefundOrder
}

/** Paddle knows no numbers of ours for refunds, so it is asked first whether it was made. */
async function refundOrder(
  deps: ServiceDeps,
  api: JsonApi,
  { order, refund: { cents } }: Refunding,
): Promise<void> {
  const transaction = await transactionOf(deps, api, order)
  if (refundedOf(transaction) >= order.refunded_cents + cents) return
  const [item] = transaction.details.line_items
  const isWhole = cents === order.money_cents
  const content = {
    action: 'refund',
    transaction_id: transaction.id,
    reason: order.trade_no,
    ...(isWhole
      ? { type: 'full' }
      : {
          type: 'partial',
          tax_mode: 'external',
          items: [{ item_id: item?.id ?? '', type: 'partial', amount: String(cents) }],
        }),
  }
  const answer = await askJson(deps, api, { path: '/adjustments', content })
  if (answer.isRefused) throw refundRefused('paddle', answer.text)
  const made = answer.content
  if (!Value.Check(Adjusted, made)) throw serviceFailed('paddle', answer.text)
  const { status } = made.data
  if (!STANDING.has(status)) throw refundRefused('paddle', status)
}
