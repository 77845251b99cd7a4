import { Select, TextInput } from '@primer/react'
import { useText } from '../../app/language'
import { localTimeText } from '../../components/form/TimeField'
import { SearchBox } from '../../components/list/SearchBox'
import { Toolbar } from '../../components/list/Toolbar'
import type { ListQuery } from '../../components/list/use-list-query'
import { type Span, UNITS } from './buckets'
import { type Choice, fits, RANGES, type Range, UNIT_OF } from './ranges'

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
  /** What is shown, where a custom range starts from. */
  readonly span: Span | undefined
  readonly isForAll: boolean
}

export function DetailFilters({ query, choice, span, isForAll }: DetailFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  const chooseRange = (range: Range): void => {
    const start = range === 'custom' && span !== undefined ? localTimeText(span.from) : ''
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
          <Select.Option key={unit} value={unit} disabled={!fits(unit, span)}>
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
