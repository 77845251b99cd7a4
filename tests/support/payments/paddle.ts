/** Paddle Billing: transactions of custom prices, adjustments and signed events. */
import { createHmac } from 'node:crypto'
import type { NoticeChanges, Ordered, PaidMoney, PaymentStandIn, SentNotice } from './stand-in'

interface Adjustment {
  readonly action: string
  status: string
  /** Without taxes, in hundredths. */
  readonly subtotal: number
}

interface Transaction {
  readonly id: string
  readonly body: TransactionBody
  status: 'ready' | 'completed' | 'canceled'
  subtotal: number
  discount: number
  currency: string
  payer: string | undefined
  readonly adjustments: Adjustment[]
}

interface TransactionBody {
  readonly items?: readonly {
    readonly quantity?: number
    readonly price?: {
      readonly description?: string
      readonly name?: string
      readonly tax_mode?: string
      readonly unit_price?: { readonly amount?: string; readonly currency_code?: string }
      readonly quantity?: { readonly minimum?: number; readonly maximum?: number }
      readonly product?: { readonly name?: string; readonly tax_category?: string }
    }
  }[]
  readonly collection_mode?: string
  readonly custom_data?: Readonly<Record<string, string>>
  readonly checkout?: { readonly url?: string }
}

const KEY = 'pdl_sdbx_apikey_01gtgztp8f4kek3yd4g1wrksa3'
const SECRET = 'pdl_ntfset_01gkpjp8bkm3tm53kdgkx6sms7'

export interface PaddleStandIn extends PaymentStandIn {
  transaction(tradeNo: string): TransactionBody
  discount(tradeNo: string, cents: number): void
  cancel(tradeNo: string): void
  /** Takes an order's money back as banks and people do. */
  adjust(tradeNo: string, adjustment: Adjustment): void
}

interface World {
  readonly transactions: Map<string, Transaction>
  readonly nowSeconds: () => number
  failure: number | undefined
  isLosing: boolean
}

export function startPaddle(nowSeconds: () => number): PaddleStandIn {
  const world: World = { transactions: new Map(), nowSeconds, failure: undefined, isLosing: false }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (world.failure !== undefined) return Response.json({}, { status: world.failure })
      if (request.headers.get('authorization') !== `Bearer ${KEY}`) {
        return Response.json({ error: { code: 'forbidden' } }, { status: 403 })
      }
      if (request.headers.get('paddle-version') !== '1') return Response.json({}, { status: 400 })
      const [status, body] = answerTo(world, request, await request.text())
      return Response.json(body, { status })
    },
  })
  return {
    method: 'paddle',
    service: 'paddle',
    cents: 1100,
    currency: 'GBP',
    options: {
      PaddleApiKey: KEY,
      PaddleWebhookSecret: SECRET,
      PaddleCurrency: 'GBP',
      PaddleUnitPrice: '1.1',
      PaddleAddress: `http://127.0.0.1:${server.port}`,
    },
    wrongKey: { option: 'PaddleApiKey', value: 'pdl_wrong_key', told: 'PaddleApiKey' },
    tellsRefunds: true,
    ...actsOf(world),
    isTaken: ({ status }) => status === 200,
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

function actsOf(world: World) {
  const transaction = (tradeNo: string): Transaction => {
    const found = world.transactions.get(tradeNo)
    if (found === undefined) throw new Error(`paddle knows no transaction ${tradeNo}`)
    return found
  }
  return {
    transaction: (tradeNo: string) => transaction(tradeNo).body,
    async open({ tradeNo, link }: Ordered): Promise<void> {
      if (link !== urlOf(transaction(tradeNo))) throw new Error(`no checkout at ${link}`)
    },
    pay(tradeNo: string, { cents, currency, payer }: PaidMoney = {}): void {
      const paid = transaction(tradeNo)
      paid.status = 'completed'
      paid.payer = payer
      paid.subtotal = cents ?? paid.subtotal
      paid.currency = currency ?? paid.currency
    },
    discount(tradeNo: string, cents: number): void {
      transaction(tradeNo).discount = cents
    },
    cancel(tradeNo: string): void {
      transaction(tradeNo).status = 'canceled'
    },
    refund(tradeNo: string, cents: number): void {
      const adjustment = { action: 'refund', status: 'approved', subtotal: cents }
      transaction(tradeNo).adjustments.push(adjustment)
    },
    adjust(tradeNo: string, adjustment: Adjustment): void {
      transaction(tradeNo).adjustments.push(adjustment)
    },
    notice: (tradeNo: string, changes: NoticeChanges = {}) =>
      eventOf(transaction(tradeNo), { at: world.nowSeconds(), ...changes }),
    failWith(status: number | undefined): void {
      world.failure = status
    },
    loseNextAnswer(): void {
      world.isLosing = true
    },
    refunded: (tradeNo: string) => refundedOf(transaction(tradeNo)),
  }
}

const urlOf = ({ id, body }: Transaction) =>
  `${body.checkout?.url ?? 'https://shop.example/pay'}?_ptxn=${id}`

function refundedOf({ adjustments }: Transaction): number {
  return adjustments.reduce((sum, { subtotal }) => sum + subtotal, 0)
}

/** A fifth of the price, on top of it. */
const taxOf = (cents: number) => Math.round(cents / 5)

type Answer = readonly [status: number, body: object]

const refused = (code: string): Answer => [400, { error: { type: 'request_error', code } }]

function answerTo(world: World, request: Request, body: string): Answer {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method === 'POST' && pathname === '/transactions') {
    return makeTransaction(world, JSON.parse(body))
  }
  if (request.method === 'POST' && pathname === '/adjustments') {
    return makeAdjustment(world, JSON.parse(body))
  }
  const id = /^\/transactions\/(txn_\w+)$/.exec(pathname)?.[1]
  const found = [...world.transactions.values()].find((each) => each.id === id)
  if (found === undefined) return [404, { error: { code: 'not_found' } }]
  return [200, { data: transactionJson(found, searchParams.get('include')) }]
}

