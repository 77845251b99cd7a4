/**
 * One payment service: how an order is paid there, and how it tells what became of it. What an
 * account cannot do is absent.
 */
import type { OrderRow } from '../../../../db/tables/orders'
import type { OptionValues } from '../../../domain/options'
import type { RecurringInterval } from '../../../domain/payments/recurring-interval'
import type { PaymentServiceId } from '../../../domain/payments/services'
import type { ServiceDeps } from '../../service-deps'

/** Marks what is ours in an account that others may use as well. */
export const ORDER_TAG = 'gw_order'
export const USER_TAG = 'gw_user'

/** A page that was never made known to the buyer cannot be paid after this. */
export const MAKING_SECONDS = 3600

/** What an order is worth. */
export interface ServicePrice {
  /** ISO 4217, in capitals. */
  readonly currency: string
  /** Of it per dollar. */
  readonly perDollar: number
}

/** What a buyer pays for, and where everybody goes afterwards. */
export interface Purchase {
  readonly order: OrderRow
  /** As the buyer reads it. */
  readonly title: string
  /** "" for none. */
  readonly email: string
  /** Where the browser comes back to. */
  readonly returnUrl: string
  readonly noticeUrl: string
  readonly device: BuyerDevice
}

/** What the order was made with. */
export interface BuyerDevice {
  readonly isPhone: boolean
  /** IP address; "" where it is not known. */
  readonly address: string
}

export interface Checkout {
  /** What the buyer scans with a phone, instead of going anywhere. */
  readonly qrCode?: string
  /** Where a browser posts the fields, or goes when there are none. */
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
  /** As the service numbers it; "" where it does not. */
  readonly id: string
}

/** How an order stands at the service. */
export interface PaymentState {
  /** `closed`: it cannot be paid any more. */
  readonly state: 'open' | 'paid' | 'closed'
  /** The service's number of the payment; "" before there is one. */
  readonly payment: string
  /** Of one that is paid. */
  readonly money: Money
  /** What has gone back in all; absent where the service does not tell. */
  readonly refundedCents?: number | undefined
  /** Tells one card or account of a payer from others; absent where the service does not. */
  readonly instrument?: string | undefined
  /** Something went back, and the service does not tell how much. */
  readonly isRefundUnclear?: boolean
  /** Of a period that the service charges for by itself. */
  readonly recurring?: RecurringPeriod
}

/** Epoch ms; 0 where the service tells none. */
export interface PaidPeriod {
  readonly startMs: number
  readonly endMs: number
}

interface RecurringPeriod extends PaidPeriod {
  /** As the service numbers what it charges for. */
  readonly reference: string
}

export interface Money {
  readonly cents: number | undefined
  readonly currency: string
}

export type Notice =
  /** About nothing of ours. */
  | { readonly kind: 'ignored' }
  /** Something has changed; the service is asked what. */
  | {
      readonly kind: 'changed'
      /** "" when only the payment is known. */
      readonly tradeNo: string
      readonly payment: string
      /** What has come in by it, if that is what it tells. */
      readonly paid?: Money
    }
  /** Something has changed of what the service charges for by itself; it is asked what. */
  | {
      readonly kind: 'recurring'
      readonly reference: string
      /** Of the order that began it; "" where the notice does not say. */
      readonly tradeNo: string
      readonly payment: string
      readonly paid?: Money
    }
  | { readonly kind: 'state'; readonly tradeNo: string; readonly state: PaymentState }
  /** Properly signed, and nothing to credit anybody for. */
  | {
      readonly kind: 'unfit'
      readonly tradeNo: string
      readonly payment: string
      readonly money: Money
      readonly why: 'other_merchant' | 'not_paid'
    }

/** As it came over the wire. */
export interface RawNotice {
  /** Of a form or a query. */
  readonly fields: Readonly<Record<string, string>>
  readonly body: string
  readonly header: (name: string) => string
}

export interface PaymentAccount {
  /** Throws `payment.service_failed`. */
  readonly checkout: (purchase: Purchase) => Promise<Checkout>
  /** Throws `payment.service_failed`. */
  readonly ask?: (order: OrderRow) => Promise<PaymentState>
  /** Throws `payment.signature_invalid`. */
  readonly readNotice: (notice: RawNotice) => Promise<Notice>
  /**
   * Sends money back. The key is the same for the same refund. Throws `payment.service_failed`
   * when nothing or who knows what was sent, and `payment.refund_refused` when nothing was.
   */
  readonly refund?: (order: OrderRow, refund: RefundOrder) => Promise<void>
  /** Charges for plans period by period. */
  readonly recurring?: RecurringAccount
}

export interface RecurringPurchase extends Purchase {
  /** As the service numbers the buyer. */
  readonly customer: string
  readonly interval: RecurringInterval
}

export interface CustomerFacts {
  readonly userId: number
  /** "" for none. */
  readonly email: string
}

/** How what a service charges for stands there. */
export interface RecurringStanding {
  /** Nothing will be charged any more. */
  readonly isOver: boolean
  /** Whether another period follows. */
  readonly renews: boolean
  /** What was paid after the first period, the oldest first. */
  readonly later: readonly (PaidPeriod & { readonly id: string })[]
}

/** All of it throws `payment.service_failed`. */
export interface RecurringAccount {
  /** Resolves with the service's number of the user. */
  readonly makeCustomer: (facts: CustomerFacts) => Promise<string>
  /** `undefined` where the service has no such customer. */
  readonly checkout: (purchase: RecurringPurchase) => Promise<Checkout | undefined>
  /** The address of the service's own pages for the customer, which is good for a few minutes. */
  readonly portal: (place: {
    readonly customer: string
    readonly returnUrl: string
  }) => Promise<string | undefined>
  readonly ask: (reference: string) => Promise<RecurringStanding>
  /** Whether another period follows the one that is paid. */
  readonly setRenewal: (reference: string, renews: boolean) => Promise<void>
  /** At once; what is open is not collected any more. */
  readonly end: (reference: string) => Promise<void>
}

export interface RefundOrder {
  readonly cents: number
  readonly key: string
}

export interface PaymentService {
  readonly id: PaymentServiceId
  readonly price: (options: OptionValues) => ServicePrice
  /** Whether everything is set that it needs. */
  readonly isOpen: (options: OptionValues) => boolean
  /** Whether it charges for plans by itself. */
  readonly renews?: boolean
  readonly open: (deps: ServiceDeps, options: OptionValues) => PaymentAccount
}
