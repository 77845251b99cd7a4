/**
 * Stripe, as its documents describe Checkout, Billing, refunds, disputes and webhooks. It signs by
 * that description and imports nothing of ours or of Stripe's own library, so that both sides
 * cannot share a mistake.
 */
import { createHmac } from 'node:crypto'

import {
  type Billing,
  billingActs,
  billingAnswer,
  type Charged,
  type Fields,
  intentJson,
  openBilling,
  refundedOf,
  refused,
} from './stripe-billing'

interface Session extends Charged {
  readonly id: string
  readonly form: Fields
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  /** In the mode `subscription`. */
  subscription: string
  invoice: string
}

export interface StripeStandIn extends AsyncDisposable, ReturnType<typeof billingActs> {
  readonly url: string
  readonly key: string
  readonly webhookSecret: string
  readonly session: (tradeNo: string) => Session
  /** The buyer pays, of another sum when it is given. */
  pay(tradeNo: string, amount?: number): void
  expire(tradeNo: string): void
  /** Somebody refunds at Stripe's own page. */
  refund(tradeNo: string, amount: number): void
  /** What it posts about an order. */
  event(tradeNo: string, type: string): string
  /** The header of it. */
  signature(body: string, at: number): string
  failWith(status: number | undefined): void
  readonly counts: { pages: number; refunds: number }
}

interface World {
  readonly key: string
  readonly webhookSecret: string
  readonly sessions: Map<string, Session>
  readonly billing: Billing
  readonly repeated: Map<string, { readonly body: string; readonly answer: object }>
  readonly counts: { pages: number; refunds: number }
  readonly nowSeconds: () => number
  failure: number | undefined
  number: number
}

