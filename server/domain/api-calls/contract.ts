/** Types of every call, derived from the contract rows; nothing is declared a second time. */
import type { Static, TObject } from '@sinclair/typebox'
import type { EndpointRow } from '../endpoints'

export type CallId = EndpointRow['id']

type RowOf<Id extends CallId> = Extract<EndpointRow, { readonly id: Id }>

/** `data` of the envelope. */
export type DataOf<Id extends CallId> = Static<RowOf<Id>['data']>

type FieldsOf<Schema extends TObject | undefined> = Static<NonNullable<Schema>> & object

/** What a call is made with; `turnstile` goes into the query where bots are checked. */
export interface InputOf<Id extends CallId> {
  readonly params?: FieldsOf<RowOf<Id>['params']>
  readonly query?: FieldsOf<RowOf<Id>['query']> & { readonly turnstile?: string | undefined }
  readonly body?: FieldsOf<RowOf<Id>['body']>
}

/** An answer; what stands next to `data` is there for some calls only. */
export interface Envelope<Data> {
  readonly message: string
  readonly data: Data
  /** Of lists that are bare arrays. */
  readonly total?: number
  /** Of jobs: how many there are of each status, whichever of them is requested. */
  readonly states?: readonly { readonly status: string; readonly count: number }[]
  /** Of channels by tag: how many are not among them, because they have none. */
  readonly untagged?: number
  /** Where a login elsewhere begins. */
  readonly authorize_url?: string
  /** Where the browser logs out of the provider that it came by. */
  readonly logout_url?: string
  /** Where the form of a payment is posted to. */
  readonly url?: string
  /** Of an order that was made. */
  readonly trade_no?: string
  /** Of a price with a promo code: the money that it takes off. */
  readonly money_off?: string
  /** Of a redeemed code: the plan that it granted. */
  readonly plan?: string
  /** Of prices: what each group pays, and how the viewer's groups are described. */
  readonly group_ratio?: Readonly<Record<string, number>>
  readonly usable_group?: Readonly<Record<string, string>>
  /** Secret settings, and whether each has a value. */
  readonly secrets?: Readonly<Record<string, boolean>>
}
