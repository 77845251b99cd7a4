/** What became of a charge of Stripe: who paid it, and what has gone back. */
import type Stripe from 'stripe'
import type { PaymentState } from './service'

/** Money is ours again only when a dispute is won or was no more than a question. */
const HARMLESS: ReadonlySet<string> = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
])

/** Of a payment with its latest charge, that has brought in so many hundredths. */
export async function paidBy(
  client: Stripe,
  intent: Stripe.PaymentIntent | null,
  cents: number | undefined,
): Promise<Pick<PaymentState, 'refundedCents' | 'instrument'>> {
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
  const disputed = charge?.disputed === true ? await disputedCents(client, intent?.id ?? '') : 0
  const back = (charge?.amount_refunded ?? 0) + disputed
  return { refundedCents: Math.min(back, cents ?? back), instrument: instrumentOf(charge) }
}

/** The same number of a card, however often it is typed in. */
function instrumentOf(charge: Stripe.Charge | null | undefined): string | undefined {
  const details = charge?.payment_method_details
  return details?.card?.fingerprint ?? details?.sepa_debit?.fingerprint ?? undefined
}

async function disputedCents(client: Stripe, payment: string): Promise<number> {
  const disputes = await client.disputes.list({ payment_intent: payment, limit: 100 })
  return disputes.data
    .filter(({ status }) => !HARMLESS.has(status))
    .reduce((sum, { amount }) => sum + amount, 0)
}
