import type { Generated } from 'kysely'
import type { AlertComparison, AlertScope } from '../../server/domain/alerts/measures'
import type { Severity } from '../../server/domain/notices/severities'

/** What somebody is notified of. Times are epoch seconds, as on the wire. */
export interface AlertRulesTable {
  id: Generated<number>
  /** Of a rule that comes with the program: its name for ever; "" for others. */
  built_in: Generated<string>
  name: string
  /** One that a later version may not know any more. */
  measure: string
  scope: AlertScope
  /** Id, or name of a model or group; "" for each one by itself. */
  subject: Generated<string>
  comparison: AlertComparison
  threshold: number
  severity: Severity
  enabled: Generated<0 | 1>
  notify: Generated<0 | 1>
  opens_incident: Generated<0 | 1>
  window_s: Generated<number>
  for_s: Generated<number>
  min_calls: Generated<number>
  renotify_s: Generated<number>
  /** 0 for not at all. */
  silenced_until: Generated<number>
  /** When it was looked at last, and the worst value then; null for none. */
  checked_at: Generated<number>
  value: number | null
  /** Epoch milliseconds, as the next. */
  created_at: Generated<number>
  updated_at: Generated<number>
}

/** Subjects of rules that are not ok. Times are epoch seconds. */
export interface AlertStatesTable {
  rule_id: number
  subject: string
  name: string
  state: 'pending' | 'firing'
  value: number
  peak: number
  since_at: number
  /** 0 while it is not clear. */
  clear_since: number
  /** 0 while it is pending. */
  firing_id: number
}

/** Every time that a rule fired, as the rule was then. Times are epoch seconds. */
export interface AlertFiringsTable {
  id: Generated<number>
  rule_id: number
  rule_name: string
  subject: string
  name: string
  measure: string
  scope: AlertScope
  comparison: AlertComparison
  severity: Severity
  threshold: number
  /** When it fired, and farthest beyond the threshold. */
  value: number
  peak: number
  from_at: number
  /** 0 while it fires. */
  until_at: Generated<number>
  /** Of the last notice; 0 for none. */
  notified_at: Generated<number>
  notices: Generated<number>
  /** 0 until its end was notified; -1 when nobody is to be notified. */
  recovery_notified_at: Generated<number>
}
