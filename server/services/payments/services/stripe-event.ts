/** What an event of Stripe is about. */
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { type Notice, ORDER_TAG } from './service'

const TOLERANCE_SECONDS = 300

const PAID: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])

const Absent = Type.Optional(Type.Null())
const Text = Type.Union([Type.String(), Absent])
const Subject = Type.Object({
  object: Type.String(),
  metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()])),
  client_reference_id: Type.Optional(Text),
  payment_intent: Type.Optional(Type.Unknown()),
  payment_status: Type.Optional(Text),
  amount_total: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  currency: Type.Optional(Text),
})

interface Signed {
  readonly body: string
  readonly signature: string
  readonly secret: string
}

/** Throws `payment.signature_invalid`, for old ones too. */
export async function readStripeEvent(
  client: Stripe,
  { body, signature, secret }: Signed,
  nowMs: number,
): Promise<Notice> {
  const event = await verified(async () => {
    const { webhooks } = client
    return await webhooks.constructEventAsync(
      body,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      nowMs,
    )
  })
  const subject: unknown = event.data.object
  if (!Value.Check(Subject, subject)) return { kind: 'ignored' }
  const { metadata, payment_intent, amount_total, currency } = subject
  const tradeNo = metadata?.[ORDER_TAG] ?? ''
  const payment = typeof payment_intent === 'string' ? payment_intent : ''
  if (tradeNo === '' && payment === '') return { kind: 'ignored' }
  const isPaid = PAID.has(event.type) && subject.payment_status === 'paid'
  const paid = { cents: amount_total ?? undefined, currency: (currency ?? '').toUpperCase() }
  return { kind: 'changed', tradeNo, payment, ...(isPaid && { paid }) }
}

async function verified(verify: () => Promise<Stripe.Event>): Promise<Stripe.Event> {
  try {
    return await verify()
  } catch (cause) {
    throw new GatewayError('payment.signature_invalid', {}, { cause })
  }
}
