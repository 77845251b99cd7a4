/**
 * A payment service that follows its vendor's documents. It signs and checks by itself and
 * imports nothing of ours, so that both sides cannot share a mistake.
 */

/** What a browser is given to pay with. */
export interface Ordered {
  readonly tradeNo: string
  /** `pay_link`, or what is drawn as a QR code. */
  readonly link: string
}

/** What a forger changes about a notice. */
export type Forgery =
  /** Signed with a key that is not the service's. */
  | 'key'
  /** Changed after it was signed. */
  | 'body'
  /** Not signed at all. */
  | 'unsigned'

export interface SentNotice {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PaidMoney {
  readonly cents?: number
  readonly currency?: string
  /** As the service knows whoever pays; nobody when absent. */
  readonly payer?: string
}

export interface NoticeChanges {
  readonly forgery?: Forgery
  /** Epoch seconds of the signature; now when absent. */
  readonly at?: number
  /** To whom it was paid, if not to us. */
  readonly merchant?: string
}

export interface PaymentStandIn extends AsyncDisposable {
  /** The way to pay, and what ten dollars cost. */
  readonly method: string
  readonly service: string
  readonly cents: number
  readonly currency: string
  /** Options of the gateway that name it. */
  readonly options: Readonly<Record<string, string>>
  /** The option whose value makes the service refuse our requests, and how it is named then. */
  readonly wrongKey: { readonly option: string; readonly value: string; readonly told: string }
  /** Whether an order says how much of it has gone back; a person looks at it otherwise. */
  readonly tellsRefunds: boolean
  /** The buyer opens the page; throws what the service finds wrong with it. */
  open(ordered: Ordered): Promise<void>
  pay(tradeNo: string, money?: PaidMoney): void
  /** The merchant sends money back on the service's own pages. */
  refund(tradeNo: string, cents: number): void
  /** What the service posts about an order as it stands. */
  notice(tradeNo: string, changes?: NoticeChanges): SentNotice
  /** Answers everything with this status until it is undefined again. */
  failWith(status: number | undefined): void
  /** Performs the next refund, and says that it failed. */
  loseNextAnswer(): void
  /** How much has gone back, as the service knows. */
  refunded(tradeNo: string): number
  /** The answer of ours that stops it from repeating a notice. */
  readonly isTaken: (answer: { readonly status: number; readonly text: string }) => boolean
}
