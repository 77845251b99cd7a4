import { Suspense } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { lazyPart } from '../../components/late/lazy-part'

const PinnedChart = lazyPart(async () => ({
  default: (await import('../explore/PinnedChart')).PinnedChart,
}))

/** Questions to Explore that somebody has put on the own overview. */
export function PinnedCharts() {
  const { data = [] } = useEndpoint('chart.list')
  const pinned = data.filter((chart) => chart.is_own && chart.pinned)
  if (pinned.length === 0) return null
  return (
    <div className="panel-pair pinned-charts">
      {pinned.map((chart) => (
        <Suspense key={chart.id} fallback={null}>
          <PinnedChart chart={chart} />
        </Suspense>
      ))}
    </div>
  )
}
