/** The processes that serve, and taking one out of rotation. */
import type { NodeJson } from '../../../server/domain/endpoints/node'
import { workerOfNode } from '../../../server/domain/nodes'
import { column } from '../../../server/domain/resources/resource'
import type { CellText } from '../cells'
import type { RowAction } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text } from '../tools'

const FOLLOW_MS = 5000
const MEGABYTE = 1_000_000

/** Nodes are named by texts; a list numbers its rows. */
interface NodeRow extends Omit<NodeJson, 'id'> {
  readonly id: number
  readonly node: string
}

const COLUMNS = {
  host: column('text'),
  version: column('text'),
  state: column('text'),
  started: column('text'),
  in_flight: column('number'),
  per_minute: column('number'),
  cpu: column('number'),
  memory: column('number'),
} as const

function stateCell({ is_alive, draining }: NodeRow, text: Text): CellText {
  if (!is_alive) return { text: `- ${text('nodes.silent')}`, tone: 'bad' }
  if (draining) return { text: `~ ${text('nodes.draining')}`, tone: 'warning' }
  return { text: `+ ${text('nodes.serving')}`, tone: 'good' }
}

function hostText({ host, node }: NodeRow, text: Text): string {
  const index = workerOfNode(node)
  return index === undefined ? host : `${host} ${text('nodes.worker', { index })}`
}

const ROW_ACTIONS: readonly RowAction<NodeRow>[] = [
  {
    key: 'd',
    title: 'nodes.drain',
    isFor: ({ draining }) => !draining,
    question: ({ host }, { text }) => ({
      title: text('nodes.drain_title', { host }),
      message: text('nodes.drain_text'),
    }),
    run: async ({ node, host }, { api, text }) => {
      await api.call('node.drain', { params: { id: node } })
      return text('nodes.drained', { host })
    },
    undo:
      ({ node }, { api }) =>
      () =>
        api.call('node.resume', { params: { id: node } }),
  },
  {
    key: 'd',
    title: 'nodes.resume',
    isFor: ({ draining }) => draining,
    isHarmless: true,
    run: async ({ node, host }, { api, text }) => {
      await api.call('node.resume', { params: { id: node } })
      return text('nodes.resumed', { host })
    },
    undo:
      ({ node }, { api }) =>
      () =>
        api.call('node.drain', { params: { id: node } }),
  },
]

export const nodeScreen = resourceScreen<NodeRow>({
  id: 'node',
  hotkey: 'h',
  title: 'nav.node',
  columns: COLUMNS,
  titleOf: (name) => `nodes.${name as keyof typeof COLUMNS}`,
  nameOf: ({ host }) => host,
  list: async ({ api }) => {
    const { data } = await api.call('node.list', {})
    const rows = data.map(({ id, ...facts }, at) => ({ ...facts, id: at + 1, node: id }))
    return { rows, total: rows.length }
  },
  cell: (name, row, { text, format }) => {
    const plain = (value: string): CellText => ({ text: value, tone: 'none' })
    switch (name) {
      case 'host':
        return plain(hostText(row, text))
      case 'state':
        return stateCell(row, text)
      case 'started':
        return plain(format.time(row.started_at))
      case 'per_minute':
        return plain(format.number(row.calls_per_minute))
      case 'cpu':
        return plain(`${format.number(row.cpu_percent)}%`)
      case 'memory':
        return plain(`${format.number(Math.round(row.rss_bytes / MEGABYTE))} MB`)
      default:
        return undefined
    }
  },
  rowActions: ROW_ACTIONS,
  followMs: FOLLOW_MS,
})
