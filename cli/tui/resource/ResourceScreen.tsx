import { Box, Text } from 'ink'
import { cut, plain } from '../../text-width'
import { type CellText, cellOf, isNumeric } from '../cells'
import type { Screen, ScreenProps } from '../screen'
import { TONE_COLORS } from '../theme'
import { type Tools, useTools } from '../tools'
import { useScreenKeys } from '../use-screen-keys'
import { Table, type TableRow } from '../widgets/table/Table'
import type { Identified, ResourceDefinition } from './definition'
import { listBindings, listCommands } from './list-keys'
import { actionItems } from './run-actions'
import { type ResourceList, useResourceList } from './use-resource-list'
import type { ListState } from './use-resource-list-state'

/** The line above the table, and the headings. */
const HEAD_LINES = 2

export function resourceScreen<Row extends Identified>(
  definition: ResourceDefinition<Row>,
): Screen {
  return {
    id: definition.id,
    hotkey: definition.hotkey,
    title: definition.title,
    hint: 'tui.keys_list',
    Body: (props) => <ResourceScreen definition={definition} {...props} />,
  }
}

interface ResourceScreenProps<Row extends Identified> extends ScreenProps {
  readonly definition: ResourceDefinition<Row>
}

function ResourceScreen<Row extends Identified>(props: ResourceScreenProps<Row>) {
  const { definition, isActive, start } = props
  const tools = useTools()
  const { columns, rows } = tools.size
  const list = useResourceList(definition, start, rows - HEAD_LINES)
  const { state, dispatch } = list
  const shown = shownColumns(definition, tools, state.showsAll)
  const rowTools = { ...tools, reload: () => dispatch({ type: 'reload' }) }
  const actions = actionItems(definition, {
    state,
    tools: rowTools,
    unchoose: () => dispatch({ type: 'choose-none' }),
  })
  const order = { definition, list, tools: rowTools, actions, columnCount: shown.length }
  useScreenKeys({ bindings: listBindings(order), commands: listCommands(order), isActive })
  const tableRows = state.rows.map((row) => tableRow(definition, row, { shown, list, tools }))
  return (
    <Box flexDirection="column">
      <StatusLine list={list} definition={definition} />
      <Table
        columns={shown}
        rows={tableRows}
        cursor={state.cursor}
        offset={state.offset}
        width={columns}
        sort={state.sort}
      />
      {state.problem !== '' && (
        <Text bold color={TONE_COLORS.bad ?? 'red'}>
          ! {plain(problemOf(state, tools))}
        </Text>
      )}
      {state.rows.length === 0 && state.problem === '' && (
        <Text dimColor>
          {'  '}
          {tools.text(state.isLoading ? 'ui.loading' : 'ui.empty')}
        </Text>
      )}
    </Box>
  )
}

function problemOf<Row>({ problem, waitSeconds }: ListState<Row>, { text }: Tools): string {
  return waitSeconds === 0 ? problem : text('failure.too_many_wait', { seconds: waitSeconds })
}

type ShownColumn = ReturnType<typeof shownColumns>[number]

function shownColumns<Row extends Identified>(
  definition: ResourceDefinition<Row>,
  { text }: Tools,
  showsAll: boolean,
) {
  return Object.entries(definition.columns)
    .filter(([, column]) => showsAll || column.shown)
    .map(([name, { kind }]) => ({
      name,
      kind,
      title: text(definition.titleOf(name)),
      isNumeric: isNumeric(kind),
    }))
}

interface TableContext<Row> {
  readonly shown: readonly ShownColumn[]
  readonly list: ResourceList<Row>
  readonly tools: Tools
}

/** Cells that a screen makes itself may hold stored text as well. */
function plainCell(cell: CellText | undefined): CellText | undefined {
  return cell && { ...cell, text: plain(cell.text) }
}

function tableRow<Row extends Identified>(
  definition: ResourceDefinition<Row>,
  row: Row,
  { shown, list, tools }: TableContext<Row>,
): TableRow {
  const fields = new Map<string, unknown>(Object.entries(row))
  return {
    id: row.id,
    cells: shown.map(
      ({ name, kind }) =>
        plainCell(definition.cell?.(name, row, tools)) ?? cellOf(kind, fields.get(name), tools),
    ),
    isChosen: list.state.chosen.has(row.id),
    isResting: definition.isResting?.(row) ?? false,
  }
}

interface StatusLineProps<Row extends Identified> {
  readonly list: ResourceList<Row>
  readonly definition: ResourceDefinition<Row>
}

/** Which rows these are, and why. */
function StatusLine<Row extends Identified>({ list, definition }: StatusLineProps<Row>) {
  const { text, size } = useTools()
  const { page, total, keyword, filters, chosen, isLoading, isFollowing, sort, note } = list.state
  const parts = [
    text('tui.page', { page, pages: list.pageCount, total }),
    keyword === '' ? '' : `/${keyword}`,
    ...Object.entries(filters).map(([name, value]) => `${name}=${value}`),
    sort === undefined ? '' : `${text(definition.titleOf(sort.column))}${sort.isDown ? '↓' : '↑'}`,
    chosen.size === 0 ? '' : text('ui.selected', { count: chosen.size }),
    note,
    isFollowing ? text('tui.following') : '',
    // A list that is followed would flicker.
    isLoading && !isFollowing ? `${text('ui.loading')}…` : '',
  ]
  const line = parts.filter((part) => part !== '').join('  ')
  return <Text dimColor>{cut(plain(line), size.columns)}</Text>
}