function makeTransaction(world: World, body: TransactionBody): Answer {
  const [item] = body.items ?? []
  const { unit_price = {}, product = {}, quantity = {} } = item?.price ?? {}
  const subtotal = Number(unit_price.amount)
  const isFit =
    item?.quantity === 1 &&
    quantity.maximum === 1 &&
    /^\d+$/.test(unit_price.amount ?? '') &&
    /^[A-Z]{3}$/.test(unit_price.currency_code ?? '') &&
    (item.price?.description ?? '') !== '' &&
    item.price?.tax_mode === 'external' &&
    (product.name ?? '') !== '' &&
    product.tax_category === 'standard' &&
    body.collection_mode === 'automatic'
  if (!isFit) return refused('invalid_field')
  const tradeNo = body.custom_data?.gw_order ?? ''
  const transaction: Transaction = {
    id: `txn_${Bun.hash.crc32(tradeNo)}`,
    body,
    status: 'ready',
    subtotal,
    discount: 0,
    currency: unit_price.currency_code ?? '',
    payer: undefined,
    adjustments: [],
  }
  world.transactions.set(tradeNo, transaction)
  return [201, { data: transactionJson(transaction, null) }]
}

function transactionJson(transaction: Transaction, include: string | null): object {
  const { id, body, status, subtotal, discount, currency, payer, adjustments } = transaction
  const tax = taxOf(subtotal - discount)
  const total = subtotal - discount + tax
  const totals = { subtotal, discount, tax, total, grand_total: total }
  const texts = Object.entries(totals).map(([name, cents]) => [name, String(cents)])
  return {
    ...{ id, status, custom_data: body.custom_data, currency_code: currency },
    customer_id: payer ?? null,
    checkout: { url: urlOf(transaction) },
    details: {
      totals: { ...Object.fromEntries(texts), currency_code: currency },
      line_items: [{ id: `txnitm_${id}`, quantity: 1 }],
    },
    ...(include === 'adjustments' &&
      adjustments.length > 0 && { adjustments: adjustments.map(adjustmentJson) }),
  }
}

function adjustmentJson({ action, status, subtotal }: Adjustment): object {
  const tax = taxOf(subtotal)
  const totals = { subtotal: String(subtotal), tax: String(tax), total: String(subtotal + tax) }
  return { id: 'adj_1', action, status, totals }
}

interface AdjustmentBody {
  readonly action?: string
  readonly transaction_id?: string
  readonly reason?: string
  readonly type?: string
  readonly tax_mode?: string
  readonly items?: readonly {
    readonly item_id?: string
    readonly type?: string
    readonly amount?: string
  }[]
}

function makeAdjustment(world: World, body: AdjustmentBody): Answer {
  const { action, transaction_id, reason = '', type, tax_mode, items = [] } = body
  const found = [...world.transactions.values()].find(({ id }) => id === transaction_id)
  if (found?.status !== 'completed') return refused('adjustment_transaction_invalid_status')
  if (action !== 'refund' || reason === '') return refused('invalid_field')
  const [item] = items
  if (type === 'full' && tax_mode !== undefined) return refused('adjustment_tax_mode_not_allowed')
  if (type === 'partial' && item?.item_id !== `txnitm_${found.id}`) return refused('invalid_field')
  const subtotal = type === 'full' ? found.subtotal : Number(item?.amount)
  const isMore = refundedOf(found) + subtotal > found.subtotal
  if (isMore) return refused('adjustment_amount_above_remaining_allowed')
  const adjustment = { action, status: 'pending_approval', subtotal }
  found.adjustments.push(adjustment)
  if (world.isLosing) {
    world.isLosing = false
    return [500, {}]
  }
  return [201, { data: adjustmentJson(adjustment) }]
}

interface Signing extends NoticeChanges {
  readonly at: number
}

function eventOf(transaction: Transaction, { forgery, at }: Signing): SentNotice {
  const isRefund = transaction.adjustments.length > 0
  const isPaid = transaction.status === 'completed'
  const event = isRefund
    ? {
        event_type: 'adjustment.updated',
        data: { id: 'adj_1', action: 'refund', transaction_id: transaction.id },
      }
    : {
        event_type: isPaid ? 'transaction.completed' : 'transaction.updated',
        data: transactionJson(transaction, null),
      }
  const body = JSON.stringify({ event_id: 'evt_1', ...event, notification_id: 'ntf_1' })
  const key = forgery === 'key' ? 'another secret' : SECRET
  const h1 = createHmac('sha256', key).update(`${at}:${body}`).digest('hex')
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  // The first is of a secret that is being replaced.
  if (forgery !== 'unsigned') headers['Paddle-Signature'] = `ts=${at};h1=${'0'.repeat(64)};h1=${h1}`
  return { headers, body: forgery === 'body' ? body.replace('evt_1', 'evt_2') : body }
}
