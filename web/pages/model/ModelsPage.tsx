/** Every model: who serves it, what it costs, how it does, and what to do where one of it lacks. */
import { RepoIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { ListTools } from '../../components/list/ListTools'
import { Pager } from '../../components/list/Pager'
import { RefreshButton } from '../../components/list/RefreshButton'
import { SearchBox } from '../../components/list/SearchBox'
import { Toolbar } from '../../components/list/Toolbar'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { ResourceTable } from '../../components/table/ResourceTable'
import { SORT_FILTERS } from '../../components/table/sort'
import { Chips } from '../price/Chips'
import { ModelActions } from './ModelActions'
import { useModelCells } from './ModelCells'
import { modelResource } from './model-resource'
import {
  countOf,
  foundRows,
  MODEL_SORTS,
  MODEL_STATES,
  type ModelRow,
  modelRows,
  modelSortFrom,
} from './model-rows'
import './model.css'

const FILTERS = ['keyword', 'state', ...SORT_FILTERS] as const
type ModelQuery = ListQuery<(typeof FILTERS)[number]>

/** Whoever watches an incident need not press anything. */
const EVERY_MS = 60_000

export default function ModelsPage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, isFiltered } = query
  const { data, error, reload } = useEndpoint('model.board', {}, { everyMs: EVERY_MS })
  const rows = useMemo(() => data && modelRows(data), [data])
  const found = rows && foundRows(rows, filters)
  return (
    <>
      <PageHeader
        title={text('nav.models')}
        description={text('models.description')}
        manual="routing"
      >
        <RefreshButton onRefresh={reload} />
      </PageHeader>
      <ModelFilters rows={rows ?? []} query={query} />
      <ResourceTable
        resource={modelResource}
        rows={found?.slice((page - 1) * pageSize, page * pageSize)}
        nameOf={({ model }) => model}
        cells={useModelCells()}
        actions={(row) => <ModelActions row={row} />}
        isResting={({ state }) => state === 'idle'}
        sort={{ ...modelSortFrom(filters), columns: MODEL_SORTS, onSort: query.filter }}
        error={error}
        onRetry={reload}
        {...(!isFiltered && { empty: <NoModels /> })}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={found?.length ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
    </>
  )
}

function NoModels() {
  const { text } = useText()
  return (
    <Blank icon={RepoIcon} title={text('models.empty')} message={text('models.empty_text')}>
      <Button as={Link} href="/channel/setup" variant="primary">
        {text('models.add_channel')}
      </Button>
    </Blank>
  )
}

interface ModelFiltersProps {
  readonly rows: readonly ModelRow[]
  readonly query: ModelQuery
}

function ModelFilters({ rows, query }: ModelFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  const states = MODEL_STATES.map((name) => ({
    name,
    title: text(`models.${name}`),
    count: countOf(rows, name),
  }))
  return (
    <>
      <Chips
        legend={text('models.filter')}
        chips={[
          { name: '', title: text('models.all'), count: rows.length },
          ...states.filter(({ name, count }) => count > 0 || name === filters.state),
        ]}
        chosen={filters.state}
        onChoose={(state) => filter({ state })}
      />
      <Toolbar>
        <SearchBox
          label={text('models.search')}
          isWide
          isLive
          value={filters.keyword}
          onChange={(keyword) => filter({ keyword })}
        />
        <ListTools list="models" resource={modelResource} query={query} />
      </Toolbar>
    </>
  )
}
