import { useEffect, useReducer } from 'react'
import { ApiError } from '../../../../server/domain/api-calls/answer'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { SpenderJson } from '../../../../server/domain/endpoints/dashboard'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import type { Binding } from '../../keys/binding'
import { type StartWith, type Tools, useTools } from '../../tools'
import { useScreenKeys } from '../../use-screen-keys'
import { useSecondsLeft } from '../../use-seconds-left'
import { type Range, readDashboard, type Top } from './read-dashboard'
import {
  type DashboardAction,
  type DashboardState,
  dashboardReducer,
  FIRST_DASHBOARD,
} from './use-dashboard-state'

/** Often enough to see a rush, seldom enough to cost nothing. */
const READ_EVERY_MS = 15_000

export function useDashboard(isActive: boolean): DashboardState {
  const tools = useTools()
  const { api, text } = tools
  const [state, dispatch] = useReducer(dashboardReducer, FIRST_DASHBOARD)
  const { range, turn } = state

  // Tools change with the size of the window; the figures do not follow from them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what figures depend on.
  useEffect(() => {
    let isCurrent = true
    readDashboard(tools, range).then(
      (dashboard) => {
        if (isCurrent) dispatch({ type: 'read', dashboard })
      },
      (error: unknown) => {
        if (!isCurrent) return
        const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : 0
        dispatch({ type: 'failed', problem: failureText(error, text), waitSeconds })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [api, range, turn])

  useEffect(() => {
    const timer = setInterval(() => dispatch({ type: 'reload' }), READ_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  useSecondsLeft(state.waitSeconds, () => dispatch({ type: 'second' }))
  useScreenKeys({ bindings: bindingsOf(state, dispatch, tools), commands: [], isActive })
  return state
}

const ORDERED: readonly Range[] = ['hour', 'day', 'week']

function rangeBeside(range: Range, by: number): Range {
  const at = ORDERED.indexOf(range) + by
  return ORDERED[Math.min(Math.max(at, 0), ORDERED.length - 1)] ?? range
}

function bindingsOf(
  state: DashboardState,
  dispatch: (action: DashboardAction) => void,
  tools: Tools,
): readonly Binding[] {
  const { text, goTo } = tools
  const bind = (keys: readonly string[], title: TextKey, action: DashboardAction): Binding => ({
    keys,
    title: text(title),
    run: () => dispatch(action),
  })
  return [
    {
      keys: ['enter'],
      title: text('tui.open_spender'),
      run: () => {
        const spender = state.dashboard?.tops[state.top][state.cursor]
        if (spender !== undefined) goTo(...PLACES[state.top](spender))
      },
    },
    bind(['<'], 'tui.range_shorter', { type: 'range', range: rangeBeside(state.range, -1) }),
    bind(['>'], 'tui.range_longer', { type: 'range', range: rangeBeside(state.range, 1) }),
    bind(['tab', 'right'], 'tui.next_top', { type: 'aside', by: 1 }),
    bind(['shift+tab', 'left'], 'tui.previous_top', { type: 'aside', by: -1 }),
    bind(['down', 'j'], 'tui.down', { type: 'move', by: 1 }),
    bind(['up', 'k'], 'tui.up', { type: 'move', by: -1 }),
    bind(['R', 'ctrl+r', 'ctrl+l'], 'tui.reload', { type: 'reload' }),
  ]
}

/** The screen that Enter opens on a spender, already filtered to it. */
const PLACES: Readonly<Record<Top, (spender: SpenderJson) => [screen: string, start: StartWith]>> =
  {
    users: ({ name }) => ['user', { keyword: name }],
    tokens: ({ name, owner }) => ['token', { keyword: name, filters: { username: owner } }],
    models: ({ name }) => ['log', { filters: { model_name: name } }],
  }
