import { useMemo } from 'react'
import type { ExploredJson } from '../../../server/domain/endpoints/usage'
import { useText } from '../../app/language'
import { BucketChart } from '../../components/chart/BucketChart'
import { type ChartSeries, colorAt, REST_COLOR } from '../../components/chart/chart'
import { bucketNames } from '../../components/stats/bucket-names'
import type { ExploreChoice } from './explore-query'
import { useKeyNames } from './use-key-names'
import { useMeasureFormat } from './use-measure-format'

interface ExploreChartProps {
  readonly explored: ExploredJson
  readonly choice: ExploreChoice
  readonly series: readonly ChartSeries[]
}

export function ExploreChart({ explored, choice, series }: ExploreChartProps) {
  const { text, language } = useText()
  const format = useMeasureFormat(choice.measure)
  const { from, to, step, now } = explored
  const buckets = useMemo(() => {
    const count = Math.round((to - from) / step)
    const starts = Array.from({ length: count }, (_, at) => ({ at: from + at * step }))
    return bucketNames({ buckets: starts, step, now }, language)
  }, [from, to, step, now, language])
  return (
    <BucketChart
      label={text(`explore.measure_${choice.measure}`)}
      shape={choice.view === 'lines' ? 'line' : 'bars'}
      buckets={buckets}
      series={series}
      format={format}
      formatTick={(value) => (value === 0 ? '0' : format(value))}
    />
  )
}

/** The groups that are named, each in its colour, and the rest. */
export function useExploreSeries(
  explored: ExploredJson,
  { by, second }: ExploreChoice,
): readonly ChartSeries[] {
  const { text } = useText()
  const nameOf = useKeyNames()
  return useMemo(() => {
    const values = (series: readonly (number | null)[]) =>
      series.map((value) => value ?? Number.NaN)
    const groups = explored.groups.map(({ keys, series }, at) => {
      const names = keys.map((key, place) => nameOf([by, second][place] || undefined, key))
      return {
        key: JSON.stringify(keys.map(({ key }) => key)),
        title: names.join(' · ') || text('explore.total'),
        color: colorAt(at),
        values: values(series),
      }
    })
    const { other } = explored
    if (other === null) return groups
    const rest = {
      key: 'other',
      title: text('explore.other', { count: other.count }),
      color: REST_COLOR,
      values: values(other.series),
    }
    return [...groups, rest]
  }, [explored, by, second, nameOf, text])
}
