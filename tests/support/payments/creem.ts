/** Creem: checkouts of a product at a custom price, transactions, refunds and signed events. */
import { createHmac } from 'node:crypto'
import type { NoticeChanges, Ordered, PaidMoney, PaymentStandIn, SentNotice } from './stand-in'

interface Checkout {
  readonly id: string
  readonly body: CheckoutBody
  readonly transaction: string
  status: 'pending' | 'completed' | 'expired'
  /** Of the product, without taxes. */
  price: number
  currency: string
  payer: string | undefined
  /** With taxes. */
  refunded: number
}

interface CheckoutBody {
  readonly product_id?: string
  readonly request_id?: string
  readonly units?: number
  readonly custom_price?: number
  readonly success_url?: string
  readonly customer?: { readonly email?: string }
  readonly metadata?: Readonly<Record<string, string>>
}

const KEY = 'creem_4eC39HqLyjWDarjtT1zdp7dc'
const SECRET = 'whsec_creem'
const PRODUCT = 'prod_1234567890'

export interface CreemStandIn extends PaymentStandIn {
  checkout(tradeNo: string): CheckoutBody
  expire(tradeNo: string): void
  /** What is said of the next refund. */
  refundWith(status: string): void
}

interface World {
  readonly checkouts: Map<string, Checkout>
  failure: number | undefined
  isLosing: boolean
  refundStatus: string
}

