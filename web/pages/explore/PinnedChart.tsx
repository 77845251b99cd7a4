import { isAdmin } from '../../../server/domain/accounts/roles'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { ChartJson } from '../../../server/domain/endpoints/chart'
import type { ExploredJson } from '../../../server/domain/endpoints/usage'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { Legend, Panel } from '../../components/stats/Stats'
import { TextLink } from '../../components/text/TextLink'
import { ExploreChart, useExploreSeries } from './ExploreChart'
import { type ExploreChoice, exploreChoice, filtersIn, usageQuery } from './explore-query'
import './explore.css'

const EVERY_MS = 60_000

/** The figures of a saved chart, and a link to it. */
export function PinnedChart({ chart }: { readonly chart: ChartJson }) {
  const { text } = useText()
  const forAll = isAdmin(useViewer()?.role ?? 0)
  const filters = filtersIn(chart.query)
  const choice = exploreChoice(filters, forAll)
  const { data, error, reload } = useEndpoint(
    forAll ? 'usage.explore' : 'usage.explore_own',
    { query: usageQuery(filters, choice) },
    { everyMs: EVERY_MS },
  )
  return (
    <Panel
      title={chart.name}
      aside={<TextLink to={`/explore?${chart.query}`}>{text('nav.explore')}</TextLink>}
    >
      <div className="panel-body">
        {error !== undefined && data === undefined && (
          <LoadFailure message={failureText(error, text)} onRetry={reload} />
        )}
        {error === undefined && data === undefined && <PageSkeleton />}
        {data !== undefined && <Drawn explored={data} choice={choice} />}
      </div>
    </Panel>
  )
}

interface DrawnProps {
  readonly explored: ExploredJson
  readonly choice: ExploreChoice
}

/** Where the page would have a table, its figures are drawn. */
function Drawn({ explored, choice }: DrawnProps) {
  const series = useExploreSeries(explored, choice)
  return (
    <>
      <Legend items={series} />
      <ExploreChart explored={explored} choice={choice} series={series} />
    </>
  )
}
