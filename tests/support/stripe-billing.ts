/**
 * Stripe Billing, as its documents describe customers, subscriptions, invoices and the customer
 * portal in the version 2025-03-31.basil and later: periods stand in items and lines, the
 * subscription of an invoice in its parent, its payments in a list.
 */
export type Fields = Readonly<Record<string, string>>

/** What somebody has paid, and what of it went back. */
export interface Charged {
  amount: number
  intent: string
  refunds: { readonly id: string; readonly amount: number; failed: boolean }[]
  disputes: { readonly amount: number; status: string }[]
  /** Fingerprint of the card; "" for another way to pay. */
  card: string
}

interface Subscription {
  readonly id: string
  readonly customer: string
  readonly metadata: Fields
  readonly currency: string
  readonly price: number
  readonly interval: string
  readonly count: number
  status: 'active' | 'past_due' | 'canceled' | 'incomplete'
  cancel_at_period_end: boolean
  cancel_at: number | null
  start: number
  end: number
}

interface Invoice extends Charged {
  readonly id: string
  readonly subscription: Subscription
  readonly reason: string
  readonly start: number
  readonly end: number
  currency: string
  status: 'draft' | 'open' | 'paid' | 'void'
}

export interface Billing {
  readonly customers: Map<string, Fields>
  readonly subscriptions: Map<string, Subscription>
  readonly invoices: Map<string, Invoice>
  readonly portals: Fields[]
  readonly configurations: Fields[]
  /** Requests that were answered, as `POST /v1/…`. */
  readonly asked: string[]
  readonly nowSeconds: () => number
  /** The answer to a Checkout page that Stripe would not make. */
  refusalOf(form: Fields): object | undefined
  subscribe(form: Fields, paid: Charged): { subscription: Subscription; invoice: Invoice }
}

/** Three years. */
const MOST: Readonly<Record<string, number>> = { day: 1095, week: 156, month: 36, year: 3 }
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 }
const PRICE = 'line_items[0][price_data]'

export function openBilling(nowSeconds: () => number): Billing {
  const invoices = new Map<string, Invoice>()
  const subscriptions = new Map<string, Subscription>()
  const customers = new Map<string, Fields>()
  return {
    ...{ customers, subscriptions, invoices, nowSeconds },
    ...{ portals: [], configurations: [], asked: [] },
    refusalOf(form) {
      const interval = form[`${PRICE}[recurring][interval]`] ?? ''
      const count = Number(form[`${PRICE}[recurring][interval_count]`] ?? 1)
      if (!(count >= 1 && count <= (MOST[interval] ?? 0))) return refused('recurring')
      if (Object.keys(form).some((key) => key.startsWith('payment_intent_data'))) {
        return refused('payment_intent_data')
      }
      return customers.has(form.customer ?? '') ? undefined : missing('customer')
    },
    subscribe(form, paid) {
      const number = subscriptions.size + 1
      const interval = form[`${PRICE}[recurring][interval]`] ?? 'month'
      const count = Number(form[`${PRICE}[recurring][interval_count]`] ?? 1)
      const start = nowSeconds()
      const subscription: Subscription = {
        id: `sub_${number}`,
        customer: form.customer ?? '',
        metadata: { gw_order: form['subscription_data[metadata][gw_order]'] ?? '' },
        currency: form[`${PRICE}[currency]`] ?? '',
        price: Number(form[`${PRICE}[unit_amount]`]),
        ...{ interval, count, status: 'active', cancel_at_period_end: false, cancel_at: null },
        ...{ start, end: laterBy(start, interval, count) },
      }
      subscriptions.set(subscription.id, subscription)
      const invoice = drawUp(this, subscription, 'subscription_create')
      Object.assign(invoice, { status: 'paid', amount: paid.amount, card: paid.card })
      invoice.intent = `pi_of_${invoice.id}`
      return { subscription, invoice }
    },
  }
}

/** The day of the month stays where the month is long enough. */
function laterBy(start: number, interval: string, count: number): number {
  if (interval !== 'month') return start + count * (DAYS[interval] ?? 0) * 86_400
  const date = new Date(start * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  const most = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, most))
  return date.getTime() / 1000
}

function drawUp({ invoices }: Billing, subscription: Subscription, reason: string): Invoice {
  const { start, end, price, currency } = subscription
  const invoice: Invoice = {
    id: `in_${invoices.size + 1}`,
    ...{ subscription, reason, start, end, currency, status: 'draft', amount: price },
    ...{ intent: '', refunds: [], disputes: [], card: '' },
  }
  invoices.set(invoice.id, invoice)
  return invoice
}

