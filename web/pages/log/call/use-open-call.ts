import { useEffect } from 'react'
import type { LogJson } from '../../../../server/domain/endpoints/log'
import { partsOf } from '../../../../server/domain/logs/query/lex'
import type { LogViewState } from '../use-log-view'
import { useCallKeys } from './use-call-keys'

/** The call next to the list. A link that means one call opens it at once. */
export function useOpenCall(view: LogViewState, rows: readonly LogJson[]) {
  const { line, row, open } = view
  const isOne = rows.length === 1 && partsOf(line).some(isRequest)
  const at = rows.findIndex(({ id }) => id === row)
  const index = row === undefined && isOne ? 0 : at
  const to = (next: number) => {
    const id = rows[next]?.id
    return id === undefined ? undefined : () => open(id)
  }
  const log = rows[index]
  const close = (): void => open(0)
  const newer = log && to(index - 1)
  // Without an open call, `j` opens the first.
  const older = to(index + 1)
  useCallKeys({ newer, older, close: log && close })
  const openedId = log?.id
  useEffect(() => {
    if (openedId !== undefined) return () => focusRow(openedId)
    return undefined
  }, [openedId])
  return { log, close, newer, older: log && older }
}

function isRequest(part: ReturnType<typeof partsOf>[number]): boolean {
  return part.kind === 'field' && part.field === 'request'
}

/** Where the panel was opened from, if the focus has gone with it. */
function focusRow(id: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`[data-row="${id}"] .log-open`)?.focus()
  })
}
