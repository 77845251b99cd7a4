import { useLocation } from 'wouter'
import type { BrushEnds } from '../../components/chart/use-brush'
import { localTimeText } from '../../components/form/TimeField'
import type { ListQuery } from '../../components/list/use-list-query'
import { logLink } from '../../components/text/log-link'
import type { Unit } from './buckets'
import { UNIT_SECONDS } from './buckets'

type DetailQuery = ListQuery<'range' | 'unit' | 'start' | 'end' | 'username' | 'metric' | 'view'>

/** A bar leads to its calls in the log, a stretch of bars becomes the range that is shown. */
export function useChartEnds(
  buckets: readonly number[],
  unit: Unit,
  { filters, filter }: DetailQuery,
): BrushEnds {
  const [, navigate] = useLocation()
  const startOf = (index: number): number => {
    const at = buckets[index] ?? 0
    // Days and weeks are dates, written as if everybody lived in UTC.
    return unit === 'hour' ? at : at + new Date(at * 1000).getTimezoneOffset() * 60
  }
  const endOf = (index: number): number => startOf(index) + UNIT_SECONDS[unit] - 1
  const zoom = (first: number, last: number): void => {
    const isNear = last - first < 3 && unit === 'day'
    filter({
      range: 'custom',
      unit: isNear ? 'hour' : unit,
      start: localTimeText(startOf(first)),
      end: localTimeText(endOf(last)),
    })
  }
  return {
    onZoom: zoom,
    onPick(index) {
      // The log shows three days at once.
      if (unit === 'week') {
        const range = { start: localTimeText(startOf(index)), end: localTimeText(endOf(index)) }
        filter({ range: 'custom', unit: 'day', ...range })
        return
      }
      const { username } = filters
      navigate(logLink({ username, from: startOf(index), to: endOf(index) }))
    },
  }
}
