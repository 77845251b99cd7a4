/** What commands say in Chinese, by what they say in English. */
import type { Texts } from './texts'
import { ZH_ACCOUNTS } from './zh/accounts'
import { ZH_AGENTS } from './zh/agents'
import { ZH_ALERTS } from './zh/alerts'
import { ZH_CALLS } from './zh/calls'
import { ZH_CHANNEL_TYPES } from './zh/channel-types'
import { ZH_CHANNELS } from './zh/channels'
import { ZH_CONTACT_POINTS } from './zh/contact-points'
import { ZH_CONTEXTS } from './zh/contexts'
import { ZH_HEADINGS } from './zh/headings'
import { ZH_INCIDENTS } from './zh/incidents'
import { ZH_INSTALL } from './zh/install'
import { ZH_LIMITS } from './zh/limits'
import { ZH_MANIFESTS } from './zh/manifests'
import { ZH_MESSAGES } from './zh/messages'
import { ZH_METRICS } from './zh/metrics'
import { ZH_NOTES } from './zh/notes'
import { ZH_NOUNS } from './zh/nouns'
import { ZH_OPERATION } from './zh/operation'
import { ZH_OUTPUT } from './zh/output'
import { ZH_PLANS } from './zh/plans'
import { ZH_PRICE_SOURCES } from './zh/price-sources'
import { ZH_PROGRAM } from './zh/program'
import { ZH_PROMO_CODES } from './zh/promo-codes'
import { ZH_UPSTREAM_MODELS } from './zh/upstream-models'
import { ZH_USAGE } from './zh/usage'

export const ZH: Texts = {
  ...ZH_NOUNS,
  ...ZH_PROGRAM,
  ...ZH_OUTPUT,
  ...ZH_ACCOUNTS,
  ...ZH_AGENTS,
  ...ZH_CALLS,
  ...ZH_CHANNEL_TYPES,
  ...ZH_CHANNELS,
  ...ZH_CONTACT_POINTS,
  ...ZH_CONTEXTS,
  ...ZH_OPERATION,
  ...ZH_INSTALL,
  ...ZH_ALERTS,
  ...ZH_LIMITS,
  ...ZH_INCIDENTS,
  ...ZH_PLANS,
  ...ZH_PROMO_CODES,
  ...ZH_PRICE_SOURCES,
  ...ZH_UPSTREAM_MODELS,
  ...ZH_HEADINGS,
  ...ZH_MANIFESTS,
  ...ZH_MESSAGES,
  ...ZH_NOTES,
  ...ZH_METRICS,
  ...ZH_USAGE,
}
