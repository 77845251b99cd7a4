/** What the dashboard shows, and which of those who spent most is under the cursor. */
import { type Dashboard, type Range, TOPS, type Top } from './read-dashboard'

export interface DashboardState {
  readonly range: Range
  /** Of the last reading; `undefined` before the first. */
  readonly dashboard: Dashboard | undefined
  /** "" when the last reading succeeded. */
  readonly problem: string
  readonly top: Top
  readonly cursor: number
  /** Counts up to have everything read again. */
  readonly turn: number
}

export type DashboardAction =
  | { readonly type: 'range'; readonly range: Range }
  | { readonly type: 'read'; readonly dashboard: Dashboard }
  | { readonly type: 'failed'; readonly problem: string }
  | { readonly type: 'reload' }
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'aside'; readonly by: number }

export const FIRST_DASHBOARD: DashboardState = {
  range: 'day',
  dashboard: undefined,
  problem: '',
  top: 'tokens',
  cursor: 0,
  turn: 0,
}

export function dashboardReducer(state: DashboardState, action: DashboardAction): DashboardState {
  switch (action.type) {
    case 'range':
      return { ...state, range: action.range, cursor: 0 }
    case 'read':
      return within({ ...state, dashboard: action.dashboard, problem: '' }, 0)
    case 'failed':
      return { ...state, problem: action.problem }
    case 'reload':
      return { ...state, turn: state.turn + 1 }
    case 'move':
      return within(state, action.by)
    case 'aside': {
      const at = TOPS.indexOf(state.top) + action.by
      const top = TOPS[(at + TOPS.length) % TOPS.length] ?? state.top
      return within({ ...state, top }, 0)
    }
  }
}

function within(state: DashboardState, by: number): DashboardState {
  const rows = state.dashboard?.tops[state.top].length ?? 0
  return { ...state, cursor: Math.max(0, Math.min(rows - 1, state.cursor + by)) }
}
