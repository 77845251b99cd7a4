/** Keys that every list has, and the commands after `:` that go with them. */
import type { TextKey } from '../../../server/domain/i18n/translate'
import type { Binding } from '../keys/binding'
import type { CommandRow, MenuItem } from '../tools'
import type { Identified } from './definition'
import { detailLines } from './detail'
import { type ListFormsOrder, openCreate, openEdit, openFilters, openSearch } from './list-forms'
import { actionBindings, actionItems } from './run-actions'

interface ListKeysOrder<Row extends Identified> extends ListFormsOrder<Row> {
  readonly actions: readonly MenuItem[]
  readonly columnCount: number
}

export function listBindings<Row extends Identified>(
  order: ListKeysOrder<Row>,
): readonly Binding[] {
  const { definition, list, tools, actions } = order
  const { text, open } = tools
  const { dispatch } = list
  const bind = (keys: readonly string[], title: TextKey, run: () => void): Binding => ({
    keys,
    title: text(title),
    run,
  })
  return [
    bind(['enter'], 'tui.detail', () => openDetail(order)),
    ...(definition.edit === undefined ? [] : [bind(['e'], 'ui.edit', () => openEdit(order))]),
    ...(definition.create === undefined ? [] : [bind(['n'], 'ui.add', () => openCreate(order))]),
    ...actionBindings(actions),
    bind(['m', '.'], 'ui.actions', () =>
      open({ kind: 'menu', title: text('ui.actions'), items: actions }),
    ),
    bind(['ctrl+y'], 'tui.copy', () => copyRows(order)),
    bind(['space'], 'tui.choose', () => dispatch({ type: 'choose' })),
    bind(['*'], 'tui.choose_all', () => dispatch({ type: 'choose-all' })),
    ...(definition.searchTitle === undefined
      ? []
      : [bind(['/'], definition.searchTitle, () => openSearch(order))]),
    ...(definition.filters === undefined
      ? []
      : [
          bind(['f'], 'tui.filter', () => openFilters(order)),
          bind(['F'], 'ui.clear_filters', () => {
            dispatch({ type: 'filter', filters: {} })
            dispatch({ type: 'search', keyword: '' })
          }),
        ]),
    ...(definition.sorts === undefined
      ? []
      : [
          bind(['s'], 'tui.sort', () => nextSort(order)),
          bind(['S'], 'tui.sort_turn', () => dispatch({ type: 'turn-sort' })),
        ]),
    ...(definition.followMs === undefined
      ? []
      : [bind(['w'], 'tui.follow', () => dispatch({ type: 'follow' }))]),
    bind(['R', 'ctrl+r', 'ctrl+l'], 'tui.reload', () => dispatch({ type: 'reload' })),
    ...(list.isNarrowed
      ? [bind(['esc'], 'tui.clear_search', () => dispatch({ type: 'search', keyword: '' }))]
      : []),
    ...movements(order, bind).map((binding) => ({ ...binding, group: 'move' as const })),
  ]
}

/** Names of what is chosen, one per line; what a list of them is pasted into takes those. */
function copyRows<Row extends Identified>({ definition, list, tools }: ListKeysOrder<Row>): void {
  const { rows, chosen, cursor } = list.state
  const picked = rows.filter(({ id }) => chosen.has(id))
  const copied = picked.length > 0 ? picked : rows.slice(cursor, cursor + 1)
  if (copied.length > 0)
    tools.copy(copied.map((row) => definition.copyOf?.(row) ?? definition.nameOf(row)).join('\n'))
}

type Bind = (keys: readonly string[], title: TextKey, run: () => void) => Binding

function movements<Row extends Identified>(
  { list, tools, columnCount }: ListKeysOrder<Row>,
  bind: Bind,
): readonly Binding[] {
  const { state, dispatch, pageCount } = list
  const rows = state.rows.length
  const turn = (page: number): void => {
    if (page >= 1 && page <= pageCount) dispatch({ type: 'page', page })
  }
  const jump = tools.size.rows
  return [
    bind(['down', 'j'], 'tui.down', () => dispatch({ type: 'move', by: 1 })),
    bind(['up', 'k'], 'tui.up', () => dispatch({ type: 'move', by: -1 })),
    bind(['home', 'g'], 'tui.first', () => dispatch({ type: 'move', by: -rows })),
    bind(['end', 'G'], 'tui.last', () => dispatch({ type: 'move', by: rows })),
    bind([']', 'pagedown', 'ctrl+f'], 'ui.page_next', () => turn(state.page + 1)),
    bind(['[', 'pageup', 'ctrl+b'], 'ui.page_previous', () => turn(state.page - 1)),
    bind(['ctrl+d'], 'tui.half_down', () => dispatch({ type: 'move', by: Math.ceil(jump / 2) })),
    bind(['ctrl+u'], 'tui.half_up', () => dispatch({ type: 'move', by: -Math.ceil(jump / 2) })),
    bind(['right'], 'tui.columns_right', () => dispatch({ type: 'scroll', by: 1, columnCount })),
    bind(['left'], 'tui.columns_left', () => dispatch({ type: 'scroll', by: -1, columnCount })),
    bind(['v'], 'tui.columns_all', () => dispatch({ type: 'show-all' })),
  ]
}

function openDetail<Row extends Identified>(order: ListKeysOrder<Row>): void {
  const { definition, list, tools } = order
  const { rows, cursor } = list.state
  const row = rows[cursor]
  if (row === undefined) return
  const title = `#${row.id} ${definition.nameOf(row)}`
  const state = { ...list.state, chosen: new Set<number>() }
  const place = { state, tools, unchoose: () => {} }
  const edit = { key: 'e', title: tools.text('ui.edit'), run: () => openEdit(order) }
  const actions = [
    ...(definition.edit === undefined ? [] : [edit]),
    ...actionItems({ ...definition, listActions: [] }, place),
  ]
  tools.open({ kind: 'text', title, lines: detailLines(definition, row, tools), actions })
}

function nextSort<Row extends Identified>({ definition, list }: ListKeysOrder<Row>): void {
  const { sorts = [] } = definition
  const { sort } = list.state
  const at = sorts.findIndex(({ column }) => column === sort?.column)
  list.dispatch({ type: 'sort', sort: sorts[(at + 1) % sorts.length] })
}

export function listCommands<Row extends Identified>(
  order: ListKeysOrder<Row>,
): readonly CommandRow[] {
  const { definition, list, tools, actions } = order
  const { text } = tools
  const { dispatch, pageCount } = list
  const { sorts = [] } = definition
  return [
    ...(sorts.length === 0
      ? []
      : [
          {
            name: 'sort',
            title: text('tui.sort'),
            completions: [...sorts.map(({ column }) => column), 'asc', 'desc'],
            run: (rest: string) => {
              const [name, direction] = rest.split(/[ :]+/)
              const known = sorts.find(({ column }) => column === name)
              if (known === undefined) return
              const isDown = direction === undefined ? known.isDown : direction !== 'asc'
              dispatch({ type: 'sort', sort: { ...known, isDown } })
            },
          },
        ]),
    {
      name: 'page',
      title: text('ui.page_next'),
      run: (rest) => {
        const page = Number(rest)
        if (page >= 1 && page <= pageCount) dispatch({ type: 'page', page: Math.floor(page) })
      },
    },
    ...(definition.searchTitle === undefined
      ? []
      : [
          {
            name: 'search',
            title: text(definition.searchTitle),
            run: (keyword: string) => dispatch({ type: 'search', keyword }),
          },
        ]),
    ...actions.map(({ title, run }) => ({ name: title.replaceAll(' ', '-'), title, run })),
  ]
}
