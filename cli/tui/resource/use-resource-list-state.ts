/** What is shown of a list: the query, the rows that came, where the cursor is. */
import type { StartWith } from '../tools'
import type { TableSort } from '../widgets/table/Table'
import type { Identified, RowsPage } from './definition'

export interface ListState<Row> {
  readonly page: number
  readonly keyword: string
  readonly filters: Readonly<Record<string, string>>
  readonly sort: TableSort | undefined
  /** Those that match what is being typed. */
  readonly rows: readonly Row[]
  readonly loaded: readonly Row[]
  readonly keeps: ((row: Row) => boolean) | undefined
  readonly total: number
  readonly note: string
  readonly isLoading: boolean
  /** Of the last reading; "" when it succeeded. */
  readonly problem: string
  /** Until the list is read again by itself; no request is made before. */
  readonly waitSeconds: number
  readonly cursor: number
  readonly chosen: ReadonlySet<number>
  /** Columns scrolled past. */
  readonly offset: number
  readonly showsAll: boolean
  readonly isFollowing: boolean
  /** Counts up to have the list read again. */
  readonly turn: number
}

export type ListAction<Row> =
  | { readonly type: 'reading' | 'reload' | 'second' | 'show-all' | 'follow' | 'turn-sort' }
  | { readonly type: 'read'; readonly read: RowsPage<Row> }
  | { readonly type: 'failed'; readonly problem: string; readonly waitSeconds: number }
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'page'; readonly page: number; readonly cursor?: number }
  | { readonly type: 'scroll'; readonly by: number; readonly columnCount: number }
  | { readonly type: 'choose' | 'choose-all' | 'choose-none' }
  | { readonly type: 'narrow'; readonly keeps: ((row: Row) => boolean) | undefined }
  | { readonly type: 'search'; readonly keyword: string }
  | { readonly type: 'filter'; readonly filters: Readonly<Record<string, string>> }
  | { readonly type: 'sort'; readonly sort: TableSort | undefined }

export function firstList<Row>(start: StartWith & { sort: TableSort | undefined }): ListState<Row> {
  return {
    page: 1,
    keyword: start.keyword ?? '',
    filters: start.filters ?? {},
    sort: start.sort,
    rows: [],
    loaded: [],
    keeps: undefined,
    total: 0,
    note: '',
    isLoading: true,
    problem: '',
    waitSeconds: 0,
    cursor: 0,
    chosen: new Set(),
    offset: 0,
    showsAll: false,
    isFollowing: false,
    turn: 0,
  }
}

export function listReducer<Row extends Identified>(
  state: ListState<Row>,
  action: ListAction<Row>,
): ListState<Row> {
  switch (action.type) {
    case 'reading':
      return { ...state, isLoading: true }
    case 'read':
      return withRows(state, action.read)
    case 'failed':
      return {
        ...state,
        isLoading: false,
        problem: action.problem,
        waitSeconds: action.waitSeconds,
      }
    case 'reload':
      return state.waitSeconds > 0 ? state : { ...state, turn: state.turn + 1 }
    case 'second':
      return waited(state)
    case 'narrow':
      return narrowed({ ...state, keeps: action.keeps, cursor: 0 })
    case 'move':
      return { ...state, cursor: within(state.cursor + action.by, state.rows.length) }
    case 'page':
      return { ...state, page: Math.max(1, action.page), cursor: action.cursor ?? 0 }
    case 'scroll': {
      const offset = within(state.offset + action.by, action.columnCount)
      return { ...state, offset }
    }
    case 'show-all':
      return { ...state, showsAll: !state.showsAll, offset: 0 }
    case 'follow':
      return { ...state, isFollowing: !state.isFollowing, page: 1, turn: state.turn + 1 }
    default:
      return queried(chosen(state, action), action)
  }
}

/** A row that was under the cursor stays there, as far as it is still in the list. */
function withRows<Row extends Identified>(
  state: ListState<Row>,
  { rows: loaded, total, note = '' }: RowsPage<Row>,
): ListState<Row> {
  const { rows } = narrowed({ ...state, loaded })
  const before = state.rows[state.cursor]?.id
  const same = state.cursor === 0 ? -1 : rows.findIndex(({ id }) => id === before)
  const cursor = within(same >= 0 ? same : state.cursor, rows.length)
  return {
    ...state,
    rows,
    loaded,
    total,
    note,
    cursor,
    isLoading: false,
    problem: '',
    waitSeconds: 0,
  }
}

function narrowed<Row>(state: ListState<Row>): ListState<Row> {
  const { keeps, loaded } = state
  return { ...state, rows: keeps === undefined ? loaded : loaded.filter(keeps) }
}

function waited<Row>(state: ListState<Row>): ListState<Row> {
  const waitSeconds = state.waitSeconds - 1
  return { ...state, waitSeconds, turn: state.turn + (waitSeconds === 0 ? 1 : 0) }
}

function chosen<Row extends Identified>(
  state: ListState<Row>,
  { type }: ListAction<Row>,
): ListState<Row> {
  if (type === 'choose-none') return { ...state, chosen: new Set() }
  if (type === 'choose-all') {
    const all = state.rows.map(({ id }) => id)
    const hasAll = all.every((id) => state.chosen.has(id))
    return { ...state, chosen: new Set(hasAll ? [] : all) }
  }
  const row = state.rows[state.cursor]
  if (type !== 'choose' || row === undefined) return state
  const next = new Set(state.chosen)
  if (!next.delete(row.id)) next.add(row.id)
  return { ...state, chosen: next, cursor: within(state.cursor + 1, state.rows.length) }
}

/** Another question begins at its first page, and forgets who was chosen. */
function queried<Row>(state: ListState<Row>, action: ListAction<Row>): ListState<Row> {
  const fresh = { ...state, page: 1, cursor: 0, chosen: new Set<number>() }
  switch (action.type) {
    case 'search':
      return { ...narrowed({ ...fresh, keeps: undefined }), keyword: action.keyword.trim() }
    case 'filter':
      return { ...fresh, filters: action.filters }
    case 'sort':
      return { ...fresh, sort: action.sort }
    case 'turn-sort':
      return state.sort === undefined
        ? state
        : { ...fresh, sort: { ...state.sort, isDown: !state.sort.isDown } }
    default:
      return state
  }
}

function within(at: number, count: number): number {
  return Math.max(0, Math.min(count - 1, at))
}
