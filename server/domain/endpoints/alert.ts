/** Alert rules: what somebody is notified of, how they do, and when they fired. */

import { type Static, Type } from '@sinclair/typebox'
import { ALERT_COMPARISONS, ALERT_MEASURES, ALERT_SCOPES } from '../alerts/measures'
import { ALERT_STATES } from '../alerts/state'
import { SEVERITIES } from '../notices/severities'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalFlag,
  OptionalInteger,
  OptionalText,
  oneOf,
  PageQuery,
  pageOf,
} from './endpoint'

const Condition = {
  measure: oneOf(ALERT_MEASURES),
  scope: oneOf(ALERT_SCOPES),
  /** Id, or name of a model or group; "" for each one by itself. */
  subject: Type.String(),
  comparison: oneOf(ALERT_COMPARISONS),
  /** In the unit of the measure: credits of spend and balances, else percent, ms, dollars, … */
  threshold: Type.Number(),
}

const AlertJson = Type.Object({
  id: Type.Integer(),
  /** It comes with the program: `name` is its id. */
  built_in: Type.Boolean(),
  name: Type.String(),
  ...Condition,
  /** What people call the subject. */
  subject_name: Type.String(),
  window_s: Type.Integer(),
  for_s: Type.Integer(),
  min_calls: Type.Integer(),
  severity: oneOf(SEVERITIES),
  enabled: Type.Boolean(),
  /** Whether anybody is notified, in addition to what lists and the overview show. */
  notify: Type.Boolean(),
  /** Seconds after which it is notified again; 0 for never. */
  renotify_s: Type.Integer(),
  /** Whether the status page has an incident while it fires. */
  opens_incident: Type.Boolean(),
  state: oneOf(ALERT_STATES),
  /** Epoch seconds, as the next two; 0 for ok. */
  since: Type.Integer(),
  checked_at: Type.Integer(),
  /** 0 for not at all. */
  silenced_until: Type.Integer(),
  /** The worst value when it was looked at last; null for none. */
  value: Type.Union([Type.Number(), Type.Null()]),
  /** Those that are not ok. */
  subjects: Type.Array(
    Type.Object({
      subject: Type.String(),
      name: Type.String(),
      state: oneOf(ALERT_STATES),
      value: Type.Number(),
      peak: Type.Number(),
      since: Type.Integer(),
    }),
  ),
})

export type AlertJson = Static<typeof AlertJson>

const EXAMPLE: AlertJson = {
  id: 12,
  built_in: false,
  name: 'Claude fails',
  measure: 'error_share',
  scope: 'model',
  subject: 'claude-sonnet-4-5',
  comparison: 'above',
  threshold: 20,
  subject_name: 'claude-sonnet-4-5',
  window_s: 600,
  for_s: 0,
  min_calls: 20,
  severity: 'critical',
  enabled: true,
  notify: true,
  renotify_s: 3600,
  opens_incident: true,
  state: 'firing',
  since: 1_712_800_800,
  checked_at: 1_712_802_000,
  silenced_until: 0,
  value: 41.5,
  subjects: [
    {
      subject: 'claude-sonnet-4-5',
      name: 'claude-sonnet-4-5',
      state: 'firing',
      value: 41.5,
      peak: 63,
      since: 1_712_800_800,
    },
  ],
}

/** Absent: as is usual for the measure; of a rule that is there, as it is. */
const Input = {
  name: OptionalText,
  scope: Type.Optional(Condition.scope),
  /** A number is an id; also the name of a channel or user. */
  subject: OptionalText,
  comparison: Type.Optional(Condition.comparison),
  threshold: Type.Optional(Type.Number()),
  window_s: OptionalInteger,
  for_s: OptionalInteger,
  min_calls: OptionalInteger,
  severity: Type.Optional(AlertJson.properties.severity),
  enabled: OptionalFlag,
  notify: OptionalFlag,
  renotify_s: OptionalInteger,
  opens_incident: OptionalFlag,
}

const PastFiring = {
  subject: Type.String(),
  name: Type.String(),
  from: Type.Integer(),
  /** 0 while it fires. */
  to: Type.Integer(),
  /** Farthest beyond the threshold. */
  peak: Type.Number(),
}

const PreviewJson = Type.Object({
  /** Epoch seconds: what was looked at. */
  from: Type.Integer(),
  to: Type.Integer(),
  /** What is older is counted by the hour. */
  minutes_from: Type.Integer(),
  /** False for what is as it is at the moment: nobody has stored how it was. */
  has_past: Type.Boolean(),
  firings: Type.Array(Type.Object(PastFiring)),
  /** Looked at, and not. */
  subjects: Type.Integer(),
  left_out: Type.Integer(),
  now: Type.Array(
    Type.Object({
      subject: Type.String(),
      name: Type.String(),
      value: Type.Number(),
      is_breach: Type.Boolean(),
    }),
  ),
})

