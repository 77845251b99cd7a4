/** What customers see of how the site does. */
import { boolean, integer, number, secret, section } from './option'

export const statusPageOptions = section('status_page', {
  StatusPageEnabled: boolean(false, { status: 'status_page_enabled' }),
  StatusPageGroupsEnabled: boolean(false),
  StatusPageWindowMinutes: integer({ default: 30, min: 5, max: 720 }),
  StatusPageMinCalls: integer({ default: 3, min: 1, max: 1000 }),
  /** Percent of calls that were answered. */
  StatusPageDegradedPercent: number({ default: 99, min: 0, max: 100 }),
  StatusPageOutagePercent: number({ default: 50, min: 0, max: 100 }),
  /** The token in it lets anybody report for this site. */
  UptimeKumaPushUrl: secret(),
})
