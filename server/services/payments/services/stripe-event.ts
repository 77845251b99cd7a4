/** What an event of Stripe is about. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { type Notice, ORDER_TAG } from './service'

const TOLERANCE_SECONDS = 300

const PAID: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])

const PAID_INVOICE: ReadonlySet<string> = new Set(['invoice.paid', 'invoice.payment_succeeded'])

const Absent = Type.Optional(Type.Null())
const Text = Type.Union([Type.String(), Absent])
const Tags = Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]))
const OfSubscription = Type.Object({ subscription: Type.Unknown(), metadata: Tags })
const Subject = Type.Object({
  object: Type.String(),
  id: Type.Optional(Type.String()),
  metadata: Tags,
  client_reference_id: Type.Optional(Text),
  payment_intent: Type.Optional(Type.Unknown()),
  payment_status: Type.Optional(Text),
  amount_total: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  currency: Type.Optional(Text),
  amount_paid: Type.Optional(Type.Integer()),
  /** Of an invoice; endpoints that were made years ago send both of these as they were then. */
  parent: Type.Optional(
    Type.Union([
      Type.Object({
        subscription_details: Type.Optional(Type.Union([OfSubscription, Type.Null()])),
      }),
      Type.Null(),
    ]),
  ),
  subscription: Type.Optional(Type.Unknown()),
  subscription_details: Type.Optional(Type.Union([Type.Object({ metadata: Tags }), Type.Null()])),
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
  const recurring = recurringIn(event.type, subject)
  if (recurring !== undefined) return recurring
  const { metadata, payment_intent, amount_total, currency } = subject
  const tradeNo = metadata?.[ORDER_TAG] ?? ''
  const payment = typeof payment_intent === 'string' ? payment_intent : ''
  if (tradeNo === '' && payment === '') return { kind: 'ignored' }
  const isPaid = PAID.has(event.type) && subject.payment_status === 'paid'
  const paid = { cents: amount_total ?? undefined, currency: (currency ?? '').toUpperCase() }
  return { kind: 'changed', tradeNo, payment, ...(isPaid && { paid }) }
}

/** What it says of a subscription, or of an invoice of one. */
function recurringIn(
  type: string,
  { object, id = '', metadata, amount_paid, currency, ...subject }: Static<typeof Subject>,
): Notice | undefined {
  if (object === 'subscription') {
    return { kind: 'recurring', reference: id, tradeNo: metadata?.[ORDER_TAG] ?? '', payment: '' }
  }
  if (object !== 'invoice') return undefined
  const details = subject.parent?.subscription_details
  const reference = nameIn(details?.subscription) || nameIn(subject.subscription)
  if (reference === '') return { kind: 'ignored' }
  const tags = details?.metadata ?? subject.subscription_details?.metadata
  const paid = { cents: amount_paid, currency: (currency ?? '').toUpperCase() }
  return {
    ...{ kind: 'recurring', reference, tradeNo: tags?.[ORDER_TAG] ?? '', payment: id },
    ...(PAID_INVOICE.has(type) && { paid }),
  }
}

function nameIn(named: unknown): string {
  return typeof named === 'string' ? named : ''
}

async function verified(verify: () => Promise<Stripe.Event>): Promise<Stripe.Event> {
  try {
    return await verify()
  } catch (cause) {
    throw new GatewayError('payment.signature_invalid', {}, { cause })
  }
}
