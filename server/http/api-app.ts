/** The management API: every list of routes. */

import { accessTokenRoutes } from './api/access-token'
import { accountRoutes } from './api/account'
import { alertRoutes } from './api/alert'
import { auditRoutes } from './api/audit'
import { billRoutes } from './api/bill'
import { channelRoutes } from './api/channel'
import { chartRoutes } from './api/chart'
import { commandRoutes } from './api/command'
import { contactPointRoutes } from './api/contact-point'
import { dashboardRoutes } from './api/dashboard'
import { deviceLoginRoutes } from './api/device-login'
import { documentRoutes } from './api/document'
import { drawingRoutes } from './api/drawing'
import { financeRoutes } from './api/finance'
import { groupRoutes } from './api/group'
import { identityProviderRoutes } from './api/identity-provider'
import { incidentRoutes } from './api/incident'
import { invoiceRoutes } from './api/invoice'
import { limitRoutes } from './api/limit'
import { liveRoutes } from './api/live'
import { logRoutes } from './api/log'
import { modelRoutes } from './api/model'
import { nodeRoutes } from './api/node'
import { noticeRoutes } from './api/notice'
import { oauthRoutes } from './api/oauth'
import { optionRoutes } from './api/option'
import { orderRoutes } from './api/order'
import { organisationRoutes } from './api/organisation'
import { overviewRoutes } from './api/overview'
import { paymentRoutes } from './api/payment'
import { planRoutes } from './api/plan'
import { priceRoutes } from './api/price'
import { priceSourceRoutes } from './api/price-source'
import { pricingRoutes } from './api/pricing'
import { promoCodeRoutes } from './api/promo-code'
import { readRoutes } from './api/read'
import { receiptRoutes } from './api/receipt'
import { redemptionRoutes } from './api/redemption'
import { roleRoutes } from './api/role'
import { routeRoutes } from './api/route'
import { secondFactorRoutes } from './api/second-factor'
import { sessionRoutes } from './api/session'
import { statsRoutes } from './api/stats'
import { statusRoutes } from './api/status'
import { statusPageRoutes } from './api/status-page'
import { taskRoutes } from './api/task'
import { tokenRoutes } from './api/token'
import { upstreamModelRoutes } from './api/upstream-model'
import { usageRoutes } from './api/usage'
import { userRoutes } from './api/user'
import type { ApiEdge } from './api-edge'
import type { Route } from './handlers'
import { mcpApp } from './mcp/mcp-app'
import { mount } from './mount'

const ROUTES: readonly Route[] = [
  ...accessTokenRoutes,
  ...alertRoutes,
  ...billRoutes,
  ...financeRoutes,
  ...channelRoutes,
  ...chartRoutes,
  ...commandRoutes,
  ...contactPointRoutes,
  ...deviceLoginRoutes,
  ...documentRoutes,
  ...groupRoutes,
  ...identityProviderRoutes,
  ...modelRoutes,
  ...nodeRoutes,
  ...noticeRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...oauthRoutes,
  ...orderRoutes,
  ...invoiceRoutes,
  ...organisationRoutes,
  ...planRoutes,
  ...roleRoutes,
  ...routeRoutes,
  ...secondFactorRoutes,
  ...sessionRoutes,
  ...statsRoutes,
  ...usageRoutes,
  ...statusRoutes,
  ...statusPageRoutes,
  ...incidentRoutes,
  ...tokenRoutes,
  ...dashboardRoutes,
  ...drawingRoutes,
  ...limitRoutes,
  ...liveRoutes,
  ...logRoutes,
  ...optionRoutes,
  ...overviewRoutes,
  ...paymentRoutes,
  ...priceRoutes,
  ...priceSourceRoutes,
  ...upstreamModelRoutes,
  ...pricingRoutes,
  ...readRoutes,
  ...receiptRoutes,
  ...redemptionRoutes,
  ...promoCodeRoutes,
  ...taskRoutes,
  ...userRoutes,
]

export function apiApp(edge: ApiEdge) {
  const { app, inner } = mount(edge, ROUTES)
  return app.use(mcpApp(edge, inner))
}
