/**
 * A row is all there is to a metric: `/metrics`, the manual, Grafana's board and the alert rules
 * are made from it.
 */

export const METRIC_KINDS = ['counter', 'gauge', 'histogram'] as const
export type MetricKind = (typeof METRIC_KINDS)[number]

export interface Metric {
  readonly kind: MetricKind
  readonly help: string
  readonly labels: readonly string[]
  /** So many sets of labels are counted apart; all further ones as `other`. */
  readonly most?: number
  /** Of its labels: those of few values, which are never counted as `other`. */
  readonly few?: readonly string[]
  /** Counted in whole units of which so many are one: credits, where dollars are shown. */
  readonly per?: number
  /** Upper bounds, in seconds. */
  readonly buckets?: readonly number[]
  /** Only where GW_METRICS_BY asks for it. */
  readonly by?: MetricsBy
  readonly panels?: readonly Panel[]
  readonly alerts?: readonly AlertRule[]
}

/** Counts by whoever calls are kept on request only: there may be many of them. */
export const METRICS_BY = ['user', 'token'] as const
export type MetricsBy = (typeof METRICS_BY)[number]

/** Of Grafana. */
export type PanelUnit = 'reqps' | 's' | 'currencyUSD' | 'short' | 'percentunit' | 'bytes' | 'ops'

export interface Panel {
  readonly row: PanelRow
  readonly title: string
  readonly unit: PanelUnit
  readonly queries: readonly Query[]
}

export const PANEL_ROWS = ['Calls', 'Upstreams', 'Money', 'Gateway'] as const
export type PanelRow = (typeof PANEL_ROWS)[number]

export interface Query {
  /** PromQL; Grafana puts a range in the place of `$__rate_interval`. */
  readonly expr: string
  /** Empty for the labels of the series themselves. */
  readonly legend?: string
}

export interface AlertRule {
  readonly name: string
  readonly expr: string
  /** How long it has to hold. */
  readonly for: string
  readonly severity: 'critical' | 'warning'
  readonly summary: string
}

/** In the place of labels that are not counted apart. */
export const OTHER_LABEL = 'other'

/** Beyond each of its bounds, and all in sum: what a histogram has of every set of labels. */
export function slotsOf({ buckets }: Metric): number {
  return buckets === undefined ? 1 : buckets.length + 2
}
