/** Every screen, in the order of the menu. The first is shown at the start. */

import type { Screen } from '../screen'
import { alertScreen } from './alerts'
import { auditScreen } from './audit'
import { channelScreen } from './channels'
import { contactPointScreen } from './contact-points'
import { dashboardScreen } from './dashboard/DashboardScreen'
import { drawingScreen } from './drawings'
import { groupScreen } from './groups'
import { incidentScreen } from './incidents'
import { invoiceScreen } from './invoices'
import { limitScreen } from './limits'
import { logScreen } from './logs'
import { nodeScreen } from './nodes'
import { noticeScreen } from './notices'
import { nowScreen } from './now/NowScreen'
import { optionScreen } from './options'
import { orderScreen } from './orders'
import { organisationScreen } from './organisations'
import { priceScreen } from './prices'
import { promoCodeScreen } from './promo-codes'
import { redemptionScreen } from './redemptions'
import { subscriptionScreen } from './subscriptions'
import { taskScreen } from './tasks'
import { tokenScreen } from './tokens'
import { upstreamModelScreen } from './upstream-models'
import { userScreen } from './users'

export const SCREENS: readonly Screen[] = [
  nowScreen,
  dashboardScreen,
  tokenScreen,
  userScreen,
  organisationScreen,
  channelScreen,
  redemptionScreen,
  promoCodeScreen,
  logScreen,
  groupScreen,
  limitScreen,
  priceScreen,
  optionScreen,
  auditScreen,
  upstreamModelScreen,
  alertScreen,
  noticeScreen,
  contactPointScreen,
  incidentScreen,
  subscriptionScreen,
  orderScreen,
  invoiceScreen,
  drawingScreen,
  taskScreen,
  nodeScreen,
]
