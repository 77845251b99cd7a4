import type { ReactNode } from 'react'
import type { Resource } from '../../../server/domain/resources/resource'
import { drawingStatus, statusName, taskStatus } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { ListRange } from '../list/ListRange'
import { ListTools } from '../list/ListTools'
import { SearchBox } from '../list/SearchBox'
import { ListChips, stateChips } from '../list/StateChips'
import { Toolbar } from '../list/Toolbar'
import type { JobKind } from './shown-job'
import type { JobQuery } from './use-job-query'
import './job.css'

interface JobFiltersProps<Name extends string> {
  readonly kind: JobKind
  readonly query: JobQuery
  /** How many there are of each status. */
  readonly states: readonly { readonly status: string; readonly count: number }[] | undefined
  /** Whose columns can be chosen; absent where there are none to be seen. */
  readonly resource?: Resource<string, Name> | undefined
  /** Filters of these jobs only. */
  readonly children?: ReactNode
}

/** From what goes on to what is over. */
const IN_ORDER = Object.values({ ...taskStatus.values, ...drawingStatus.values })

export function JobFilters<Name extends string>(props: JobFiltersProps<Name>) {
  const { kind, query, states, resource, children } = props
  const { text } = useText()
  const { filters, filter, isForAll, span, otherwise } = query
  const titleOf = (status: string): string => {
    const name =
      kind === 'task' ? statusName(taskStatus, status) : statusName(drawingStatus, status)
    return name === undefined ? status : text(`job_status.${name}`)
  }
  const words = { titleOf, chosen: filters.status, all: text('ui.all'), inOrder: IN_ORDER }
  const [all, ...each] = stateChips(states, words)
  // One that is just being submitted has no status to ask for.
  const chips = [...(all ? [all] : []), ...each.filter(({ name }) => name !== '')]
  return (
    <>
      <ListChips chips={chips} chosen={filters.status} onChoose={(status) => filter({ status })} />
      <Toolbar>
        <ListRange query={query} span={span} otherwise={otherwise} />
        <SearchBox
          label={text('job.by_id')}
          value={filters.job}
          onChange={(job) => filter({ job: job.trim() })}
        />
        {isForAll && (
          <SearchBox
            label={text('log.by_channel')}
            value={filters.channel}
            onChange={(channel) => filter({ channel: channel.trim() })}
          />
        )}
        {children}
        <ListTools list={kind} resource={resource} query={query} />
      </Toolbar>
    </>
  )
}
