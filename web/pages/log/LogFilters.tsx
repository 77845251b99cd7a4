import { Button, Select, TextInput } from '@primer/react'
import { logResource } from '../../../server/domain/resources/logs'
import { LOG_TYPE, type LogTypeName } from '../../../server/domain/status'
import { ColumnMenu } from '../../components/ColumnMenu'
import { SearchBox } from '../../components/SearchBox'
import { localTimeText } from '../../components/TimeField'
import { Toolbar } from '../../components/Toolbar'
import type { ListQuery } from '../../components/use-list-query'
import { useText } from '../../language'

export const LOG_FILTERS = [
  'type',
  'start',
  'end',
  'token_name',
  'model_name',
  'group',
  'username',
  'channel',
] as const

const TYPES = Object.keys(LOG_TYPE) as LogTypeName[]
const DAY_MS = 86_400_000

/** Epoch seconds at which the day before yesterday began here: what is shown at first. */
export function recentDays(): number {
  const now = new Date(performance.timeOrigin + performance.now() - 2 * DAY_MS)
  now.setHours(0, 0, 0, 0)
  return Math.floor(now.getTime() / 1000)
}

interface LogFiltersProps {
  readonly query: ListQuery<(typeof LOG_FILTERS)[number]>
  readonly isForAll: boolean
  readonly defaultStart: number
}

export function LogFilters({ query, isForAll, defaultStart }: LogFiltersProps) {
  const { text } = useText()
  const { filters, filter, isFiltered, clear } = query
  const texts = [
    { name: 'token_name', label: text('log.by_token') },
    { name: 'model_name', label: text('log.by_model') },
    { name: 'group', label: text('log.by_group') },
    ...(isForAll
      ? ([
          { name: 'username', label: text('log.by_user') },
          { name: 'channel', label: text('log.by_channel') },
        ] as const)
      : []),
  ] as const
  return (
    <Toolbar>
      <TextInput
        type="datetime-local"
        step={1}
        className="log-time"
        aria-label={text('log.from')}
        value={filters.start === '' ? localTimeText(defaultStart) : filters.start}
        onChange={(event) => filter({ start: event.target.value })}
      />
      <TextInput
        type="datetime-local"
        step={1}
        className="log-time"
        aria-label={text('log.to')}
        value={filters.end}
        onChange={(event) => filter({ end: event.target.value })}
      />
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
        {isFiltered && (
          <Button variant="invisible" onClick={clear}>
            {text('ui.clear_filters')}
          </Button>
        )}
        <ColumnMenu resource={logResource} />
      </div>
    </Toolbar>
  )
}
