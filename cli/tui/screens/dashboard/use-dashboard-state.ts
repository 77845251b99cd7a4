/** What the dashboard shows, and which of those who spent most is under the cursor. */
import { type Dashboard, type Range, TOPS, type Top } from './read-dashboard'

export interface DashboardState {
  readonly range: Range
  /** Of the last reading; `undefined` before the first. */
  readonly dashboard: Dashboard | undefined
  /** "" when the last reading succeeded. */
  readonly problem: string
  /** Until everything is read again by itself; no request is made before. */
  readonly waitSeconds: number
  readonly top: Top
  readonly cursor: number
  /** Counts up to have everything read again. */
  readonly turn: number
}

export type DashboardAction =
  | { readonly type: 'range'; readonly range: Range }
  | { readonly type: 'read'; readonly dashboard: Dashboard }
  | { readonly type: 'failed'; readonly problem: string; readonly waitSeconds: number }
  | { readonly type: 'reload' | 'second' }
  | { readonly type: 'move'; readonly by: number }
  | { readonly type: 'aside'; readonly by: number }

const WELL = { problem: '', waitSeconds: 0 } as const

export const FIRST_DASHBOARD: DashboardState = {
  range: 'day',
  dashboard: undefined,
  problem: '',
  waitSeconds: 0,
  top: 'tokens',
  cursor: 0,
  turn: 0,
}

export function dashboardReducer(state: DashboardState, action: DashboardAction): DashboardState {
  switch (action.type) {
    case 'range':
      return { ...state, range: action.range, cursor: 0 }
    case 'read':
      return within({ ...state, dashboard: action.dashboard, ...WELL }, 0)
    case 'failed':
      return { ...state, problem: action.problem, waitSeconds: action.waitSeconds }
    case 'reload':
      return state.waitSeconds > 0 ? state : { ...state, turn: state.turn + 1 }
    case 'second': {
      const waitSeconds = state.waitSeconds - 1
      return { ...state, waitSeconds, turn: state.turn + (waitSeconds === 0 ? 1 : 0) }
    }
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
