/** The days that a list shows, chosen by one button and stored in the address. */
import { useState } from 'react'
import { useText } from '../../app/language'
import { midnight, nowSeconds } from '../../app/now'
import { boundOf } from '../form/TimeField'
import { RangeMenu } from './RangeMenu'

export const RANGE_FILTERS = ['range', 'start', 'end'] as const

const RANGES = ['today', '7d', '30d', 'all'] as const
export type ListRangeName = (typeof RANGES)[number]

/** Days before today from whose beginning on rows are shown. */
const DAYS_BACK: Readonly<Record<Exclude<ListRangeName, 'all'>, number>> = {
  today: 0,
  '7d': 6,
  '30d': 30,
}

type RangeFilters = Readonly<Record<(typeof RANGE_FILTERS)[number], string>>

export interface ListSpan {
  /** "" where times were chosen one by one. */
  readonly range: ListRangeName | ''
  /** Epoch seconds, both included; `undefined` for no bound. */
  readonly from: number | undefined
  readonly to: number | undefined
}

/** `otherwise` is what is shown until another range is chosen. */
export function useListSpan(
  { range: chosen, start, end }: RangeFilters,
  otherwise: ListRangeName,
): ListSpan {
  const [now] = useState(nowSeconds)
  if (start !== '' || end !== '') return { range: '', from: boundOf(start), to: boundOf(end) }
  const range = RANGES.find((name) => name === chosen) ?? otherwise
  const from = range === 'all' ? undefined : midnight(now, DAYS_BACK[range])
  return { range, from, to: undefined }
}

interface ListRangeProps {
  readonly query: {
    readonly filters: RangeFilters
    readonly filter: (change: Partial<RangeFilters>) => void
  }
  readonly span: ListSpan
  readonly otherwise: ListRangeName
}

export function ListRange({ query, span, otherwise }: ListRangeProps) {
  const { text } = useText()
  const { start, end } = query.filters
  return (
    <RangeMenu
      ranges={RANGES.map((name) => ({ name, title: text(`range.${name}`) }))}
      range={span.range}
      times={{ start, end }}
      onRange={(range) =>
        query.filter({ range: range === otherwise ? '' : range, start: '', end: '' })
      }
      onTimes={(times) => query.filter({ ...times, range: '' })}
    />
  )
}
