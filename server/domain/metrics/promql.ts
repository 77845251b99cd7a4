/** Parts of PromQL that rows of metrics are written in. */

/** Grafana's word for a range that fits the resolution of a panel. */
const PANEL_RANGE = '$__rate_interval'

export function rate(series: string, range = PANEL_RANGE): string {
  return `rate(${series}[${range}])`
}

/** `labels` comma separated, "" for none. */
export function sumBy(labels: string, expr: string): string {
  return labels === '' ? `sum(${expr})` : `sum by (${labels}) (${expr})`
}

export function top(expr: string): string {
  return `topk(10, ${expr})`
}

export function increase(series: string, range: string): string {
  return `increase(${series}[${range}])`
}

export function ratio(part: string, whole: string): string {
  return `${part} / ${whole}`
}

/** Parts joined as they stand. */
export function both(one: string, operator: string, other: string): string {
  return `${one} ${operator} ${other}`
}

interface Over {
  readonly by?: string
  readonly range?: string
}

/** Of a histogram. */
export function quantile(share: number, name: string, { by, range }: Over = {}): string {
  const labels = by === undefined ? 'le' : `le, ${by}`
  return `histogram_quantile(${share}, ${sumBy(labels, rate(`${name}_bucket`, range))})`
}