export function startCreem(): CreemStandIn {
  const world: World = {
    checkouts: new Map(),
    failure: undefined,
    isLosing: false,
    refundStatus: 'succeeded',
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (world.failure !== undefined) return Response.json({}, { status: world.failure })
      if (request.headers.get('x-api-key') !== KEY) {
        return Response.json({ status: 403, error: 'Forbidden' }, { status: 403 })
      }
      const [status, body] = answerTo(world, request, await request.text())
      return Response.json(body, { status })
    },
  })
  return {
    method: 'creem',
    service: 'creem',
    cents: 900,
    currency: 'EUR',
    options: {
      CreemApiKey: KEY,
      CreemWebhookSecret: SECRET,
      CreemProductId: PRODUCT,
      CreemCurrency: 'EUR',
      CreemUnitPrice: '0.9',
      CreemAddress: `http://127.0.0.1:${server.port}`,
    },
    wrongKey: { option: 'CreemApiKey', value: 'creem_wrong_key', told: 'CreemApiKey' },
    tellsRefunds: true,
    ...actsOf(world),
    isTaken: ({ status }) => status === 200,
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

function actsOf(world: World) {
  const checkout = (tradeNo: string): Checkout => {
    const found = world.checkouts.get(tradeNo)
    if (found === undefined) throw new Error(`creem knows no checkout ${tradeNo}`)
    return found
  }
  return {
    checkout: (tradeNo: string) => checkout(tradeNo).body,
    async open({ tradeNo, link }: Ordered): Promise<void> {
      if (link !== urlOf(checkout(tradeNo))) throw new Error(`no checkout at ${link}`)
    },
    pay(tradeNo: string, { cents, currency, payer }: PaidMoney = {}): void {
      const paid = checkout(tradeNo)
      paid.status = 'completed'
      paid.payer = payer
      paid.price = cents ?? paid.price
      paid.currency = currency ?? paid.currency
    },
    expire(tradeNo: string): void {
      checkout(tradeNo).status = 'expired'
    },
    refund(tradeNo: string, cents: number): void {
      checkout(tradeNo).refunded += cents + taxOf(cents)
    },
    notice: (tradeNo: string, changes: NoticeChanges = {}) => eventOf(checkout(tradeNo), changes),
    failWith(status: number | undefined): void {
      world.failure = status
    },
    loseNextAnswer(): void {
      world.isLosing = true
    },
    refundWith(status: string): void {
      world.refundStatus = status
    },
    refunded(tradeNo: string): number {
      const { refunded, price } = checkout(tradeNo)
      return Math.round((refunded * price) / (price + taxOf(price)))
    },
  }
}

const urlOf = ({ id }: Checkout) => `https://checkout.creem.test/${id}`

/** A tenth of the price, on top of it. */
const taxOf = (cents: number) => Math.round(cents / 10)

type Answer = readonly [status: number, body: object]

const refused = (message: string): Answer => [400, { status: 400, error: 'Bad Request', message }]

function answerTo(world: World, request: Request, body: string): Answer {
  const { pathname, searchParams } = new URL(request.url)
  const all = [...world.checkouts.values()]
  switch (`${request.method} ${pathname}`) {
    case 'POST /v1/checkouts':
      return makeCheckout(world, JSON.parse(body))
    case 'GET /v1/checkouts': {
      const found = all.find(({ id }) => id === searchParams.get('checkout_id'))
      return found === undefined ? [404, {}] : [200, checkoutJson(found)]
    }
    case 'GET /v1/transactions': {
      const id = searchParams.get('transaction_id')
      const found = all.find(({ transaction }) => transaction === id)
      return found === undefined ? [404, {}] : [200, transactionJson(found)]
    }
    case 'POST /v1/refunds':
      return makeRefund(world, JSON.parse(body))
  }
  return [404, {}]
}

function makeCheckout(world: World, body: CheckoutBody): Answer {
  const { product_id, request_id = '', units, custom_price = 0, success_url = '' } = body
  if (product_id !== PRODUCT) return refused('product_id')
  if (units !== 1) return refused('units')
  if (custom_price < 100 || custom_price > 99_999_999) return refused('custom_price')
  if (!/^https?:/.test(success_url)) return refused('success_url')
  const email = body.customer?.email
  if (email !== undefined && !email.includes('@')) return refused('customer.email')
  const checkout: Checkout = {
    id: `ch_${Bun.hash.crc32(request_id)}`,
    body,
    transaction: `tran_${Bun.hash.crc32(request_id)}`,
    status: 'pending',
    price: custom_price,
    currency: 'EUR',
    payer: undefined,
    refunded: 0,
  }
  world.checkouts.set(request_id, checkout)
  return [200, { ...checkoutJson(checkout), checkout_url: urlOf(checkout) }]
}

function checkoutJson(checkout: Checkout): object {
  const { id, body, status, price, currency, transaction } = checkout
  const isPaid = status === 'completed'
  return {
    ...{ id, mode: 'test', object: 'checkout', status, units: 1, custom_price: price },
    ...{ request_id: body.request_id, metadata: body.metadata },
    product: { id: PRODUCT, object: 'product', price: 100, currency: 'EUR' },
    ...(isPaid && {
      order: {
        ...{ id: `ord_${id}`, object: 'order', product: PRODUCT, transaction },
        ...{ amount: price, currency, status: 'paid', type: 'onetime' },
      },
    }),
  }
}

function transactionJson(checkout: Checkout): object {
  const { transaction, price, currency, refunded, payer } = checkout
  const paid = price + taxOf(price)
  const isAll = refunded >= paid
  return {
    ...{ id: transaction, object: 'transaction', type: 'payment', currency },
    ...{ amount: price, amount_paid: paid, tax_amount: taxOf(price) },
    customer: payer ?? null,
    refunded_amount: refunded === 0 ? null : refunded,
    status: refunded === 0 ? 'paid' : isAll ? 'refunded' : 'partialRefund',
  }
}

function makeRefund(
  world: World,
  { transaction_id }: { readonly transaction_id?: string },
): Answer {
  const all = [...world.checkouts.values()]
  const found = all.find(({ transaction }) => transaction === transaction_id)
  if (found === undefined || found.status !== 'completed') return refused('transaction_id')
  const paid = found.price + taxOf(found.price)
  if (found.refunded >= paid) return refused('nothing is left to refund')
  const status = world.refundStatus
  if (status === 'succeeded') found.refunded = paid
  world.refundStatus = 'succeeded'
  if (world.isLosing) {
    world.isLosing = false
    return [500, {}]
  }
  return [200, { status }]
}

function eventOf(checkout: Checkout, { forgery }: NoticeChanges): SentNotice {
  const isRefund = checkout.refunded > 0
  const object = isRefund
    ? {
        ...{ id: `ref_${checkout.id}`, object: 'refund', status: 'succeeded' },
        transaction: transactionJson(checkout),
        checkout: checkoutJson(checkout),
      }
    : checkoutJson(checkout)
  const eventType = isRefund ? 'refund.created' : 'checkout.completed'
  const body = JSON.stringify({ id: 'evt_1', eventType, created_at: 1_728_734_325_927, object })
  const key = forgery === 'key' ? 'another secret' : SECRET
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (forgery !== 'unsigned') headers['creem-signature'] = signature
  return { headers, body: forgery === 'body' ? body.replace('evt_1', 'evt_2') : body }
}
