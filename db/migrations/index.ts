/** Every migration in order; a static list, so that the compiled binary carries them. */

import type { Migration } from '../migration'
import { baseline } from './0001-baseline'
import { notices } from './0002-notices'
import { leases } from './0003-leases'
import { ordersAndLogIndexes } from './0004-orders-and-log-indexes'
import { modelsInTheLogIndex } from './0005-models-in-the-log-index'
import { sealedProxies } from './0006-sealed-proxies'
import { outbox } from './0007-outbox'
import { prices } from './0008-prices'
import { holders } from './0009-holders'
import { owned } from './0010-owned'
import { jobs } from './0011-jobs'
import { rollups } from './0012-rollups'
import { callsOfARow } from './0013-calls-of-a-row'
import { limits } from './0014-limits'
import { channelKeys } from './0015-channel-keys'
import { lastUse } from './0016-last-use'
import { listIndexes } from './0017-list-indexes'
import { storedResponses } from './0018-stored-responses'
import { receiptLinks } from './0019-receipt-links'
import { responseState } from './0020-response-state'
import { chargedRollups } from './0021-charged-rollups'
import { idempotencyKeys } from './0022-idempotency-keys'
import { usageFacts } from './0023-usage-facts'
import { charts } from './0024-charts'
import { changeCount } from './0025-change-count'
import { nodes } from './0026-nodes'
import { channelUsage } from './0027-channel-usage'
import { eventCounts } from './0028-event-counts'
import { additiveMigrations } from './0029-additive-migrations'
import { logShipping } from './0030-log-shipping'
import { channelUsageIndex } from './0031-channel-usage-index'
import { secondFactors } from './0032-second-factors'
import { accessTokenScopes } from './0033-access-token-scopes'
import { frozenTokens } from './0034-frozen-tokens'
import { organisations } from './0035-organisations'
import { auditChain } from './0036-audit-chain'
import { receiptRevocations } from './0037-receipt-revocations'
import { bans } from './0038-bans'
import { tags } from './0039-tags'
import { identityProviders } from './0040-identity-providers'
import { frozenChannels } from './0041-frozen-channels'
import { appliedFields } from './0042-applied-fields'
import { deviceLogins } from './0043-device-logins'
import { contactPoints } from './0044-contact-points'
import { runningJobs } from './0045-running-jobs'
import { plans } from './0046-plans'
import { statusPage } from './0047-status-page'
import { alerts } from './0048-alerts'
import { paymentStates } from './0049-payment-states'
import { priceSources } from './0050-price-sources'
import { logMonths } from './0051-log-months'
import { planCodes } from './0052-plan-codes'
import { promotion } from './0053-promotion'
import { invoices } from './0054-invoices'
import { promoCodes } from './0055-promo-codes'
import { rewardMarks } from './0056-reward-marks'
import { logAway } from './0057-log-away'
import { upstreamModels } from './0058-upstream-models'
import { terms } from './0059-terms'
import { modelLengths } from './0060-model-lengths'
import { inviteShares } from './0061-invite-shares'
import { recurringPayments } from './0062-recurring-payments'
import { valkeyPermit } from './0063-valkey-permit'

export const MIGRATIONS: readonly Migration[] = [
  baseline,
  notices,
  leases,
  ordersAndLogIndexes,
  modelsInTheLogIndex,
  sealedProxies,
  outbox,
  prices,
  holders,
  owned,
  jobs,
  rollups,
  callsOfARow,
  limits,
  channelKeys,
  lastUse,
  listIndexes,
  storedResponses,
  receiptLinks,
  responseState,
  chargedRollups,
  idempotencyKeys,
  usageFacts,
  charts,
  changeCount,
  nodes,
  channelUsage,
  eventCounts,
  additiveMigrations,
  logShipping,
  channelUsageIndex,
  secondFactors,
  accessTokenScopes,
  frozenTokens,
  organisations,
  auditChain,
  receiptRevocations,
  bans,
  tags,
  identityProviders,
  frozenChannels,
  appliedFields,
  deviceLogins,
  contactPoints,
  runningJobs,
  plans,
  statusPage,
  alerts,
  paymentStates,
  priceSources,
  logMonths,
  planCodes,
  promotion,
  invoices,
  promoCodes,
  rewardMarks,
  logAway,
  upstreamModels,
  terms,
  modelLengths,
  inviteShares,
  recurringPayments,
  valkeyPermit,
]
