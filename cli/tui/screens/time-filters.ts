/** Bounds of time in the filters of lists, typed as local times. */

import type { FieldRow } from '../form-draft'
import type { Text } from '../tools'
import { secondsOf } from './form-values'

export function timeFilters(text: Text): readonly FieldRow[] {
  const hint = text('tui.time_hint')
  return [
    { name: 'from', label: text('log.from'), kind: 'text', hint },
    { name: 'to', label: text('log.to'), kind: 'text', hint },
  ]
}

export interface TimeBounds {
  /** Epoch seconds; `undefined` for no bound. */
  readonly from: number | undefined
  readonly to: number | undefined
}

export function timeBounds(filters: Readonly<Record<string, string>>, text: Text): TimeBounds {
  const bound = (typed: string | undefined): number | undefined => {
    const seconds = secondsOf(typed, text('tui.time_invalid'))
    return seconds < 0 ? undefined : seconds
  }
  return { from: bound(filters.from), to: bound(filters.to) }
}
