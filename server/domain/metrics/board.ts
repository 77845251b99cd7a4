/** Grafana's board: a panel for each that the rows of metrics have, below the title of its row. */

import { PANEL_ROWS, type Panel, type Query } from './metric'
import { METRIC_NAMES, METRICS } from './metrics'

/** Of the model of dashboards that Grafana 10 and later read. */
const SCHEMA_VERSION = 39
const COLUMNS = 24
const PANEL = { w: COLUMNS / 3, h: 8 } as const
const DATASOURCE = { type: 'prometheus', uid: '$datasource' } as const

type GridPosition = Readonly<Record<'x' | 'y' | 'w' | 'h', number>>

export function grafanaBoard(title: string) {
  return {
    uid: 'gw-overview',
    title,
    tags: ['gw'],
    timezone: 'browser',
    editable: true,
    schemaVersion: SCHEMA_VERSION,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [datasourceVariable(), instanceVariable()] },
    panels: placedPanels(),
  } as const
}

function datasourceVariable() {
  return {
    name: 'datasource',
    type: 'datasource',
    label: 'Prometheus',
    query: 'prometheus',
  } as const
}

function instanceVariable() {
  const definition = 'label_values(gw_build_info, instance)'
  return {
    name: 'instance',
    type: 'query',
    label: 'Gateway',
    datasource: DATASOURCE,
    definition,
    query: { query: definition, refId: 'instances' },
    refresh: 2,
    multi: true,
    includeAll: true,
    allValue: '.*',
    current: { text: 'All', value: '$__all' },
  } as const
}

function placedPanels() {
  const all = METRIC_NAMES.flatMap((name) => METRICS[name].panels ?? [])
  const placed = []
  let id = 0
  let y = 0
  for (const row of PANEL_ROWS) {
    id += 1
    placed.push(rowPanel(id, row, y))
    y += 1
    const own = all.filter((panel) => panel.row === row)
    for (const [index, panel] of own.entries()) {
      id += 1
      const x = (index * PANEL.w) % COLUMNS
      const line = Math.floor((index * PANEL.w) / COLUMNS)
      placed.push(graphPanel(id, panel, { x, y: y + line * PANEL.h, ...PANEL }))
    }
    y += Math.ceil((own.length * PANEL.w) / COLUMNS) * PANEL.h
  }
  return placed
}

function rowPanel(id: number, title: string, y: number) {
  const gridPos: GridPosition = { x: 0, y, w: COLUMNS, h: 1 }
  return { id, type: 'row', title, collapsed: false, gridPos, panels: [] } as const
}

function graphPanel(id: number, { title, unit, queries }: Panel, gridPos: GridPosition) {
  return {
    id,
    type: 'timeseries',
    title,
    gridPos,
    datasource: DATASOURCE,
    fieldConfig: {
      defaults: { unit, custom: { fillOpacity: 8 }, ...(unit !== 'currencyUSD' && { min: 0 }) },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: queries.map(target),
  } as const
}

const FIRST_LETTER = 'A'.charCodeAt(0)

function target({ expr, legend }: Query, index: number) {
  return {
    refId: String.fromCharCode(FIRST_LETTER + index),
    datasource: DATASOURCE,
    expr: ofInstances(expr),
    ...(legend !== undefined && { legendFormat: legend }),
  }
}

const SELECTED = 'instance=~"$instance"'

/** Of the gateways that are chosen above the panels. */
function ofInstances(expr: string): string {
  return expr.replaceAll(/\b((?:gw|process)_\w+)(\{)?/g, (_, name: string, brace?: string) =>
    brace === undefined ? `${name}{${SELECTED}}` : `${name}{${SELECTED},`,
  )
}
