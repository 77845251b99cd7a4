import { TextInput } from '@primer/react'
import type { ReactNode } from 'react'
import type { Resource } from '../../../server/domain/resources/resource'
import { useText } from '../../language'
import { ClearFilters } from '../ClearFilters'
import { ColumnMenu } from '../ColumnMenu'
import { SearchBox } from '../SearchBox'
import { Toolbar } from '../Toolbar'
import type { JobQuery } from './use-job-query'
import './job.css'

interface JobFiltersProps<Name extends string> {
  readonly query: JobQuery
  /** Whose columns can be chosen; absent where there are none to be seen. */
  readonly resource?: Resource<string, Name> | undefined
  /** Filters of these jobs only. */
  readonly children?: ReactNode
}

export function JobFilters<Name extends string>(props: JobFiltersProps<Name>) {
  const { query, resource, children } = props
  const { text } = useText()
  const { filters, filter, shown, isForAll } = query
  return (
    <Toolbar>
      {(['start', 'end'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          step={60}
          className="job-time"
          aria-label={text(name === 'start' ? 'log.from' : 'log.to')}
          value={shown[name]}
          onChange={({ target }) => filter({ [name]: target.value })}
        />
      ))}
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
      <div className="toolbar-end">
        <ClearFilters query={query} />
        {resource && <ColumnMenu resource={resource} />}
      </div>
    </Toolbar>
  )
}
