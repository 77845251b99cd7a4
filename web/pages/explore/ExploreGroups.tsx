import { ArrowRightIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { isAdmin } from '../../../server/domain/accounts/roles'
import type { ExploredJson } from '../../../server/domain/endpoints/usage'
import { USAGE_MEASURES, type UsageGroup } from '../../../server/domain/usage/explore'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import type { ChartSeries } from '../../components/chart/chart'
import { Sparkline } from '../../components/chart/Sparkline'
import { subjectPath } from '../../components/stats/subject-path'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { Figures } from '../../components/table/Figures'
import type { ExploreChoice } from './explore-query'
import { useMeasureFormat } from './use-measure-format'
import '../../components/table/table.css'

interface ExploreGroupsProps {
  readonly explored: ExploredJson
  readonly choice: ExploreChoice
  /** In the order of the groups, with their names and colours. */
  readonly series: readonly ChartSeries[]
  readonly onChange: (
    change: Partial<Readonly<Record<UsageGroup | 'by' | 'second', string>>>,
  ) => void
}

/** What has a page of its own: for users that of a token, the others are for operators. */
const PAGED = ['token', 'model', 'channel', 'user'] as const
const OWN_PAGED = ['token'] as const

/** The groups as rows: value, share and requests; a press narrows the question to one of them. */
export function ExploreGroups({ explored, choice, series, onChange }: ExploreGroupsProps) {
  const { text } = useText()
  const { by, second, measure } = choice
  const format = useMeasureFormat(measure)
  const { share, change, count } = useStatFormats()
  const { total, value: sum, value_before: before, other } = explored
  const { unit } = USAGE_MEASURES[measure]
  const isSum = unit === 'credits' || unit === 'count'
  const shareOf = (value: number | null) => (isSum ? share(value ?? 0, sum ?? 0) : '–')
  const rows = [
    ...explored.groups.map((group, at) => ({ ...group, series: series[at] })),
    ...(other === null ? [] : [{ ...other, keys: [], series: series.at(-1) }]),
  ]
  // Where requests are the measure, they are no second column.
  const titles = [
    text(`explore.measure_${measure}`),
    text('explore.share'),
    ...(measure === 'requests' ? [] : [text('explore.measure_requests')]),
  ]
  const groups = [by, second].filter((name) => name !== '')
  const name = groups.map((group) => text(`explore.group_${group}`)).join(' · ')
  return (
    <div className="table-frame">
      <table className="table explore-table">
        <thead>
          <tr>
            <th scope="col">{name || text('explore.total')}</th>
            {titles.map((title) => (
              <th key={title} scope="col" className="table-number">
                {title}
              </th>
            ))}
            <th aria-label={text('explore.view')} />
          </tr>
        </thead>
        <tbody>
          {groups.length > 0 &&
            rows.map((row) => (
              <tr key={row.series?.key}>
                <td>
                  <span className="chart-swatch" style={{ background: row.series?.color }} />{' '}
                  <GroupName
                    groups={groups}
                    keys={row.keys}
                    title={row.series?.title ?? ''}
                    onChange={onChange}
                  />
                </td>
                <Figures
                  titles={titles}
                  figures={[format(row.value), shareOf(row.value), count(row.total.calls)]}
                />
                <td className="explore-line">
                  <Sparkline values={(row.series?.values ?? []).map((one) => one || 0)} />
                </td>
              </tr>
            ))}
          <tr className="explore-total">
            <th scope="row">{text('explore.total')}</th>
            <Figures titles={titles} figures={[format(sum), '', count(total.calls)]} />
            <td className="explore-line muted">
              {before !== null &&
                `${text('explore.before')}: ${format(before)} ${change(sum ?? 0, before)}`}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

interface GroupNameProps {
  readonly groups: readonly UsageGroup[]
  readonly keys: ExploredJson['groups'][number]['keys']
  readonly title: string
  readonly onChange: ExploreGroupsProps['onChange']
}

/** A click filters by it and groups by another field; what has a page leads there too. */
function GroupName({ groups, keys, title, onChange }: GroupNameProps) {
  const { text } = useText()
  const isForAll = isAdmin(useViewer()?.role ?? 0)
  if (keys.length === 0) return <span className="muted">{title}</span>
  const narrowed = Object.fromEntries(groups.map((group, at) => [group, keys[at]?.key ?? '']))
  const [group] = groups
  const [key] = keys
  const paged = (isForAll ? PAGED : OWN_PAGED).find((one) => one === group)
  const canNarrow = keys.every((one) => one.key !== '')
  return (
    <>
      {canNarrow ? (
        <button
          type="button"
          className="explore-name"
          title={text('explore.only')}
          onClick={() => onChange(narrowed)}
        >
          {title}
        </button>
      ) : (
        <span>{title}</span>
      )}
      {paged !== undefined && key !== undefined && key.key !== '' && key.key !== '0' && (
        <>
          {' '}
          <Link
            className="explore-page"
            href={subjectPath(paged, key.key)}
            aria-label={text('explore.page_of', { name: key.name || title })}
          >
            <ArrowRightIcon size={12} />
          </Link>
        </>
      )}
    </>
  )
}