interface Cycle {
  /** Whether the card is charged; it fails when it is not. */
  readonly isPaid?: boolean
  readonly amount?: number
  readonly currency?: string
}

/** What happens at Stripe, by the order that began a subscription. */
export function billingActs(billing: Billing, subscriptionOf: (tradeNo: string) => string) {
  const subscription = (tradeNo: string): Subscription => {
    const found = billing.subscriptions.get(subscriptionOf(tradeNo))
    if (found === undefined) throw new Error(`no subscription of ${tradeNo}`)
    return found
  }
  const payInvoice = (id: string): void => {
    const invoice = billing.invoices.get(id)
    if (invoice === undefined) throw new Error(`no invoice ${id}`)
    invoice.status = 'paid'
    invoice.intent = `pi_of_${id}`
    if (invoice.subscription.status === 'past_due') invoice.subscription.status = 'active'
  }
  return {
    billing,
    subscription,
    payInvoice,
    /** The period is over, and the next one is charged; the number of its invoice. */
    cycle(tradeNo: string, { isPaid = true, amount, currency }: Cycle = {}): string {
      const of = subscription(tradeNo)
      if (of.status === 'canceled') throw new Error(`${of.id} is canceled`)
      if (of.cancel_at_period_end || of.cancel_at !== null) {
        throw new Error(`${of.id} ends with its period`)
      }
      of.start = of.end
      of.end = laterBy(of.start, of.interval, of.count)
      const invoice = drawUp(billing, of, 'subscription_cycle')
      invoice.amount = amount ?? invoice.amount
      invoice.currency = currency ?? invoice.currency
      invoice.status = 'open'
      if (isPaid) payInvoice(invoice.id)
      else of.status = 'past_due'
      return invoice.id
    },
    /** Somebody refunds at Stripe's own page. */
    refundPayment(intent: string, amount: number): void {
      const invoice = [...billing.invoices.values()].find((each) => each.intent === intent)
      if (invoice === undefined) throw new Error(`no payment ${intent}`)
      const id = `re_${intent}_${invoice.refunds.length}`
      invoice.refunds.push({ id, amount, failed: false })
    },
    chargeEvent: (intent: string, type: string): string =>
      event(billing, type, { id: `ch_${intent}`, object: 'charge', payment_intent: intent }),
    /** What it posts about an invoice. */
    invoiceEvent(id: string, type: string): string {
      const invoice = billing.invoices.get(id)
      if (invoice === undefined) throw new Error(`no invoice ${id}`)
      return event(billing, type, invoiceJson(invoice))
    },
    subscriptionEvent: (tradeNo: string, type: string): string =>
      event(billing, type, subscriptionJson(subscription(tradeNo))),
  }
}

function event({ nowSeconds }: Billing, type: string, object: object): string {
  const id = `evt_${type}`
  return JSON.stringify({ id, object: 'event', type, created: nowSeconds(), data: { object } })
}

interface Asked {
  readonly method: string
  readonly pathname: string
  readonly searchParams: URLSearchParams
  readonly form: Fields
}

/** `undefined` for what is not about Billing. */
export function billingAnswer(billing: Billing, asked: Asked): object | undefined {
  const [, , noun = '', id = ''] = asked.pathname.split('/')
  const answer = answersOf(billing, asked)[`${asked.method} ${noun}`]?.(id)
  if (answer !== undefined) billing.asked.push(`${asked.method} ${asked.pathname}`)
  return answer
}

type Answers = Readonly<Record<string, (id: string) => object | undefined>>

function answersOf(billing: Billing, { method, searchParams, form }: Asked): Answers {
  const { customers, subscriptions, invoices } = billing
  const subscription = (id: string, run: (found: Subscription) => object): object => {
    const found = subscriptions.get(id)
    return found === undefined ? missing('subscription') : run(found)
  }
  return {
    'POST customers': () => {
      const id = `cus_${billing.asked.length + 1}`
      customers.set(id, form)
      return { id, object: 'customer' }
    },
    'GET subscriptions': (id) => subscription(id, subscriptionJson),
    'POST subscriptions': (id) => subscription(id, (found) => change(found, form)),
    'DELETE subscriptions': (id) => subscription(id, cancel),
    'GET invoices': (id) => {
      if (id === '') return listOf(searchParams, [...invoices.values()])
      const found = invoices.get(id)
      return found === undefined ? missing('invoice') : invoiceJson(found)
    },
    'GET payment_intents': (id) => {
      const found = [...invoices.values()].find(({ intent }) => intent === id)
      return found === undefined ? missing('intent') : intentJson(found)
    },
    [`${method} billing_portal`]: (kind) => portalAnswer(billing, { method, kind, form }),
  }
}

