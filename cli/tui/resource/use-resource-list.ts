import { useEffect, useReducer, useRef } from 'react'
import { ApiError } from '../../../server/domain/api-calls/answer'
import { failureText } from '../../../server/domain/api-calls/failure'
import { type StartWith, useTools } from '../tools'
import { useFollowing } from '../use-following'
import { useSecondsLeft } from '../use-seconds-left'
import type { Identified, ResourceDefinition } from './definition'
import { firstList, type ListAction, type ListState, listReducer } from './use-resource-list-state'

export interface ResourceList<Row> {
  readonly state: ListState<Row>
  readonly dispatch: (action: ListAction<Row>) => void
  readonly pageCount: number
  /** Searched in since it was opened. */
  readonly isNarrowed: boolean
}

/** Rows that fit below the heading, as far as lists of the gateway go. */
const MOST_ROWS = 100

export function useResourceList<Row extends Identified>(
  definition: ResourceDefinition<Row>,
  start: StartWith,
  rowCount: number,
): ResourceList<Row> {
  const tools = useTools()
  const { api, text } = tools
  const { list, sorts, followMs } = definition
  const [state, dispatch] = useReducer(
    listReducer<Row>,
    { ...start, sort: sorts?.[0] },
    firstList<Row>,
  )
  const { page, keyword, filters, sort, turn, isFollowing } = state
  const size = Math.max(1, Math.min(MOST_ROWS, rowCount))

  // Tools change with the size of the window; the rows do not follow from them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what rows depend on.
  useEffect(() => {
    let isCurrent = true
    dispatch({ type: 'reading' })
    list(tools, { page, size, keyword, filters, sort }).then(
      (read) => {
        if (isCurrent) dispatch({ type: 'read', read })
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
  }, [api, list, page, size, keyword, filters, sort, turn, tools.undone])

  useFollowing({
    everyMs: isFollowing ? followMs : undefined,
    isPushed: definition.isPushed === true,
    again: () => dispatch({ type: 'reload' }),
  })

  useSecondsLeft(state.waitSeconds, () => dispatch({ type: 'second' }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the shell need not be notified again.
  useEffect(() => tools.remember({ keyword, filters }), [keyword, filters])

  const begun = useRef(start.keyword ?? '')
  return {
    state,
    dispatch,
    pageCount: Math.max(1, Math.ceil(state.total / size)),
    isNarrowed: keyword !== '' && keyword !== begun.current,
  }
}
