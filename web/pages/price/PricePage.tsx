/** What each model costs, in dollars: found, changed, imported, and how it came about. */
import { DownloadIcon, PlusIcon, SyncIcon, TagIcon, UploadIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  countUnset,
  foundModels,
  PRICE_FILTERS,
  type PricedModel,
} from '../../../server/domain/prices/priced-models'
import { useEndpoint } from '../../api/use-endpoint'
import { type Text, useText } from '../../app/language'
import { Note } from '../../components/form/Note'
import { Late, lateDialog } from '../../components/late/Late'
import { lazyPart } from '../../components/late/lazy-part'
import { ListTools } from '../../components/list/ListTools'
import { Pager } from '../../components/list/Pager'
import { SearchBox } from '../../components/list/SearchBox'
import { Toolbar } from '../../components/list/Toolbar'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { useAction } from '../../components/page/use-action'
import { downloadFile } from '../../components/table/download'
import { ResourceTable } from '../../components/table/ResourceTable'
import { PriceActions } from './PriceActions'
import { usePriceCells } from './PriceCells'
import { priceResource } from './price-resource'
import { PRICE_SORTS, priceSortFrom, SORT_FILTERS, sortedModels } from './sorted-models'
import { type PricedModels, usePricedModels } from './use-priced-models'
import './price.css'

const ChosenPrices = lazyPart(async () => ({
  default: (await import('./ChosenPrices')).ChosenPrices,
}))
const ImportDialog = lateDialog(async () => (await import('./ImportDialog')).ImportDialog)
const PriceDrawer = lateDialog(async () => (await import('./PriceDrawer')).PriceDrawer)
const PriceUpdates = lateDialog(async () => (await import('./updates/PriceUpdates')).PriceUpdates)
const PriceHistory = lateDialog(async () => (await import('./PriceHistory')).PriceHistory)

const FILTERS = ['keyword', 'show', ...SORT_FILTERS] as const
type PriceQuery = ListQuery<(typeof FILTERS)[number]>

/** `model` of the address is the one whose price is edited, so that a link leads to it. */
const EDITED = 'model'

type Open =
  | { readonly kind: 'new' | 'import' | 'updates' }
  | { readonly kind: 'history'; model: string }

export default function PricePage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, isFiltered } = query
  const list = usePricedModels()
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const [edited, edit] = useEdited()
  const close = (): void => setOpen(undefined)
  const { keyword, show, sort: column, order } = filters
  const sort = useMemo(() => priceSortFrom({ sort: column, order }), [column, order])
  const found = useMemo(
    () => list.models && sortedModels(foundModels(list.models, { keyword, show }), sort),
    [list.models, keyword, show, sort],
  )
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const choice = chosenAmong(found ?? [], chosen)
  return (
    <>
      <PriceHeader list={list} onOpen={(kind) => setOpen({ kind })} />
      <UnsetNote list={list} query={query} />
      <ReviewNote onOpen={() => setOpen({ kind: 'updates' })} />
      <PriceFilters query={query} />
      {choice.models.length > 0 && (
        <Late onClose={() => choose(new Set())}>
          <ChosenPrices
            models={choice.models}
            rows={list.rows}
            found={(found ?? []).map(({ model }) => model)}
            onChoose={(models) => choose(new Set(models))}
          />
        </Late>
      )}
      <ResourceTable
        resource={priceResource}
        rows={found?.slice((page - 1) * pageSize, page * pageSize)}
        nameOf={({ model }) => model}
        error={list.error}
        onRetry={list.reload}
        selection={{ ids: choice.ids, onChange: (ids) => choose(choice.withIds(ids)) }}
        sort={{ ...sort, columns: PRICE_SORTS, onSort: query.filter }}
        isResting={({ isOffered }) => !isOffered}
        cells={usePriceCells()}
        actions={(row) => (
          <PriceActions
            row={row}
            onEdit={() => edit(row.model)}
            onHistory={() => setOpen({ kind: 'history', model: row.model })}
          />
        )}
        {...(!isFiltered && {
          empty: <Blank icon={TagIcon} title={text('ui.empty')} />,
        })}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={found?.length ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
      {list.models !== undefined && edited !== '' && (
        <PriceDrawer model={edited} rows={list.rows} onClose={() => edit('')} />
      )}
      {open !== undefined && <OpenDrawer open={open} list={list} onClose={close} />}
    </>
  )
}

interface OpenDrawerProps {
  readonly open: Open
  readonly list: PricedModels
  readonly onClose: () => void
}

