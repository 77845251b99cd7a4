/** Rows as lines of a table: as wide as the terminal, with the colours of states. */

import { cut } from '../text-width'
import { type Tone, toneOf } from '../tones'
import { inEnglish, type Translate } from '../words'
import { type FieldKind, kindRow } from './field-kinds'
import { type Column, cellText, padded, type View } from './output'
import { type Style, styled } from './style'

/** What stands behind a cell that is not what it was. */
export type Mark = '' | '↑' | '↓' | '•'

export interface Looks {
  readonly translate: Translate
  /** Bold and colours. */
  readonly color: boolean
  /** Cells in a line; as many as it takes when absent. */
  readonly width?: number | undefined
  /** Where a table is drawn again and again: what has changed in it. */
  readonly markOf?: ((rowKey: string, title: string, text: string) => Mark) | undefined
}

interface Table {
  readonly lines: readonly string[]
  /** Titles of columns that there is no room for. */
  readonly leftOut: readonly string[]
}

const GAP = 2
/** Text that is cut keeps so much. */
const LEAST_TEXT = 12

const TONE_STYLES: Readonly<Record<Tone, Style | undefined>> = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  quiet: 'gray',
  none: undefined,
}

interface Cell {
  readonly text: string
  readonly style: Style | undefined
}

/** Titles first. */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  view: View<Row>,
  looks: Looks,
): Table {
  const { columns } = view
  const cells = [
    columns.map(({ title }): Cell => ({ text: looks.translate(title), style: 'bold' })),
    ...rows.map((row) => rowCells(row, view, looks)),
  ]
  const natural = columns.map((_, at) =>
    cells.reduce((most, line) => Math.max(most, Bun.stringWidth(line[at]?.text ?? '')), 0),
  )
  const widths = looks.width === undefined ? natural : fitting(columns, natural, looks.width)
  const visible = columns.flatMap((column, at) =>
    widths[at] === undefined ? [] : [{ column, at }],
  )
  const lines = cells.map((line) =>
    visible
      .map(({ column, at }) => cellPart(line[at], widths[at] ?? 0, { column, looks }))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
  const leftOut = columns.filter((_, at) => widths[at] === undefined)
  return { lines, leftOut: leftOut.map(({ title }) => looks.translate(title)) }
}

/** With what has changed in bold and a mark behind it. */
export function rowCells<Row extends object>(
  row: Row,
  view: View<Row>,
  { translate, markOf }: Looks,
): readonly Cell[] {
  const key = view.quiet(row)
  return view.columns.map((column) => {
    const text = cellText(row, column, translate)
    const mark = markOf?.(key, column.title, text) ?? ''
    if (mark !== '') return { text: `${text} ${mark}`, style: 'bold' }
    const tone = column.kind === 'word' ? toneOf(cellText(row, column, inEnglish)) : 'none'
    return { text, style: TONE_STYLES[tone] }
  })
}

interface Place<Row> {
  readonly column: Column<Row>
  readonly looks: Looks
}

function cellPart<Row>(cell: Cell | undefined, width: number, { column, looks }: Place<Row>) {
  const { text, style } = cell ?? { text: '', style: undefined }
  const shown = cut(text, width)
  // Blanks stay outside of the colour, so that those at the end of a line can go.
  const blanks = padded(shown, width, isAmount(column)).replace(shown, '')
  const said = styled(shown, style, looks)
  return isAmount(column) ? blanks + said : said + blanks
}

function isAmount({ kind = 'text' }: { readonly kind?: FieldKind }): boolean {
  return kindRow(kind).isAmount === true
}

/** Of rows that come over time nobody knows how wide the next one is. */
const FOLLOWED_WIDTH = { time: 20, amount: 8, text: 14 } as const

export function followedCell<Row>(text: string, column: Column<Row>, translate: Translate): string {
  const { kind = 'text', title } = column
  const usual =
    FOLLOWED_WIDTH[kind.startsWith('time') ? 'time' : isAmount(column) ? 'amount' : 'text']
  const width = Math.max(usual, Bun.stringWidth(translate(title)))
  return padded(text, width, isAmount(column))
}

/** The width of each column, none for those that have to go. */
function fitting<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  width: number,
): readonly (number | undefined)[] {
  const least = natural.map((wish, at) =>
    (columns[at]?.kind ?? 'text') === 'text' ? Math.min(wish, LEAST_TEXT) : wish,
  )
  const fromRight = columns.map((column, at) => ({ column, at })).reverse()
  const going = [
    ...fromRight.filter(({ column }) => column.isMinor === true),
    ...fromRight.filter(({ column }) => column.isMinor !== true),
  ]
  const visible = new Set(columns.keys())
  for (const { at } of going) {
    if (visible.size === 1 || lineWidth(least, visible) <= width) break
    visible.delete(at)
  }
  const widths = natural.map((wish, at) => (visible.has(at) ? wish : undefined))
  return shortened(widths, least, lineWidth(natural, visible) - width)
}

function lineWidth(widths: readonly number[], visible: ReadonlySet<number>): number {
  return [...visible].reduce((sum, at) => sum + (widths[at] ?? 0) + GAP, -GAP)
}

/** The widest texts give way, down to what they need at least. */
function shortened(
  widths: readonly (number | undefined)[],
  least: readonly number[],
  excess: number,
): readonly (number | undefined)[] {
  const now = [...widths]
  for (let left = excess; left > 0; left -= 1) {
    let widest = -1
    for (const [at, width] of now.entries()) {
      if (width === undefined || width <= (least[at] ?? 0)) continue
      if (width > (now[widest] ?? 0)) widest = at
    }
    const width = now[widest]
    if (width === undefined) break
    now[widest] = width - 1
  }
  return now
}
