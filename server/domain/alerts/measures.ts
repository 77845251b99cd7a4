/**
 * What alert rules watch, a row per measure. Forms, commands, notices, the evaluator and the
 * preview derive from these rows, in their order.
 */
import type { MatterKind } from '../attention'
import { HOUR } from '../logs/rollups'

export const ALERT_SCOPES = ['site', 'channel', 'model', 'group', 'user', 'token'] as const
export type AlertScope = (typeof ALERT_SCOPES)[number]

/** `credits` are shown in dollars; thresholds of the others are in the unit itself. */
export type AlertUnit =
  | 'percent'
  | 'ms'
  | 'per_minute'
  | 'credits'
  | 'times'
  | 'usd'
  | 'seconds'
  | 'days'
  | 'count'

export const ALERT_COMPARISONS = ['above', 'below'] as const
export type AlertComparison = (typeof ALERT_COMPARISONS)[number]

/**
 * `counted`: out of the counts of calls within a window. `state`: as it is at the moment.
 * `matter`: found by the overview, where a rule says whether and from when on it is shown.
 */
type AlertSource = 'counted' | 'state' | 'matter'

export interface AlertMeasureRow {
  readonly source: AlertSource
  readonly unit: AlertUnit
  readonly scopes: readonly AlertScope[]
  /** The first is usual. */
  readonly comparisons: readonly AlertComparison[]
  /** What a new rule has; `undefined` where the measure itself says what is wrong. */
  readonly threshold: number | undefined
  /** Seconds that a new rule looks at; 0 of what has no window. */
  readonly windowS: number
  /** Of fewer calls within the window nothing is said. 0 where any number says something. */
  readonly minCalls: number
  /** Without calls it is 0, which is below a threshold: then one subject must be named. */
  readonly countsSilence?: true
  /** Of one named subject only: there are too many to look at each. */
  readonly needsSubject?: true
  /** What customers may read of it on the status page. */
  readonly isForCustomers?: true
  /** Seconds between two readings of what is dear to read. */
  readonly restS: number
}

const EVERYTHING = ALERT_SCOPES
const ABOVE = ['above'] as const
const BELOW = ['below'] as const
const FEW_CALLS = 20
const OFTEN = 0

const COUNTED = {
  source: 'counted',
  scopes: EVERYTHING,
  windowS: 600,
  minCalls: 0,
  restS: OFTEN,
} as const
const BY_THE_HOUR = { ...COUNTED, windowS: 3600 } as const
const STATE = { source: 'state', windowS: 0, minCalls: 0, restS: OFTEN } as const
const SELDOM_S = 60
/** The overview reads all its matters at once. */
const MATTER = {
  source: 'matter',
  comparisons: ABOVE,
  windowS: 0,
  minCalls: 0,
  restS: 15,
} as const
const OF_CHANNEL = { ...MATTER, scopes: ['channel'], unit: 'count', threshold: undefined } as const

const MATTERS = {
  channel_down: OF_CHANNEL,
  channel_off: OF_CHANNEL,
  channel_failing: { ...OF_CHANNEL, unit: 'percent', threshold: 50 },
  token_spends: { ...MATTER, scopes: ['token'], unit: 'times', threshold: 5 },
  channel_disabled: OF_CHANNEL,
  model_unserved: {
    ...MATTER,
    scopes: ['model'],
    unit: 'count',
    threshold: undefined,
    isForCustomers: true,
  },
  model_unpriced: { ...MATTER, scopes: ['model'], unit: 'count', threshold: undefined },
  channel_balance: { ...OF_CHANNEL, unit: 'usd', comparisons: BELOW, threshold: 1 },
  upstream_models: OF_CHANNEL,
  channel_recovered: OF_CHANNEL,
} as const satisfies Readonly<Record<MatterKind, AlertMeasureRow>>

