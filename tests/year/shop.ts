/**
 * The payment services of the year. What they took and sent back is the truth that the books of
 * the gateway are compared with; how they tell of it is left to chance.
 */
import { type Epay, startEpay } from '../support/epay'
import { type StripeStandIn, startStripe } from '../support/stripe'
import type { ResultOf } from './acts'
import type { Chance } from './chance'
import type { YearGateway } from './gateway'

export type Method = 'zfb' | 'stripe'

export interface ShopOrder {
  readonly tradeNo: string
  readonly method: Method
  readonly madeAt: number
  isPaid: boolean
}

/** How often something came to pass, for the report. */
export const TOLD = ['told', 'doubled', 'lost', 'late', 'forged', 'refunded there'] as const
export type ToldKind = (typeof TOLD)[number]

interface ShopParts {
  readonly gateway: YearGateway
  readonly time: { readonly now: number }
  readonly chance: Chance
}

const DAY = 86_400_000

export class Shop {
  readonly orders: ShopOrder[] = []
  readonly counts: Record<ToldKind, number> = {
    ...{ told: 0, doubled: 0, lost: 0, late: 0, forged: 0 },
    'refunded there': 0,
  }
  readonly epay: Epay = startEpay({ tellsRefunds: true })
  readonly stripe: StripeStandIn
  readonly #parts: ShopParts
  #late: { readonly at: number; readonly order: ShopOrder }[] = []

  constructor(parts: ShopParts) {
    this.#parts = parts
    this.stripe = startStripe(() => Math.floor(parts.time.now / 1000))
  }

  get settings(): Readonly<Record<string, string>> {
    const { epay, stripe } = this
    return {
      ...{ PayAddress: epay.url, EpayId: epay.pid, EpayKey: epay.key },
      ...{ StripeApiSecret: stripe.key, StripeWebhookSecret: stripe.webhookSecret },
      ...{ StripeAddress: stripe.url, StripeCurrency: 'EUR', StripeUnitPrice: '0.9' },
      ...{ InvoiceSellerName: 'Shop', InvoiceTaxName: 'VAT', InvoiceTaxRate: '1900' },
      InvoicesEnabled: 'true',
      ServerAddress: 'https://gw.example',
      CustomCallbackAddress: this.#parts.gateway.url,
    }
  }

  /** Most buyers pay. */
  async bought(method: Method, { tradeNo, url, fields }: ResultOf<'order'>): Promise<void> {
    const { chance, time } = this.#parts
    const order: ShopOrder = { tradeNo, method, madeAt: time.now, isPaid: false }
    if (method === 'zfb') await this.epay.submit(url, fields)
    this.orders.push(order)
    if (chance.percent(12)) return
    if (chance.percent(10)) await this.#forge(order)
    if (method === 'zfb') this.epay.pay(tradeNo)
    else this.stripe.pay(tradeNo)
    order.isPaid = true
    await this.#tellByChance(order)
  }

  /** At the service's own page, of an order that the gateway still compares. */
  async refundThere(): Promise<void> {
    const { chance, time } = this.#parts
    const order = chance.of(
      this.orders.filter(
        ({ isPaid, method, madeAt }) =>
          isPaid && method === 'stripe' && madeAt > time.now - 20 * DAY,
      ),
    )
    if (order === undefined) return
    const left = this.stripe.session(order.tradeNo).amount - this.refundedCents(order)
    if (left <= 0) return
    this.stripe.refund(order.tradeNo, 1 + chance.below(left))
    this.counts['refunded there'] += 1
    if (chance.percent(60)) await this.#post(order, 'charge.refunded')
  }

  refundedCents({ tradeNo, method }: ShopOrder): number {
    if (method === 'zfb') return Math.round(Number(this.epay.sentBack(tradeNo)) * 100)
    const { refunds } = this.stripe.session(tradeNo)
    return refunds.reduce((sum, { amount }) => sum + amount, 0)
  }

  async tellLate(): Promise<void> {
    const { now } = this.#parts.time
    const due = this.#late.filter(({ at }) => at <= now)
    this.#late = this.#late.filter(({ at }) => at > now)
    for (const { order } of due) await this.#tell(order)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.epay[Symbol.asyncDispose]()
    await this.stripe[Symbol.asyncDispose]()
  }

  async #tellByChance(order: ShopOrder): Promise<void> {
    const { chance, time } = this.#parts
    const kind = chance.of(['told', 'told', 'told', 'doubled', 'lost', 'late'] as const) ?? 'told'
    this.counts[kind] += 1
    if (kind === 'late') this.#late.push({ at: time.now + chance.below(9) * DAY, order })
    if (kind === 'told' || kind === 'doubled') await this.#tell(order)
    if (kind === 'doubled') await Promise.all([this.#tell(order), this.#tell(order)])
  }

  async #tell(order: ShopOrder): Promise<void> {
    if (order.method === 'stripe') await this.#post(order, 'checkout.session.completed')
    else await this.epay.notify(this.epay.noticeFor(order.tradeNo)).catch(() => 'lost')
  }

  /** Before anything is paid, by somebody who does not know the key. */
  async #forge({ tradeNo, method }: ShopOrder): Promise<void> {
    this.counts.forged += 1
    if (method === 'zfb') {
      const forged = this.epay.noticeFor(tradeNo, { sign: 'f'.repeat(32) })
      await this.epay.notify(forged).catch(() => 'lost')
    } else {
      const body = this.stripe.event(tradeNo, 'checkout.session.completed')
      await this.#deliver(body, `t=${Math.floor(this.#parts.time.now / 1000)},v1=${'f'.repeat(64)}`)
    }
  }

  async #post({ tradeNo }: ShopOrder, type: string): Promise<void> {
    const body = this.stripe.event(tradeNo, type)
    const at = Math.floor(this.#parts.time.now / 1000)
    await this.#deliver(body, this.stripe.signature(body, at))
  }

  async #deliver(body: string, signature: string): Promise<void> {
    const headers = { 'stripe-signature': signature }
    const address = `${this.#parts.gateway.url}/api/payment/stripe/notice`
    const sent = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined)
    await sent?.arrayBuffer()
  }
}