export type AlertPreviewJson = Static<typeof PreviewJson>

const FiringJson = Type.Object({
  id: Type.Integer(),
  rule_id: Type.Integer(),
  /** As the rule was called then, and what else it was. */
  rule_name: Type.String(),
  subject: Type.String(),
  name: Type.String(),
  measure: Type.String(),
  scope: Condition.scope,
  comparison: Condition.comparison,
  severity: AlertJson.properties.severity,
  threshold: Type.Number(),
  /** When it fired. */
  value: Type.Number(),
  peak: Type.Number(),
  /** Epoch seconds, as the next two. */
  from_at: Type.Integer(),
  /** 0 while it fires. */
  until_at: Type.Integer(),
  /** Of the last notice; 0 for none. */
  notified_at: Type.Integer(),
  notices: Type.Integer(),
})

export type AlertFiringJson = Static<typeof FiringJson>

const FIRING: AlertFiringJson = {
  id: 40,
  rule_id: 12,
  rule_name: 'Claude fails',
  subject: 'claude-sonnet-4-5',
  name: 'claude-sonnet-4-5',
  measure: 'error_share',
  scope: 'model',
  comparison: 'above',
  severity: 'critical',
  threshold: 20,
  value: 24.2,
  peak: 63,
  from_at: 1_712_800_800,
  until_at: 1_712_801_700,
  notified_at: 1_712_800_810,
  notices: 1,
}

export const alertEndpoints = [
  endpoint({
    id: 'alert.list',
    method: 'GET',
    path: '/api/alert/',
    role: 'admin',
    heavy: true,
    data: Type.Array(AlertJson),
    summary: 'Lists the alert rules with their state: those of the overview, then your own.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'alert.history',
    method: 'GET',
    path: '/api/alert/history',
    role: 'admin',
    heavy: true,
    query: Type.Composite([PageQuery, Type.Object({ rule: OptionalInteger })]),
    data: pageOf(FiringJson),
    summary: 'Lists when rules fired in the last 90 days, newest first.',
    example: { items: [FIRING], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'alert.preview',
    method: 'POST',
    path: '/api/alert/preview',
    role: 'admin',
    heavy: true,
    reads: true,
    body: Type.Object({ measure: Condition.measure, ...Input }),
    data: PreviewJson,
    summary: 'Tells when a rule would have fired in the last week, and what it finds now.',
    example: {
      from: 1_712_197_200,
      to: 1_712_802_000,
      minutes_from: 1_712_629_200,
      has_past: true,
      firings: [
        {
          subject: 'claude-sonnet-4-5',
          name: 'claude-sonnet-4-5',
          from: 1_712_700_060,
          to: 1_712_701_860,
          peak: 48,
        },
      ],
      subjects: 1,
      left_out: 0,
      now: [
        {
          subject: 'claude-sonnet-4-5',
          name: 'claude-sonnet-4-5',
          value: 41.5,
          is_breach: true,
        },
      ],
    },
  }),
  endpoint({
    id: 'alert.show',
    method: 'GET',
    path: '/api/alert/:id',
    role: 'admin',
    params: IdParams,
    data: AlertJson,
    summary: 'Shows an alert rule with its state.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'alert.create',
    method: 'POST',
    path: '/api/alert/',
    role: 'admin',
    body: Type.Object({ measure: Condition.measure, ...Input }),
    data: AlertJson,
    summary: 'Adds an alert rule; what is left out is as usual for the measure.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'alert.update',
    method: 'PUT',
    path: '/api/alert/:id',
    role: 'admin',
    params: IdParams,
    body: Type.Object({ measure: Type.Optional(Condition.measure), ...Input }),
    data: AlertJson,
    summary: 'Changes an alert rule; what is left out stays.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'alert.silence',
    method: 'POST',
    path: '/api/alert/:id/silence',
    role: 'admin',
    params: IdParams,
    body: Type.Object({ until: Type.Integer({ minimum: 0 }) }),
    data: AlertJson,
    summary: 'Sends no notices of a rule until a time; 0 ends the silence.',
    example: { ...EXAMPLE, silenced_until: 1_712_809_200 },
  }),
  endpoint({
    id: 'alert.remove',
    method: 'DELETE',
    path: '/api/alert/:id',
    role: 'admin',
    params: IdParams,
    data: Nothing,
    summary: 'Removes an alert rule; a rule of the overview gets its defaults back.',
    example: undefined,
  }),
] as const
