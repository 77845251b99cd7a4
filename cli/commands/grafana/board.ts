import { grafanaBoard } from '../../../server/domain/metrics/board'
import { defineCommand } from '../../command/command'

export const grafanaBoardCommand = defineCommand({
  path: ['grafana', 'board'],
  clientSide: true,
  summary: 'print a Grafana dashboard of the metrics, as JSON to import',
  flags: {
    title: { kind: 'text', value: 'TITLE', summary: 'title of the dashboard (default gw)' },
  },
  examples: ['gw grafana board > gw-board.json', 'gw grafana board --title "AI gateway"'],
  run: async ({ output }, { flags }) => {
    output.write(`${JSON.stringify(grafanaBoard(flags.title ?? 'gw'), null, 2)}\n`)
  },
})
