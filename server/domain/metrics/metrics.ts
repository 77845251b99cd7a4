/** All metrics, in the order in which they are shown. */
import { CALL_METRICS } from './call-metrics'
import type { Metric } from './metric'
import { MONEY_METRICS } from './money-metrics'
import { PROCESS_METRICS } from './process-metrics'

const ALL = { ...CALL_METRICS, ...MONEY_METRICS, ...PROCESS_METRICS } as const

export type MetricName = keyof typeof ALL

type ValueOfEach<Labels extends readonly string[]> = { readonly [At in keyof Labels]: string }

/** A value for each label of a metric, in their order. */
export type LabelsOf<Name extends MetricName> = ValueOfEach<(typeof ALL)[Name]['labels']>

export const METRICS: Readonly<Record<MetricName, Metric>> = ALL

export function isMetric(name: string): name is MetricName {
  return Object.hasOwn(ALL, name)
}

export const METRIC_NAMES: readonly MetricName[] = Object.keys(ALL).filter(isMetric)
