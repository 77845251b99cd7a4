import { Select, TextInput } from '@primer/react'
import { logResource } from '../../../server/domain/resources/logs'
import { LOG_TYPE, type LogTypeName } from '../../../server/domain/status'
import { ClearFilters } from '../../components/ClearFilters'
import { ColumnMenu } from '../../components/ColumnMenu'
import { SearchBox } from '../../components/SearchBox'
import { Toolbar } from '../../components/Toolbar'
import { useText } from '../../language'
import { type ChosenTimes, MOST_DAYS, movedTimes } from './log-window'
import type { LogQuery } from './use-log-list'

const TYPES = Object.keys(LOG_TYPE) as LogTypeName[]

interface LogFiltersProps {
  readonly query: LogQuery
  readonly isForAll: boolean
  /** What is shown where nothing was chosen. */
  readonly recent: ChosenTimes
}

export function LogFilters({ query, isForAll, recent }: LogFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  const texts = [
    { name: 'token_name', label: text('log.by_token') },
    { name: 'model_name', label: text('log.by_model') },
    { name: 'group', label: text('log.by_group') },
    { name: 'request_id', label: text('field.log.request_id') },
    ...(isForAll
      ? ([
          { name: 'username', label: text('log.by_user') },
          { name: 'channel', label: text('log.by_channel') },
        ] as const)
      : []),
  ] as const
  return (
    <Toolbar>
      {(['start', 'end'] as const).map((name) => (
        <TextInput
          key={name}
          type="datetime-local"
          step={1}
          className="log-time"
          aria-label={text(name === 'start' ? 'log.from' : 'log.to')}
          aria-describedby="log-window"
          value={filters[name] || recent[name]}
          onChange={(event) => filter(movedTimes(filters, { [name]: event.target.value }))}
        />
      ))}
      {texts.map(({ name, label }) => (
        <SearchBox
          key={name}
          label={label}
          value={filters[name]}
          onChange={(value) => filter({ [name]: value })}
        />
      ))}
      <Select
        aria-label={text('field.log.type')}
        value={filters.type}
        onChange={(event) => filter({ type: event.target.value })}
      >
        <Select.Option value="">{text('ui.all')}</Select.Option>
        {TYPES.map((name) => (
          <Select.Option key={name} value={String(LOG_TYPE[name])}>
            {text(`log_type.${name}`)}
          </Select.Option>
        ))}
      </Select>
      <div className="toolbar-end">
        <span id="log-window" className="muted">
          {text('log.window', { days: MOST_DAYS })}
        </span>
        <ClearFilters query={query} />
        <ColumnMenu resource={logResource} />
      </div>
    </Toolbar>
  )
}
