import { Box, Text } from 'ink'
import { fit } from '../../../text-width'
import type { Tone } from '../../../tones'
import type { CellText } from '../../cells'
import { TONE_COLORS } from '../../theme'
import { fitColumns, GAP, type PlacedColumn, type TableColumn } from './fit-columns'

export interface TableRow {
  readonly id: number
  readonly cells: readonly CellText[]
  readonly isChosen: boolean
  /** Shown fainter: it takes no part at present. */
  readonly isResting: boolean
}

export interface TableSort {
  readonly column: string
  readonly isDown: boolean
}

interface TableProps {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** Number of the row under the cursor. */
  readonly cursor: number
  readonly offset: number
  readonly width: number
  readonly sort: TableSort | undefined
}

/** Cells of the marks at the beginning of a line. */
const MARKS = 2

export function Table({ columns, rows, cursor, offset, width, sort }: TableProps) {
  const cells = rows.map((row) => row.cells.map(({ text }) => text))
  const placement = fitColumns({ columns, cells, width: width - MARKS - 2, offset })
  const heads = placement.columns.map((column) =>
    fit(headOf(column, sort), column.width, side(column)),
  )
  const more = `${placement.hasMoreLeft ? '<' : ' '}${placement.hasMoreRight ? '>' : ' '}`
  return (
    <Box flexDirection="column">
      <Text bold underline wrap="truncate">
        {fit(`${' '.repeat(MARKS)}${heads.join(' '.repeat(GAP))}`, width - 2)}
        {more}
      </Text>
      {rows.map((row, at) => (
        <Row
          key={row.id}
          row={row}
          columns={placement.columns}
          isHere={at === cursor}
          width={width}
        />
      ))}
    </Box>
  )
}

function headOf({ title, name }: PlacedColumn, sort: TableSort | undefined): string {
  if (sort?.column !== name) return title
  return `${title}${sort.isDown ? '↓' : '↑'}`
}

function side({ isNumeric }: PlacedColumn): 'left' | 'right' {
  return isNumeric ? 'right' : 'left'
}

interface RowProps {
  readonly row: TableRow
  readonly columns: readonly PlacedColumn[]
  readonly isHere: boolean
  readonly width: number
}

function Row({ row, columns, isHere, width }: RowProps) {
  const marks = `${isHere ? '>' : ' '}${row.isChosen ? '*' : ' '}`
  const shown = columns.map((column) => {
    const { text, tone } = row.cells[column.at] ?? { text: '', tone: 'none' as const }
    return { name: column.name, text: fit(text, column.width, side(column)), tone }
  })
  const cells = columns.reduce((sum, column) => sum + column.width, 0)
  const rest = width - MARKS - cells - GAP * Math.max(0, columns.length - 1)
  return (
    <Text inverse={isHere} bold={row.isChosen} dimColor={row.isResting && !isHere} wrap="truncate">
      {marks}
      {shown.map(({ name, text, tone }, at) => (
        <Text key={name} {...colorOf(tone, isHere)}>
          {at === 0 ? text : ' '.repeat(GAP) + text}
        </Text>
      ))}
      {' '.repeat(Math.max(0, rest))}
    </Text>
  )
}

/** The line under the cursor keeps one colour, which every terminal can read. */
function colorOf(tone: Tone, isHere: boolean): { color?: string } {
  const color = isHere ? undefined : TONE_COLORS[tone]
  return color === undefined ? {} : { color }
}