function OpenDrawer({ open, list, onClose }: OpenDrawerProps) {
  switch (open.kind) {
    case 'new':
      return <PriceDrawer model="" rows={list.rows} onClose={onClose} />
    case 'import':
      return <ImportDialog rows={list.rows} served={list.served} onClose={onClose} />
    case 'updates':
      return <PriceUpdates onClose={onClose} />
    case 'history':
      return <PriceHistory model={open.model} onClose={onClose} />
  }
}

/** By name: the numbers of rows change when prices come and go. */
function chosenAmong(found: readonly PricedModel[], chosen: ReadonlySet<string>) {
  const rows = found.filter(({ model }) => chosen.has(model))
  return {
    models: rows.map(({ model }) => model),
    ids: new Set(rows.map(({ id }) => id)),
    withIds: (ids: ReadonlySet<number>) =>
      new Set(found.filter(({ id }) => ids.has(id)).map(({ model }) => model)),
  }
}

/** "" for none. */
function useEdited(): readonly [string, (model: string) => void] {
  const [search, setSearch] = useSearchParams()
  const edit = (model: string): void =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        if (model === '') next.delete(EDITED)
        else next.set(EDITED, model)
        return next
      },
      { replace: true },
    )
  return [search.get(EDITED) ?? '', edit]
}

interface PriceHeaderProps {
  readonly list: PricedModels
  readonly onOpen: (kind: 'new' | 'import' | 'updates') => void
}

function PriceHeader({ list, onOpen }: PriceHeaderProps) {
  const { text } = useText()
  const isReading = list.models === undefined
  const { isBusy, run } = useAction()
  const save = () =>
    run(async () => {
      const { exportedPrices } = await import('../../../server/domain/prices/imported-prices')
      downloadFile('prices.json', exportedPrices(list.rows), 'application/json')
    })
  return (
    <PageHeader
      title={text('nav.price')}
      description={text('price_row.description')}
      manual="prices"
    >
      <Button
        leadingVisual={DownloadIcon}
        disabled={isReading || isBusy}
        onClick={() => void save()}
      >
        {text('prices.export')}
      </Button>
      <Button leadingVisual={SyncIcon} disabled={isReading} onClick={() => onOpen('updates')}>
        {text('price_update.title')}
      </Button>
      <Button leadingVisual={UploadIcon} disabled={isReading} onClick={() => onOpen('import')}>
        {text('prices.import')}
      </Button>
      <Button
        variant="primary"
        leadingVisual={PlusIcon}
        disabled={isReading}
        onClick={() => onOpen('new')}
      >
        {text('price_row.add')}
      </Button>
    </PageHeader>
  )
}

interface UnsetNoteProps {
  readonly list: PricedModels
  readonly query: PriceQuery
}

function UnsetNote({ list, query }: UnsetNoteProps) {
  const { text } = useText()
  const { models, error } = list
  if (models === undefined && error === undefined) return <span data-unsized={true} />
  const count = countUnset(models ?? [])
  if (count === 0) return null
  return (
    <div className="price-note">
      <Note
        tone="warning"
        action={
          query.filters.show === 'unset'
            ? undefined
            : {
                label: text('price_row.show_them'),
                onPress: () => query.filter({ keyword: '', show: 'unset' }),
              }
        }
      >
        {text('price_row.unset_count', { count })}
      </Note>
    </div>
  )
}

/** Prices of sources that nobody has looked at yet. */
function ReviewNote({ onOpen }: { readonly onOpen: () => void }) {
  const { text } = useText()
  const { data } = useEndpoint('price_review.list')
  const count = new Set(data?.map(({ model }) => model)).size
  if (count === 0) return null
  const action = { label: text('price_update.review'), onPress: onOpen }
  return (
    <div className="price-note">
      <Note tone="warning" action={action}>
        {text('price_update.waiting', { count })}
      </Note>
    </div>
  )
}

function filterTitle(name: (typeof PRICE_FILTERS)[number], text: Text): string {
  if (name === 'unset') return text('prices.show_unset')
  return text(name === 'offered' ? 'price_row.show_offered' : 'price_row.show_units')
}

function PriceFilters({ query }: { readonly query: PriceQuery }) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <Toolbar>
      <SearchBox
        label={text('prices.search')}
        isWide
        value={filters.keyword}
        onChange={(keyword) => filter({ keyword })}
      />
      <Select
        aria-label={text('prices.show')}
        value={filters.show}
        onChange={({ target }) => filter({ show: target.value })}
      >
        <Select.Option value="">{text('prices.show_all')}</Select.Option>
        {PRICE_FILTERS.map((name) => (
          <Select.Option key={name} value={name}>
            {filterTitle(name, text)}
          </Select.Option>
        ))}
      </Select>
      <ListTools list="prices" resource={priceResource} query={query} />
    </Toolbar>
  )
}