export function startStripe(nowSeconds: () => number): StripeStandIn {
  const world: World = {
    key: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
    webhookSecret: 'whsec_test_secret',
    sessions: new Map(),
    billing: openBilling(nowSeconds),
    repeated: new Map(),
    counts: { pages: 0, refunds: 0 },
    nowSeconds,
    failure: undefined,
    number: 0,
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { failure } = world
      if (failure !== undefined) return Response.json({ error: {} }, { status: failure })
      if (request.headers.get('authorization') !== `Bearer ${world.key}`) {
        return Response.json({ error: { type: 'invalid_request_error' } }, { status: 401 })
      }
      const answer = answerTo(world, request, await request.text())
      return Response.json(answer, { status: 'error' in answer ? 400 : 200 })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    ...actsOf(world),
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

function actsOf(world: World) {
  const { key, webhookSecret, counts, nowSeconds } = world
  const session = (tradeNo: string): Session => {
    const found = world.sessions.get(tradeNo)
    if (found === undefined) throw new Error(`stripe knows no order ${tradeNo}`)
    return found
  }
  return {
    ...{ key, webhookSecret, session, counts },
    ...billingActs(world.billing, (tradeNo) => session(tradeNo).subscription),
    pay(tradeNo: string, amount?: number): void {
      const paid = session(tradeNo)
      if (paid.status !== 'open') throw new Error(`${paid.id} cannot be paid`)
      world.number += 1
      paid.status = 'complete'
      paid.payment_status = 'paid'
      paid.amount = amount ?? paid.amount
      if (paid.form.mode !== 'subscription') {
        paid.intent = `pi_${world.number}`
        return
      }
      const { subscription, invoice } = world.billing.subscribe(paid.form, paid)
      paid.subscription = subscription.id
      paid.invoice = invoice.id
    },
    expire(tradeNo: string): void {
      session(tradeNo).status = 'expired'
    },
    refund(tradeNo: string, amount: number): void {
      world.number += 1
      session(tradeNo).refunds.push({ id: `re_${world.number}`, amount, failed: false })
    },
    event(tradeNo: string, type: string): string {
      const about = session(tradeNo)
      world.number += 1
      const object = type.startsWith('checkout.')
        ? sessionJson(about)
        : { id: `ch_${about.intent}`, object: 'charge', payment_intent: about.intent }
      const created = nowSeconds()
      const event = { id: `evt_${world.number}`, object: 'event', type, created }
      return JSON.stringify({ ...event, data: { object } })
    },
    signature: (body: string, at: number): string =>
      `t=${at},v1=${createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')}`,
    failWith(status: number | undefined): void {
      world.failure = status
    },
  }
}

function answerTo(world: World, request: Request, body: string): object {
  const { pathname, searchParams } = new URL(request.url)
  const form = Object.fromEntries(new URLSearchParams(body))
  const billing = billingAnswer(world.billing, {
    method: request.method,
    pathname,
    searchParams,
    form,
  })
  if (billing !== undefined) return billing
  const sent = { name: request.headers.get('idempotency-key') ?? '', body }
  switch (`${request.method} ${pathname}`) {
    case 'POST /v1/checkout/sessions':
      return once(world, sent, () => makeSession(world, form))
    case 'POST /v1/refunds':
      return once(world, sent, () => makeRefund(world, form))
    case 'GET /v1/disputes':
      return disputesJson(byIntent(world, searchParams.get('payment_intent') ?? ''))
  }
  const id = /^\/v1\/checkout\/sessions\/(\w+)$/.exec(pathname)?.[1]
  const session = [...world.sessions.values()].find((each) => each.id === id)
  return session === undefined ? refused('no such session') : sessionJson(session)
}

interface Sent {
  readonly name: string
  readonly body: string
}

/** The same answer under the same idempotency key, which is of one request only. */
function once({ repeated }: World, { name, body }: Sent, make: () => object): object {
  const before = repeated.get(name)
  if (before !== undefined) {
    return before.body === body ? before.answer : refused('idempotency_error')
  }
  const answer = make()
  if (name !== '' && !('error' in answer)) repeated.set(name, { body, answer })
  return answer
}

function byIntent({ sessions, billing }: World, intent: string): Charged | undefined {
  return [...sessions.values(), ...billing.invoices.values()].find(
    (charged) => charged.intent === intent && intent !== '',
  )
}

function makeSession(world: World, form: Fields): object {
  const expires = Number(form.expires_at)
  const lifetime = expires - world.nowSeconds()
  if (form.mode !== 'payment' && form.mode !== 'subscription') return refused('mode')
  if (form.mode === 'subscription') {
    const refusal = world.billing.refusalOf(form)
    if (refusal !== undefined) return refusal
  }
  if (lifetime < 1800 || lifetime > 86_400) return refused('expires_at')
  if (!/^https?:/.test(form.success_url ?? '')) return refused('success_url')
  const amount = Number(form['line_items[0][price_data][unit_amount]'])
  const currency = form['line_items[0][price_data][currency]'] ?? ''
  if (!Number.isSafeInteger(amount) || amount < 50) return refused('amount_too_small')
  if (!/^[a-z]{3}$/.test(currency)) return refused('currency')
  if ((form['line_items[0][price_data][product_data][name]'] ?? '') === '') return refused('name')
  if (form.customer_email !== undefined && !form.customer_email.includes('@')) {
    return refused('customer_email')
  }
  world.number += 1
  world.counts.pages += 1
  const session: Session = {
    id: `cs_test_${world.number}`,
    form,
    status: 'open',
    payment_status: 'unpaid',
    ...{ amount, intent: '', refunds: [], disputes: [], card: '' },
    ...{ subscription: '', invoice: '' },
  }
  world.sessions.set(form.client_reference_id ?? '', session)
  return sessionJson(session)
}

function makeRefund(world: World, form: Fields): object {
  const session = byIntent(world, form.payment_intent ?? '')
  if (session === undefined) return refused('payment_intent')
  const amount = Number(form.amount)
  if (refundedOf(session) + amount > session.amount) return refused('amount')
  world.number += 1
  world.counts.refunds += 1
  session.refunds.push({ id: `re_${world.number}`, amount, failed: false })
  return { id: `re_${world.number}`, object: 'refund', amount, status: 'succeeded' }
}

function sessionJson(session: Session): object {
  const { id, form, status, payment_status, amount, intent, subscription, invoice } = session
  return {
    ...{ id, object: 'checkout.session', status, payment_status, amount_total: amount },
    mode: form.mode,
    currency: form['line_items[0][price_data][currency]'],
    client_reference_id: form.client_reference_id,
    metadata: { gw_order: form['metadata[gw_order]'] },
    url: `https://checkout.stripe.test/${id}`,
    subscription: subscription || null,
    invoice: invoice || null,
    payment_intent: intent === '' ? null : intentJson(session),
  }
}

function disputesJson(session: Charged | undefined): object {
  const disputes = (session?.disputes ?? []).map((dispute) => ({ object: 'dispute', ...dispute }))
  return { object: 'list', has_more: false, data: disputes }
}