function listOf(query: URLSearchParams, invoices: readonly Invoice[]): object {
  const found = invoices.filter(
    ({ subscription, status }) =>
      subscription.id === query.get('subscription') && (query.get('status') ?? status) === status,
  )
  // The newest first, as Stripe lists.
  return { object: 'list', has_more: false, data: found.toReversed().map(invoiceJson) }
}

/** Both ways to cancel are not taken at once, and nothing is changed of what is over. */
function change(found: Subscription, form: Fields): object {
  if (found.status === 'canceled') return missing('subscription')
  const { cancel_at_period_end, cancel_at } = form
  if (cancel_at_period_end !== undefined && cancel_at !== undefined) return refused('cancel_at')
  if (cancel_at_period_end !== undefined) {
    found.cancel_at_period_end = cancel_at_period_end === 'true'
    found.cancel_at = found.cancel_at_period_end ? found.end : null
  }
  if (cancel_at === '') found.cancel_at = null
  return subscriptionJson(found)
}

function cancel(found: Subscription): object {
  if (found.status === 'canceled') return missing('subscription')
  found.status = 'canceled'
  return subscriptionJson(found)
}

interface PortalAsked {
  readonly method: string
  readonly kind: string
  readonly form: Fields
}

function portalAnswer(billing: Billing, { method, kind, form }: PortalAsked): object | undefined {
  const { customers, portals, configurations } = billing
  if (kind === 'configurations') {
    if (method === 'POST') configurations.push(form)
    const data = configurations.map((made, index) => ({
      id: `bpc_${index + 1}`,
      object: 'billing_portal.configuration',
      metadata: { gw_portal: made['metadata[gw_portal]'] },
    }))
    return method === 'POST' ? data.at(-1) : { object: 'list', has_more: false, data }
  }
  if (kind !== 'sessions' || method !== 'POST') return undefined
  if (!customers.has(form.customer ?? '')) return missing('customer')
  portals.push(form)
  const url = `https://billing.stripe.test/p/session/${portals.length}`
  return { id: `bps_${portals.length}`, object: 'billing_portal.session', url }
}

export function refused(param: string): object {
  return { error: { type: 'invalid_request_error', param, message: `wrong ${param}` } }
}

function missing(param: string): object {
  const message = `No such ${param}`
  return { error: { type: 'invalid_request_error', code: 'resource_missing', param, message } }
}

export function refundedOf({ refunds }: Charged): number {
  return refunds.filter(({ failed }) => !failed).reduce((sum, { amount }) => sum + amount, 0)
}

export function intentJson(charged: Charged): object {
  const { intent, disputes, card } = charged
  const charge = {
    id: `ch_${intent}`,
    object: 'charge',
    amount_refunded: refundedOf(charged),
    disputed: disputes.length > 0,
    ...(card !== '' && { payment_method_details: { type: 'card', card: { fingerprint: card } } }),
  }
  return { id: intent, object: 'payment_intent', status: 'succeeded', latest_charge: charge }
}

function subscriptionJson(found: Subscription): object {
  const { id, customer, metadata, status, cancel_at_period_end, cancel_at, start, end } = found
  const item = {
    id: `si_${id}`,
    object: 'subscription_item',
    ...{ current_period_start: start, current_period_end: end },
  }
  return {
    ...{ id, object: 'subscription', customer, metadata, status },
    ...{ cancel_at_period_end, cancel_at, collection_method: 'charge_automatically' },
    items: { object: 'list', data: [item] },
  }
}

function invoiceJson(invoice: Invoice): object {
  const { id, subscription, reason, status, amount, currency, start, end, intent } = invoice
  const isPaid = status === 'paid'
  const line = {
    ...{ id: `il_${id}`, object: 'line_item', amount, period: { start, end } },
    parent: { type: 'subscription_item_details' },
  }
  const payment = {
    ...{ object: 'invoice_payment', status: isPaid ? 'paid' : 'open', invoice: id },
    payment: { type: 'payment_intent', payment_intent: intent },
  }
  return {
    ...{ id, object: 'invoice', status, currency, total: amount, billing_reason: reason },
    ...{ amount_paid: isPaid ? amount : 0, amount_due: amount, customer: subscription.customer },
    lines: { object: 'list', data: [line] },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    payments: { object: 'list', data: intent === '' ? [] : [payment] },
  }
}
