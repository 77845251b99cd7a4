/** Every noun that is shown in lists. */
import { anyTokenResource } from './any-tokens'
import { auditResource } from './audit'
import { channelResource } from './channels'
import { drawingResource } from './drawings'
import { invoiceResource } from './invoices'
import { logResource } from './logs'
import { noticeResource } from './notices'
import { optionResource } from './options'
import { orderResource } from './orders'
import { priceResource } from './prices'
import { redemptionResource } from './redemptions'
import type { TitleKey } from './resource'
import { taskResource } from './tasks'
import { tokenResource } from './tokens'
import { upstreamModelResource } from './upstream-models'
import { userResource } from './users'

export const RESOURCES = {
  channel: channelResource,
  token: tokenResource,
  any_token: anyTokenResource,
  user: userResource,
  log: logResource,
  redemption: redemptionResource,
  option: optionResource,
  audit: auditResource,
  notice: noticeResource,
  drawing: drawingResource,
  task: taskResource,
  order: orderResource,
  invoice: invoiceResource,
  price: priceResource,
  upstream_model: upstreamModelResource,
}

export type ResourceName = keyof typeof RESOURCES

/** Dictionary key of any column title. */
export type FieldKey = TitleKey<(typeof RESOURCES)[ResourceName]>
