import { stringify } from 'yaml'
import { alertRules } from '../../../server/domain/metrics/rules'
import { defineCommand } from '../../command/command'

export const grafanaRules = defineCommand({
  path: ['grafana', 'rules'],
  clientSide: true,
  summary: 'print alert rules for Prometheus, as YAML for rule_files',
  examples: ['gw grafana rules > gw-rules.yml'],
  run: async ({ output }) => {
    output.write(stringify(alertRules(), { lineWidth: 0 }))
  },
})
