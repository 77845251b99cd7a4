/** Which panels lie where, for every size of terminal. */

export const PANELS = ['calls', 'channels', 'tokens', 'users'] as const
export type PanelName = (typeof PANELS)[number]

interface Placed {
  readonly name: PanelName
  readonly height: number
}

/** Panels above each other. */
interface Stack {
  readonly width: number
  readonly panels: readonly Placed[]
}

export interface Layout {
  /** Lines of each chart; 0 for one line of bars each, above one another. */
  readonly chartLines: number
  /** Rows of stacks, from the top down. */
  readonly bands: readonly (readonly Stack[])[]
}

export const COLUMN_GAP = 2
/** From here on charts and panels stand side by side. */
const TWO_COLUMNS = 100
const THREE_COLUMNS = 160
const TALL = 34
/** The line of figures above, and the blank one below the charts. */
const HEAD_LINES = 2
const BARS = 3

interface Size {
  readonly columns: number
  readonly rows: number
}

export function layoutOf({ columns, rows }: Size): Layout {
  if (columns < TWO_COLUMNS) return oneColumn(columns, rows - HEAD_LINES - BARS)
  const chartLines = rows >= TALL ? 4 : 2
  // Each chart has a title.
  const available = rows - HEAD_LINES - chartLines - 1
  return {
    chartLines,
    bands: [columns < THREE_COLUMNS ? two(columns, available) : three(columns, available)],
  }
}

function oneColumn(columns: number, rows: number): Layout {
  const spenders = Math.max(2, Math.floor(rows * 0.25))
  const channels = Math.max(2, Math.floor(rows * 0.3))
  const width = Math.floor((columns - COLUMN_GAP) / 2)
  return {
    chartLines: 0,
    bands: [
      [{ width: columns, panels: [{ name: 'calls', height: rows - spenders - channels }] }],
      [{ width: columns, panels: [{ name: 'channels', height: channels }] }],
      [
        { width, panels: [{ name: 'tokens', height: spenders }] },
        { width, panels: [{ name: 'users', height: spenders }] },
      ],
    ],
  }
}

function two(columns: number, rows: number): readonly Stack[] {
  const left = Math.floor((columns - COLUMN_GAP) * 0.55)
  const third = Math.floor(rows / 3)
  return [
    { width: left, panels: [{ name: 'calls', height: rows }] },
    {
      width: columns - COLUMN_GAP - left,
      panels: [
        { name: 'channels', height: rows - 2 * third },
        { name: 'tokens', height: third },
        { name: 'users', height: third },
      ],
    },
  ]
}

function three(columns: number, rows: number): readonly Stack[] {
  const width = columns - 2 * COLUMN_GAP
  const calls = Math.floor(width * 0.42)
  const channels = Math.floor(width * 0.4)
  const half = Math.floor(rows / 2)
  return [
    { width: calls, panels: [{ name: 'calls', height: rows }] },
    { width: channels, panels: [{ name: 'channels', height: rows }] },
    {
      width: width - calls - channels,
      panels: [
        { name: 'tokens', height: rows - half },
        { name: 'users', height: half },
      ],
    },
  ]
}
