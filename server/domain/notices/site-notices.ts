/** Types of notices that contact points receive, and how much each matters unless it says. */
import type { Severity } from './severities'

export const SITE_NOTICES = {
  alert: 'warning',
  channel_update: 'warning',
  channel_test: 'info',
  limit_used: 'warning',
  price_update: 'warning',
  proxy_unknown: 'warning',
} as const satisfies Readonly<Record<string, Severity>>

export type SiteNotice = keyof typeof SITE_NOTICES

export const SITE_NOTICE_TYPES = Object.keys(SITE_NOTICES).filter(isSiteNotice)

export function isSiteNotice(type: string): type is SiteNotice {
  return Object.hasOwn(SITE_NOTICES, type)
}