const ROWS = {
  error_share: {
    ...COUNTED,
    unit: 'percent',
    comparisons: ABOVE,
    threshold: 20,
    minCalls: FEW_CALLS,
    isForCustomers: true,
  },
  first_byte_p95: {
    ...COUNTED,
    unit: 'ms',
    comparisons: ABOVE,
    threshold: 5000,
    minCalls: FEW_CALLS,
    isForCustomers: true,
  },
  calls_per_minute: {
    ...COUNTED,
    unit: 'per_minute',
    comparisons: ALERT_COMPARISONS,
    threshold: 1000,
    countsSilence: true,
  },
  refusals_per_minute: { ...COUNTED, unit: 'per_minute', comparisons: ABOVE, threshold: 10 },
  spend_per_hour: {
    ...BY_THE_HOUR,
    unit: 'credits',
    comparisons: ABOVE,
    threshold: 5_000_000,
  },
  spend_times_usual: { ...BY_THE_HOUR, unit: 'times', comparisons: ABOVE, threshold: 3 },
  cache_share: {
    ...COUNTED,
    unit: 'percent',
    comparisons: BELOW,
    threshold: 20,
    minCalls: FEW_CALLS,
  },
  upstream_balance: {
    ...STATE,
    unit: 'usd',
    scopes: ['channel'],
    comparisons: BELOW,
    threshold: 10,
  },
  account_balance: {
    ...STATE,
    unit: 'credits',
    scopes: ['user'],
    comparisons: BELOW,
    threshold: 2_500_000,
    needsSubject: true,
  },
  channel_out: {
    ...STATE,
    unit: 'seconds',
    scopes: ['channel'],
    comparisons: ABOVE,
    threshold: 300,
  },
  token_expiry: {
    ...STATE,
    unit: 'days',
    scopes: ['token'],
    comparisons: BELOW,
    threshold: 7,
    restS: SELDOM_S,
  },
  certificate_expiry: {
    ...STATE,
    unit: 'days',
    scopes: ['site', 'channel'],
    comparisons: BELOW,
    threshold: 14,
    restS: HOUR,
  },
  job_age: { ...STATE, unit: 'seconds', scopes: ['site'], comparisons: ABOVE, threshold: 3600 },
  settlements_waiting: {
    ...STATE,
    unit: 'count',
    scopes: ['site'],
    comparisons: ABOVE,
    threshold: 0,
  },
  ...MATTERS,
} as const satisfies Readonly<Record<string, AlertMeasureRow>>

export type AlertMeasure = keyof typeof ROWS

export const MEASURE_ROWS: Readonly<Record<AlertMeasure, AlertMeasureRow>> = ROWS

/** Those that incidents of the status page report. */
export type CustomerMeasure = {
  [Name in AlertMeasure]: (typeof ROWS)[Name] extends { readonly isForCustomers: true }
    ? Name
    : never
}[AlertMeasure]

export type CountedMeasure = {
  [Name in AlertMeasure]: (typeof ROWS)[Name]['source'] extends 'counted' ? Name : never
}[AlertMeasure]
export type StateMeasure = {
  [Name in AlertMeasure]: (typeof ROWS)[Name]['source'] extends 'state' ? Name : never
}[AlertMeasure]

/** Those that an operator writes rules of, then those of the overview. */
export const ALERT_MEASURES: readonly AlertMeasure[] = [
  ...namesOf('counted'),
  ...namesOf('state'),
  ...namesOf('matter'),
]

function namesOf(source: AlertSource): readonly AlertMeasure[] {
  const names = Object.keys(ROWS).filter(isAlertMeasure)
  return names.filter((name) => MEASURE_ROWS[name].source === source)
}

export function isAlertMeasure(name: string): name is AlertMeasure {
  return Object.hasOwn(ROWS, name)
}

export function isMatter(measure: AlertMeasure): measure is MatterKind {
  return MEASURE_ROWS[measure].source === 'matter'
}

/** Of the site or of a model: nothing else is on the status page. */
export function canOpenIncident(measure: AlertMeasure, scope: AlertScope): boolean {
  return MEASURE_ROWS[measure].isForCustomers === true && (scope === 'site' || scope === 'model')
}

export function isCounted(measure: AlertMeasure): measure is CountedMeasure {
  return MEASURE_ROWS[measure].source === 'counted'
}

export function isState(measure: AlertMeasure): measure is StateMeasure {
  return MEASURE_ROWS[measure].source === 'state'
}
