/** The tables of the manual that follow from the rows of metrics. */
import { METRIC_NAMES, METRICS } from '../../server/domain/metrics/metrics'
import type { Table } from './manual-table'

export function metricTable(): Table {
  const rows = METRIC_NAMES.map((name) => {
    const { kind, labels, most, help, by } = METRICS[name]
    const setting = by === undefined ? '' : ` With \`GW_METRICS_BY=${by}\`.`
    const labelNames = labels.map((label) => `\`${label}\``).join(', ')
    return [`\`${name}\``, kind, labelNames, most === undefined ? '' : String(most), help + setting]
  })
  return { head: ['metric', 'kind', 'labels', 'label sets', 'meaning'], rows, notes: [] }
}

export function alertTable(): Table {
  const rules = METRIC_NAMES.flatMap((name) => METRICS[name].alerts ?? [])
  const rows = rules.map((rule) => [
    `\`${rule.name}\``,
    rule.severity,
    rule.for,
    `\`${rule.expr}\``,
  ])
  return { head: ['alert', 'severity', 'holds for', 'condition'], rows, notes: [] }
}
