/** Which columns of the log stand side by side, and how wide; the cost is always among them. */
import { logResource } from '../../../../server/domain/resources/logs'
import { hidden } from '../../../../server/domain/resources/resource'

/** What a row's colour, its model and its side panel tell is not a column of its own here. */
export const logTableResource = {
  ...logResource,
  columns: {
    ...logResource.columns,
    group: hidden('text'),
    type: hidden('log_type'),
    content: hidden('long_text'),
  },
} as const

export type LogColumnName = keyof typeof logResource.columns

interface Width {
  /** Pixels. */
  readonly least: number
  /** Share of the remaining width. */
  readonly grows: number
  /** The greater, the sooner it makes room. */
  readonly rank: number
}

const WIDTHS: Readonly<Record<LogColumnName, Width>> = {
  created_at: { least: 132, grows: 0, rank: 0 },
  model_name: { least: 150, grows: 3, rank: 0 },
  username: { least: 96, grows: 1, rank: 2 },
  token_name: { least: 96, grows: 1, rank: 3 },
  channel: { least: 96, grows: 1, rank: 4 },
  use_time: { least: 120, grows: 0, rank: 5 },
  prompt_tokens: { least: 72, grows: 0, rank: 6 },
  completion_tokens: { least: 88, grows: 0, rank: 7 },
  quota: { least: 96, grows: 0, rank: 0 },
  client: { least: 112, grows: 1, rank: 8 },
  session: { least: 120, grows: 1, rank: 11 },
  tags: { least: 112, grows: 1, rank: 9 },
  id: { least: 64, grows: 0, rank: 13 },
  group: { least: 84, grows: 1, rank: 8 },
  type: { least: 104, grows: 0, rank: 9 },
  content: { least: 140, grows: 3, rank: 10 },
  is_stream: { least: 64, grows: 0, rank: 14 },
  ip: { least: 112, grows: 0, rank: 12 },
  request_id: { least: 120, grows: 1, rank: 11 },
}

/** Left to right; what is read last stands at the right edge. */
const ORDER = Object.keys(WIDTHS).sort((a, b) => place(a) - place(b)) as LogColumnName[]

function place(name: string): number {
  const order = [
    ...['id', 'created_at', 'type', 'model_name', 'content', 'username', 'token_name', 'group'],
    ...['channel', 'client', 'session', 'tags', 'ip', 'request_id', 'is_stream'],
    ...['use_time', 'prompt_tokens'],
    ...['completion_tokens', 'quota'],
  ]
  return order.indexOf(name)
}

const GAP = 12
const EDGES = 24

/** Those that fit, in their order; time, model and cost stay in any case. */
export function fittingColumns(
  chosen: readonly LogColumnName[],
  width: number,
): readonly LogColumnName[] {
  const needed = (names: readonly LogColumnName[]) =>
    names.reduce((sum, name) => sum + WIDTHS[name].least + GAP, EDGES)
  let names = ORDER.filter((name) => chosen.includes(name) || name === 'quota')
  while (needed(names) > width) {
    const last = names.toSorted((a, b) => WIDTHS[b].rank - WIDTHS[a].rank)[0]
    if (last === undefined || WIDTHS[last].rank === 0) break
    names = names.filter((name) => name !== last)
  }
  return names
}

/** As CSS has it. */
export function templateOf(names: readonly LogColumnName[]): string {
  return names
    .map((name) => {
      const { least, grows } = WIDTHS[name]
      return grows === 0 ? `${least}px` : `minmax(${least}px, ${grows}fr)`
    })
    .join(' ')
}
