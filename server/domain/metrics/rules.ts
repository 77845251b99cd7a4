/** Prometheus's file of alert rules, made from the rows of metrics. */
import { METRIC_NAMES, METRICS } from './metrics'

export function alertRules() {
  const rules = METRIC_NAMES.flatMap((name) => METRICS[name].alerts ?? [])
  return {
    groups: [
      {
        name: 'gw',
        rules: rules.map(({ name: alert, expr, for: held, severity, summary }) => ({
          alert,
          expr,
          for: held,
          labels: { severity },
          annotations: { summary },
        })),
      },
    ],
  }
}
