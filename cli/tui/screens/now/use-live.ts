/** What the gateway relays now, as it is pushed. */
import { useEffect, useReducer } from 'react'
import { ApiError } from '../../../../server/domain/api-calls/answer'
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { LiveJson } from '../../../../server/domain/endpoints/live'
import { useTools } from '../../tools'
import { usePushed } from '../../use-pushed'

export interface Live {
  /** The newest; `undefined` before the first. */
  readonly live: LiveJson | undefined
  /** Epoch milliseconds by the clock of the gateway, as far as it is known. */
  readonly nowMs: number
  /** "" while the stream runs. */
  readonly problem: string
  /** No gateway runs on the database. */
  readonly isResting: boolean
}

type LiveAction =
  | { readonly type: 'received'; readonly live: LiveJson; readonly nowMs: number }
  | { readonly type: 'second'; readonly nowMs: number }
  | { readonly type: 'failed'; readonly problem: string; readonly isResting: boolean }

/** Ages go on while nothing else changes. */
const SECOND_MS = 1500
/** A clock that differs by less is the way that the answer took. */
const LEAST_SHIFT_MS = 3000

export function useLive(): Live {
  const { clock, text } = useTools()
  const [state, dispatch] = useReducer(liveReducer, FIRST)
  usePushed({
    isOn: true,
    take: (live) => dispatch({ type: 'received', live, nowMs: serverNow(live, clock.nowMs()) }),
    failed: (error) => {
      const isResting = error instanceof ApiError && error.code === 'live.not_serving'
      dispatch({ type: 'failed', problem: failureText(error, text), isResting })
    },
  })

  const isAgeing = (state.live?.in_flight ?? 0) > 0
  useEffect(() => {
    if (!isAgeing) return
    const nowMs = state.nowMs + SECOND_MS
    const timer = setTimeout(() => dispatch({ type: 'second', nowMs }), SECOND_MS)
    return () => clearTimeout(timer)
  }, [isAgeing, state.nowMs])
  return state
}

const FIRST: Live = { live: undefined, nowMs: 0, problem: '', isResting: false }

function liveReducer(state: Live, action: LiveAction): Live {
  switch (action.type) {
    case 'received':
      return { live: action.live, nowMs: action.nowMs, problem: '', isResting: false }
    case 'second':
      return { ...state, nowMs: action.nowMs }
    case 'failed':
      return { ...state, problem: action.problem, isResting: action.isResting }
  }
}

/** A gateway elsewhere may have another time. */
function serverNow({ until }: LiveJson, ownMs: number): number {
  const theirs = (until + 1) * 1000
  return until === 0 || Math.abs(theirs - ownMs) < LEAST_SHIFT_MS ? ownMs : theirs
}
