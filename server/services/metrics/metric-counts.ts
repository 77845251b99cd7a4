/**
 * Counters and histograms of this process. An event costs a look into a map for each label; what
 * they come to is put together when somebody asks.
 */

import { type Metric, OTHER_LABEL, slotsOf } from '../../domain/metrics/metric'
import {
  isMetric,
  type LabelsOf,
  METRIC_NAMES,
  METRICS,
  type MetricName,
} from '../../domain/metrics/metrics'

/** A set of labels: its sum, or what a histogram has in each bucket, beyond them, and in sum. */
export interface Series {
  readonly labels: readonly string[]
  readonly values: readonly number[]
}

/** As processes tell each other; names may be of another version. */
export type CountedSeries = readonly [
  name: string,
  labels: readonly string[],
  values: readonly number[],
]

interface Leaf {
  readonly labels: readonly string[]
  readonly values: number[]
}

interface Branch {
  readonly below: Map<string, Branch>
  leaf: Leaf | undefined
}

const NOTHING = { below: new Map<string, Branch>() }

/** One metric with all its sets of labels. */
class Family {
  readonly #metric: Metric
  readonly #root: Branch = { below: new Map(), leaf: undefined }
  readonly #leaves: Leaf[] = []

  constructor(metric: Metric) {
    this.#metric = metric
  }

  add(labels: readonly string[], value: number): void {
    const { values } = this.#leaf(labels)
    values[0] = (values[0] ?? 0) + value
  }

  observe(labels: readonly string[], value: number): void {
    const { values } = this.#leaf(labels)
    const { buckets = [] } = this.#metric
    let slot = 0
    while (slot < buckets.length && value > (buckets[slot] ?? 0)) slot += 1
    values[slot] = (values[slot] ?? 0) + 1
    const sum = buckets.length + 1
    values[sum] = (values[sum] ?? 0) + value
  }

  merge(labels: readonly string[], added: readonly number[]): void {
    if (labels.length !== this.#metric.labels.length) return
    const { values } = this.#leaf(labels)
    if (added.length !== values.length) return
    for (const [slot, value] of added.entries()) values[slot] = (values[slot] ?? 0) + value
  }

  series(): readonly Series[] {
    return this.#leaves
  }

  /** What was counted since it was last taken; sets of labels are kept, to stay within bounds. */
  take(): readonly Series[] {
    const counted = this.#leaves.filter(({ values }) => values.some((value) => value !== 0))
    const taken = counted.map(({ labels, values }) => ({ labels, values: [...values] }))
    for (const { values } of counted) values.fill(0)
    return taken
  }

  #leaf(labels: readonly string[]): Leaf {
    let at: Branch | undefined = this.#root
    for (const label of labels) at = (at ?? NOTHING).below.get(label)
    return at?.leaf ?? this.#newLeaf(labels)
  }

  #newLeaf(labels: readonly string[]): Leaf {
    const { labels: names, few = [], most = Number.POSITIVE_INFINITY } = this.#metric
    const isFull = this.#leaves.length >= most
    const bounded = isFull
      ? labels.map((label, at) => (few.includes(names[at] ?? '') ? label : OTHER_LABEL))
      : labels
    let at = this.#root
    for (const label of bounded) {
      const next = at.below.get(label) ?? { below: new Map(), leaf: undefined }
      at.below.set(label, next)
      at = next
    }
    if (at.leaf !== undefined) return at.leaf
    const values = new Array<number>(slotsOf(this.#metric)).fill(0)
    at.leaf = { labels: [...bounded], values }
    this.#leaves.push(at.leaf)
    return at.leaf
  }
}

export class MetricCounts {
  readonly #families = new Map<string, Family>(
    METRIC_NAMES.map((name) => [name, new Family(METRICS[name])]),
  )

  add<Name extends MetricName>(name: Name, labels: LabelsOf<Name>, value: number): void {
    this.#families.get(name)?.add(labels, value)
  }

  observe<Name extends MetricName>(name: Name, labels: LabelsOf<Name>, value: number): void {
    this.#families.get(name)?.observe(labels, value)
  }

  series(name: MetricName): readonly Series[] {
    return this.#families.get(name)?.series() ?? []
  }

  /** What another process has counted. */
  merge(counted: readonly CountedSeries[]): void {
    for (const [name, labels, values] of counted) {
      if (isMetric(name)) this.#families.get(name)?.merge(labels, values)
    }
  }

  take(): readonly CountedSeries[] {
    return [...this.#families].flatMap(([name, family]) =>
      family.take().map(({ labels, values }): CountedSeries => [name, labels, values]),
    )
  }
}
