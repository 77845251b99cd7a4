import { GraphIcon, XIcon } from '@primer/octicons-react'
import { isAdmin } from '../../../server/domain/accounts/roles'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { ExploredJson } from '../../../server/domain/endpoints/usage'
import { EXPLORE_FILTERS } from '../../../server/domain/usage/charts'
import {
  USAGE_GROUP_NAMES,
  USAGE_WINDOWS,
  type UsageGroup,
} from '../../../server/domain/usage/explore'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { Charts } from './Charts'
import { ExploreChart, useExploreSeries } from './ExploreChart'
import { ExploreGroups } from './ExploreGroups'
import { ExploreQuestion } from './ExploreQuestion'
import { type ExploreChoice, exploreChoice, usageQuery } from './explore-query'
import './explore.css'

const LIVE_EVERY_MS = 15_000

/** One measure of the usage of a time, by up to two things: the address holds the entire query. */
export default function ExplorePage() {
  const { text } = useText()
  const forAll = isAdmin(useViewer()?.role ?? 0)
  const { filters, filter } = useListQuery(EXPLORE_FILTERS)
  const choice = exploreChoice(filters, forAll)
  const query = usageQuery(filters, choice)
  // Minutes are looked at while they move.
  const everyMs = USAGE_WINDOWS[choice.window].bucket === 60 ? LIVE_EVERY_MS : 0
  const { data, error, reload } = useEndpoint(
    forAll ? 'usage.explore' : 'usage.explore_own',
    { query },
    { everyMs },
  )
  return (
    <>
      <PageHeader title={text('nav.explore')} description={text('explore.description')}>
        <Charts />
      </PageHeader>
      <ExploreQuestion choice={choice} isForAll={forAll} onChange={filter} />
      <Narrowed
        groups={USAGE_GROUP_NAMES.filter((name) => filters[name] !== '')}
        values={filters}
        explored={data}
        onDrop={(name) => filter({ [name]: '' })}
      />
      {error !== undefined && data === undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {error === undefined && data === undefined && <PageSkeleton />}
      {data !== undefined && <Answer explored={data} choice={choice} onChange={filter} />}
    </>
  )
}

interface NarrowedProps {
  readonly groups: readonly UsageGroup[]
  readonly values: Readonly<Record<UsageGroup, string>>
  readonly explored: ExploredJson | undefined
  readonly onDrop: (group: UsageGroup) => void
}

/** What the question is narrowed to, each with a way back. */
function Narrowed({ groups, values, onDrop }: NarrowedProps) {
  const { text } = useText()
  if (groups.length === 0) return null
  return (
    <ul className="explore-filters">
      {groups.map((group) => {
        const name = text(`explore.group_${group}`)
        return (
          <li key={group}>
            <button
              type="button"
              className="state-chip"
              aria-label={text('explore.drop', { name })}
              onClick={() => onDrop(group)}
            >
              {text('explore.filter', { group: name, name: values[group] })} <XIcon size={12} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface AnswerProps {
  readonly explored: ExploredJson
  readonly choice: ExploreChoice
  readonly onChange: (
    change: Partial<Readonly<Record<UsageGroup | 'by' | 'second', string>>>,
  ) => void
}

function Answer({ explored, choice, onChange }: AnswerProps) {
  const { text } = useText()
  const { measure, view, window } = choice
  const series = useExploreSeries(explored, choice)
  const title = text(`explore.measure_${measure}`)
  const { calls, refused, quota } = explored.total
  if (calls + refused + quota === 0) {
    return (
      <div className="table-frame">
        <Blank
          icon={GraphIcon}
          title={text('explore.empty')}
          message={text('explore.empty_text')}
        />
      </div>
    )
  }
  return (
    <>
      {view !== 'table' && (
        <section className="panel">
          <div className="panel-head">
            <h2>{title}</h2>
            <span className="muted">
              {USAGE_WINDOWS[window].step === 86_400 ? text('explore.utc_days') : ''}
            </span>
          </div>
          <div className="panel-body">
            <ExploreChart explored={explored} choice={choice} series={series} />
          </div>
        </section>
      )}
      <ExploreGroups explored={explored} choice={choice} series={series} onChange={onChange} />
    </>
  )
}
