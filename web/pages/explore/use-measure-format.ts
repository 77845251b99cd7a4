import { useMemo } from 'react'
import { USAGE_MEASURES, type UsageMeasure } from '../../../server/domain/usage/explore'
import { useFormat } from '../../app/format'
import { useStatFormats } from '../../components/stats/use-stat-formats'

/** A value of the measure as people write it; "–" where there was nothing to measure. */
export function useMeasureFormat(measure: UsageMeasure): (value: number | null) => string {
  const format = useFormat()
  const stat = useStatFormats()
  const { unit } = USAGE_MEASURES[measure]
  return useMemo(() => {
    const shown = {
      credits: format.quota,
      count: format.count,
      ms: stat.wait,
      share: (value: number) => stat.share(value, 1),
    }[unit]
    return (value) => (value === null || Number.isNaN(value) ? '–' : shown(value))
  }, [format, stat, unit])
}
