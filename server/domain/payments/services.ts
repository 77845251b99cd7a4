/** Payment services that orders can be paid through, and the ways to pay that each offers. */
export const PAYMENT_SERVICE_IDS = [
  'epay',
  'stripe',
  'alipay',
  'wechat',
  'creem',
  'paddle',
  'webhook',
] as const
export type PaymentServiceId = (typeof PAYMENT_SERVICE_IDS)[number]

export function isPaymentServiceId(text: string): text is PaymentServiceId {
  return PAYMENT_SERVICE_IDS.some((id) => id === text)
}

interface PaymentMethod {
  /** As orders store it, and as epay names it. */
  readonly id: string
  readonly service: PaymentServiceId
  /** As front ends of the family name it. */
  readonly alias?: string
  /** Not offered together with this one: buyers would see the same name twice. */
  readonly replaces?: string
}

export const PAYMENT_METHODS: readonly PaymentMethod[] = [
  { id: 'alipay', service: 'epay', alias: 'zfb' },
  { id: 'wxpay', service: 'epay', alias: 'wx' },
  { id: 'stripe', service: 'stripe' },
  { id: 'alipay_direct', service: 'alipay', replaces: 'alipay' },
  { id: 'wxpay_direct', service: 'wechat', replaces: 'wxpay' },
  { id: 'creem', service: 'creem' },
  { id: 'paddle', service: 'paddle' },
  { id: 'webhook', service: 'webhook' },
]

/** By either of its names. */
export function paymentMethod(name: string): PaymentMethod | undefined {
  return PAYMENT_METHODS.find(({ id, alias }) => id === name || alias === name)
}

/** Services that sell in their own name: they send buyers their invoices, and declare the tax. */
export const SELLERS_OF_RECORD: ReadonlySet<string> = new Set<PaymentServiceId>(['creem', 'paddle'])

/** Services that read a word of the answer to a notice; the others read its status. */
export const NOTICE_WORDS: ReadonlyMap<PaymentServiceId, NoticeWords> = new Map([
  ['alipay', { taken: 'success', again: 'fail' }],
])

interface NoticeWords {
  readonly taken: string
  /** The notice is repeated. */
  readonly again: string
}

/**
 * Why a person has to look at a payment:
 * - `order_not_found`: money came for an order that is not here
 * - `amount_differs`: not the amount or the currency of the order
 * - `other_merchant`: it was paid to another account
 * - `paid_again`: a second payment of an order that is paid
 * - `not_booked`: the account that ordered is gone
 * - `refund_unfinished`: a refund was requested, and nobody learnt how that ended
 * - `refund_unclear`: refunded at the service, which does not say how much, or failed there
 * - `differs`: the service reports something other than the order says
 */
export const PAYMENT_CASE_REASONS = [
  'order_not_found',
  'amount_differs',
  'other_merchant',
  'paid_again',
  'not_booked',
  'refund_unfinished',
  'refund_unclear',
  'differs',
] as const
export type PaymentCaseReason = (typeof PAYMENT_CASE_REASONS)[number]

export function isPaymentCaseReason(text: string): text is PaymentCaseReason {
  return PAYMENT_CASE_REASONS.some((reason) => reason === text)
}
