/** Every call of the management API. */

import { accessTokenEndpoints } from './access-token'
import { accountEndpoints } from './account'
import { alertEndpoints } from './alert'
import { auditEndpoints } from './audit'
import { billEndpoints } from './bill'
import { channelEndpoints } from './channel'
import { chartEndpoints } from './chart'
import { commandEndpoints } from './command'
import { contactPointEndpoints } from './contact-point'
import { dashboardEndpoints } from './dashboard'
import { deviceLoginEndpoints } from './device-login'
import { documentEndpoints } from './document'
import { drawingEndpoints } from './drawing'
import type { Endpoint } from './endpoint'
import { financeEndpoints } from './finance'
import { groupEndpoints } from './group'
import { identityProviderEndpoints } from './identity-provider'
import { incidentEndpoints } from './incident'
import { invoiceEndpoints } from './invoice'
import { limitEndpoints } from './limit'
import { liveEndpoints } from './live'
import { logEndpoints } from './log'
import { modelEndpoints } from './model'
import { nodeEndpoints } from './node'
import { noticeEndpoints } from './notice'
import { oauthEndpoints } from './oauth'
import { optionEndpoints } from './option'
import { orderEndpoints } from './order'
import { organisationEndpoints } from './organisation'
import { overviewEndpoints } from './overview'
import { paymentEndpoints } from './payment'
import { planEndpoints } from './plan'
import { priceEndpoints } from './price'
import { priceSourceEndpoints } from './price-source'
import { pricingEndpoints } from './pricing'
import { promoCodeEndpoints } from './promo-code'
import { readEndpoints } from './read'
import { receiptEndpoints } from './receipt'
import { redemptionEndpoints } from './redemption'
import { roleEndpoints } from './role'
import { routeEndpoints } from './route'
import { secondFactorEndpoints } from './second-factor'
import { sessionEndpoints } from './session'
import { statsEndpoints } from './stats'
import { statusEndpoints } from './status'
import { statusPageEndpoints } from './status-page'
import { taskEndpoints } from './task'
import { tokenEndpoints } from './token'
import { upstreamModelEndpoints } from './upstream-model'
import { usageEndpoints } from './usage'
import { userEndpoints } from './user'

const ROWS = [
  ...accessTokenEndpoints,
  ...billEndpoints,
  ...channelEndpoints,
  ...chartEndpoints,
  ...commandEndpoints,
  ...contactPointEndpoints,
  ...deviceLoginEndpoints,
  ...documentEndpoints,
  ...financeEndpoints,
  ...groupEndpoints,
  ...alertEndpoints,
  ...limitEndpoints,
  ...modelEndpoints,
  ...nodeEndpoints,
  ...noticeEndpoints,
  ...accountEndpoints,
  ...auditEndpoints,
  ...oauthEndpoints,
  ...identityProviderEndpoints,
  ...orderEndpoints,
  ...invoiceEndpoints,
  ...organisationEndpoints,
  ...planEndpoints,
  ...roleEndpoints,
  ...routeEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...statsEndpoints,
  ...statusEndpoints,
  ...statusPageEndpoints,
  ...incidentEndpoints,
  ...tokenEndpoints,
  ...usageEndpoints,
  ...userEndpoints,
  ...dashboardEndpoints,
  ...drawingEndpoints,
  ...liveEndpoints,
  ...logEndpoints,
  ...optionEndpoints,
  ...overviewEndpoints,
  ...paymentEndpoints,
  ...priceEndpoints,
  ...priceSourceEndpoints,
  ...upstreamModelEndpoints,
  ...pricingEndpoints,
  ...readEndpoints,
  ...receiptEndpoints,
  ...redemptionEndpoints,
  ...promoCodeEndpoints,
  ...taskEndpoints,
] as const

export type EndpointRow = (typeof ROWS)[number]

export const ENDPOINTS: readonly Endpoint[] = ROWS
