/** What one process of a gateway measures, as it reports it to the one that answers scrapes. */
import type { LabelsOf, MetricName } from '../../domain/metrics/metrics'
import type { CountedSeries } from './metric-counts'

export type Reading = readonly [name: string, labels: readonly string[], value: number]

export interface ProcessReport {
  /** Since the last report. */
  readonly counts: readonly CountedSeries[]
  /** As they are now. */
  readonly readings: readonly Reading[]
}

export function reading<Name extends MetricName>(
  name: Name,
  labels: LabelsOf<Name>,
  value: number,
): Reading {
  return [name, labels, value]
}
