/** Types of every call, derived from the contract rows; nothing is declared a second time. */
import type { Static, TObject } from '@sinclair/typebox'
import type { accountEndpoints } from '../../server/domain/endpoints/account'
import type { channelEndpoints } from '../../server/domain/endpoints/channel'
import type { dashboardEndpoints } from '../../server/domain/endpoints/dashboard'
import type { drawingEndpoints } from '../../server/domain/endpoints/drawing'
import type { groupEndpoints } from '../../server/domain/endpoints/group'
import type { logEndpoints } from '../../server/domain/endpoints/log'
import type { modelEndpoints } from '../../server/domain/endpoints/model'
import type { oauthEndpoints } from '../../server/domain/endpoints/oauth'
import type { optionEndpoints } from '../../server/domain/endpoints/option'
import type { paymentEndpoints } from '../../server/domain/endpoints/payment'
import type { pricingEndpoints } from '../../server/domain/endpoints/pricing'
import type { redemptionEndpoints } from '../../server/domain/endpoints/redemption'
import type { sessionEndpoints } from '../../server/domain/endpoints/session'
import type { statusEndpoints } from '../../server/domain/endpoints/status'
import type { taskEndpoints } from '../../server/domain/endpoints/task'
import type { tokenEndpoints } from '../../server/domain/endpoints/token'
import type { userEndpoints } from '../../server/domain/endpoints/user'

type Row =
  | (typeof dashboardEndpoints)[number]
  | (typeof drawingEndpoints)[number]
  | (typeof logEndpoints)[number]
  | (typeof optionEndpoints)[number]
  | (typeof paymentEndpoints)[number]
  | (typeof pricingEndpoints)[number]
  | (typeof redemptionEndpoints)[number]
  | (typeof taskEndpoints)[number]
  | (typeof accountEndpoints)[number]
  | (typeof channelEndpoints)[number]
  | (typeof groupEndpoints)[number]
  | (typeof modelEndpoints)[number]
  | (typeof oauthEndpoints)[number]
  | (typeof sessionEndpoints)[number]
  | (typeof statusEndpoints)[number]
  | (typeof tokenEndpoints)[number]
  | (typeof userEndpoints)[number]

export type CallId = Row['id']

type RowOf<Id extends CallId> = Extract<Row, { readonly id: Id }>

/** `data` of the envelope. */
export type DataOf<Id extends CallId> = Static<RowOf<Id>['data']>

type FieldsOf<Schema extends TObject | undefined> = Static<NonNullable<Schema>> & object

/** What a call is made with; `turnstile` goes into the query where bots are checked. */
export interface InputOf<Id extends CallId> {
  readonly params?: FieldsOf<RowOf<Id>['params']>
  readonly query?: FieldsOf<RowOf<Id>['query']> & { readonly turnstile?: string | undefined }
  readonly body?: FieldsOf<RowOf<Id>['body']>
}

/** An answer; what stands beside `data` is there for some calls only. */
export interface Envelope<Data> {
  readonly message: string
  readonly data: Data
  /** Of lists that are bare arrays. */
  readonly total?: number
  /** Where a login elsewhere begins. */
  readonly authorize_url?: string
  /** Where the form of a payment is posted to. */
  readonly url?: string
  /** Of prices: what each group pays, and how the viewer's groups are described. */
  readonly group_ratio?: Readonly<Record<string, number>>
  readonly usable_group?: Readonly<Record<string, string>>
  /** Secret settings, and whether each has a value. */
  readonly secrets?: Readonly<Record<string, boolean>>
}
