import { Select, TextInput } from '@primer/react'
import { SearchBox } from '../../components/SearchBox'
import { localTimeText } from '../../components/TimeField'
import { Toolbar } from '../../components/Toolbar'
import type { ListQuery } from '../../components/use-list-query'
import { useText } from '../../language'
import { UNITS } from './buckets'
import { type Choice, RANGES, type Range, UNIT_OF } from './ranges'

export const DETAIL_FILTERS = [
  'range',
  'unit',
  'start',
  'end',
  'username',
  'metric',
  'view',
] as const

interface DetailFiltersProps {
  readonly query: ListQuery<(typeof DETAIL_FILTERS)[number]>
  readonly choice: Choice
  /** Epoch seconds at which the shown range begins, where a custom one starts from. */
  readonly from: number | undefined
  readonly isForAll: boolean
}

export function DetailFilters({ query, choice, from, isForAll }: DetailFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  const chooseRange = (range: Range): void => {
    const start = range === 'custom' && from !== undefined ? localTimeText(from) : ''
    filter({ range, unit: range === 'custom' ? choice.unit : UNIT_OF[range], start, end: '' })
  }
  return (
    <Toolbar>
      <Select
        aria-label={text('detail.range')}
        value={choice.range}
        onChange={({ target }) => {
          const range = RANGES.find((one) => one === target.value)
          if (range !== undefined) chooseRange(range)
        }}
      >
        {RANGES.map((range) => (
          <Select.Option key={range} value={range}>
            {text(`detail.range_${range}`)}
          </Select.Option>
        ))}
      </Select>
      <Select
        aria-label={text('detail.unit')}
        value={choice.unit}
        onChange={({ target }) => filter({ unit: target.value })}
      >
        {UNITS.map((unit) => (
          <Select.Option key={unit} value={unit}>
            {text(`detail.unit_${unit}`)}
          </Select.Option>
        ))}
      </Select>
      {choice.range === 'custom' &&
        (['start', 'end'] as const).map((name) => (
          <TextInput
            key={name}
            type="datetime-local"
            step={1}
            aria-label={text(name === 'start' ? 'log.from' : 'log.to')}
            value={filters[name]}
            onChange={({ target }) => filter({ [name]: target.value })}
          />
        ))}
      {isForAll && (
        <SearchBox
          label={text('detail.by_user')}
          value={filters.username}
          onChange={(username) => filter({ username: username.trim() })}
        />
      )}
    </Toolbar>
  )
}
