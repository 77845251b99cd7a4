/** A small table next to others. Widths depend on the panel alone, so that nothing jumps. */
import { Box, Text } from 'ink'
import { fit } from '../../../text-width'
import type { CellText } from '../../cells'
import { TONE_COLORS } from '../../theme'

export interface PanelColumn {
  readonly title: string
  /** Cells; `rest` shares the remaining width. */
  readonly width: number | 'rest'
  /** Width of the panel from which it is shown. */
  readonly from?: number
  readonly isNumeric?: boolean
}

interface PanelProps {
  readonly columns: readonly PanelColumn[]
  readonly count: number
  /** Asked for the rows that are seen. */
  readonly cellsAt: (at: number) => readonly CellText[]
  /** Number of the row under the cursor; `undefined` while it is in another panel. */
  readonly cursor: number | undefined
  readonly width: number
  /** Lines, with that of the titles. */
  readonly height: number
  readonly otherwise: string
}

const GAP = 2
const MARK = 2

export function Panel(props: PanelProps) {
  const { columns, count, cellsAt, cursor, width, height, otherwise } = props
  const placed = placedColumns(columns, width)
  const page = Math.max(1, height - 1)
  const first = firstShown(count, cursor ?? 0, page)
  const shown = Array.from({ length: Math.min(page, count - first) }, (_, at) => first + at)
  const mark = cursor === undefined ? ' ' : '>'
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Text bold underline wrap="truncate">
        {fit(`${mark} ${lineOf(placed, (column) => column.title)}`, width)}
      </Text>
      {count === 0 ? (
        <Text dimColor>{fit(`  ${otherwise}`, width)}</Text>
      ) : (
        <Text>
          {shown.map((at) => (
            <Line
              key={at}
              placed={placed}
              cells={cellsAt(at)}
              isHere={at === cursor}
              isFirst={at === first}
            />
          ))}
        </Text>
      )}
    </Box>
  )
}

interface LineProps {
  readonly placed: readonly Placed[]
  readonly cells: readonly CellText[]
  readonly isHere: boolean
  readonly isFirst: boolean
}

/** All lines are one text, and parts of their own have a colour: the layout is half of a frame. */
function Line({ placed, cells, isHere, isFirst }: LineProps) {
  const end = isFirst ? '' : '\n'
  if (isHere) {
    return (
      <>
        {end}
        <Text inverse>{`> ${lineOf(placed, ({ at }) => cells[at]?.text ?? '')}`}</Text>
      </>
    )
  }
  return (
    <>
      {`${end}  `}
      {placed.map((column, index) => {
        const { text, tone } = cells[column.at] ?? { text: '', tone: 'none' as const }
        const gap = index === 0 ? '' : ' '.repeat(GAP)
        const shown = gap + fit(text, column.width, sideOf(column))
        const color = TONE_COLORS[tone]
        return color === undefined ? (
          shown
        ) : (
          <Text key={column.at} color={color}>
            {shown}
          </Text>
        )
      })}
    </>
  )
}

interface Placed extends Omit<PanelColumn, 'width'> {
  readonly at: number
  readonly width: number
}

function lineOf(placed: readonly Placed[], textOf: (column: Placed) => string): string {
  return placed
    .map((column) => fit(textOf(column), column.width, sideOf(column)))
    .join(' '.repeat(GAP))
}

function sideOf({ isNumeric }: Placed): 'left' | 'right' {
  return isNumeric === true ? 'right' : 'left'
}

function placedColumns(columns: readonly PanelColumn[], width: number): readonly Placed[] {
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ from = 0 }) => width >= from)
  const rests = shown.filter((column) => column.width === 'rest').length
  const taken = shown.reduce((sum, column) => sum + (column.width === 'rest' ? 0 : column.width), 0)
  const free = width - MARK - taken - GAP * (shown.length - 1)
  const each = Math.max(4, Math.floor(free / Math.max(1, rests)))
  return shown.map((column) => ({
    ...column,
    width: column.width === 'rest' ? each : column.width,
  }))
}

/** So that the row under the cursor is seen. */
function firstShown(count: number, cursor: number, page: number): number {
  return Math.max(0, Math.min(cursor - Math.floor(page / 2), count - page))
}
