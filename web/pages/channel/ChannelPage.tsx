import { PlusIcon } from '@primer/octicons-react'
import { Button, Select } from '@primer/react'
import { useState } from 'react'
import { channelResource } from '../../../server/domain/resources/channels'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { readStored, store } from '../../app/storage'
import { Late, lateDialog } from '../../components/late/Late'
import { lazyPart } from '../../components/late/lazy-part'
import { Pager } from '../../components/list/Pager'
import { RefreshButton } from '../../components/list/RefreshButton'
import { SavedViews } from '../../components/list/SavedViews'
import { SearchBox } from '../../components/list/SearchBox'
import { SelectAll } from '../../components/list/SelectAll'
import { StateChips } from '../../components/list/StateChips'
import { Toolbar } from '../../components/list/Toolbar'
import { type Addressed, useAddressed, useAddressedRow } from '../../components/list/use-addressed'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { PageHeader } from '../../components/page/PageHeader'
import { ColumnMenu } from '../../components/table/ColumnMenu'
import { SORT_FILTERS, sortFrom } from '../../components/table/sort'
import { stateText } from '../../components/text/StateLabel'
import { ChannelTable } from './ChannelTable'
import { CheckLine } from './CheckLine'
import { ManyChannelsMenu } from './ManyChannelsMenu'
import { TypeFilter } from './TypeFilter'

const ChosenChannels = lazyPart(async () => ({
  default: (await import('./ChosenChannels')).ChosenChannels,
}))
const ChannelDrawer = lateDialog(async () => (await import('./drawer/ChannelDrawer')).ChannelDrawer)

const FILTERS = [
  ...(['keyword', 'model', 'group', 'status', 'type', 'tag_mode'] as const),
  ...SORT_FILTERS,
] as const
const SORTS = ['name', 'used_quota', 'balance', 'response_time', 'priority', 'weight'] as const
const SORT_STORED_AS = 'id-sort'

export default function ChannelPage() {
  const { text } = useText()
  const addressed = useAddressed('/channel')
  const query = useListQuery(FILTERS)
  const { page, pageSize } = query
  const [byId, sortById] = useState(readStored(SORT_STORED_AS) === 'true')
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const unchoose = (): void => choose(new Set())
  const { list, byTag, sort, isNarrowed } = useChannelList(query, byId)
  return (
    <>
      <PageHeader
        title={text('nav.channel')}
        description={text('channel.description')}
        manual="channels"
      >
        <RefreshButton onRefresh={list.reload} />
        <ManyChannelsMenu />
        <Button variant="primary" leadingVisual={PlusIcon} onClick={addressed.add}>
          {text('channel.add')}
        </Button>
      </PageHeader>
      <StateChips
        noun="channel"
        titleOf={(status) => stateText('channel_status', Number(status), text)}
        chosen={query.filters.status}
        onChoose={(wanted) => query.filter({ status: wanted })}
      />
      <ChannelFilters
        query={query}
        byId={byId}
        onSort={(next) => {
          store(SORT_STORED_AS, String(next))
          sortById(next)
        }}
      />
      {chosen.size > 0 && (
        <Late onClose={unchoose}>
          <ChosenChannels ids={chosen} shown={list.data} onDone={unchoose} />
        </Late>
      )}
      {!byTag && (
        <SelectAll
          items={list.data ?? []}
          total={list.answer?.total ?? 0}
          readPage={(number, size) => list.readWith({ p: number - 1, page_size: size })}
          selected={chosen}
          onSelect={(rows) => choose(new Set(rows.map(({ id }) => id)))}
        />
      )}
      {byTag && list.answer && <TagTotals {...list.answer} />}
      <ChannelTable
        list={list}
        byTag={byTag}
        selection={{ ids: chosen, onChange: choose }}
        {...(!byTag && { sort: { ...sort, columns: SORTS, onSort: query.filter } })}
        isFiltered={isNarrowed}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={list.answer?.total ?? 0}
        {...(byTag && { counted: text('channel.tags_counted') })}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
      <AddressedDrawer addressed={addressed} />
    </>
  )
}

/** The query of the address; tags have an order of their own. */
function useChannelList(
  { filters, page, pageSize }: ListQuery<(typeof FILTERS)[number]>,
  byId: boolean,
) {
  const byTag = filters.tag_mode === 'true'
  const { keyword, model, group, status, type } = filters
  const sort = byTag ? undefined : sortFrom(filters, SORTS, undefined)
  const list = useEndpoint('channel.search', {
    query: {
      p: page - 1,
      page_size: pageSize,
      id_sort: byId,
      tag_mode: byTag,
      untagged: byTag,
      keyword,
      model,
      group,
      status: Number(status) || undefined,
      type: Number(type) || undefined,
      sort: sort?.column,
      order: sort?.direction,
    },
  })
  const isNarrowed = [keyword, model, group, status, type].some((value) => value !== '')
  return { list, byTag, sort, isNarrowed }
}

interface TagTotalsProps {
  readonly total?: number
  readonly untagged?: number
}

/** What the entries of a list by tag are: tags, and channels without one. */
function TagTotals({ total = 0, untagged = 0 }: TagTotalsProps) {
  const { text } = useText()
  const tags = text('channel.tags_count', { count: total - untagged })
  return (
    <p className="muted" role="status">
      {untagged === 0 ? tags : `${tags} · ${text('channel.untagged', { count: untagged })}`}
    </p>
  )
}

/** Of a new channel, or of the one that the address names. */
function AddressedDrawer({ addressed }: { readonly addressed: Addressed }) {
  const shown = useEndpoint(
    'channel.show',
    { params: { id: addressed.id ?? 0 } },
    { skip: addressed.id === undefined },
  )
  const channel = useAddressedRow(addressed, shown)
  const { isNew, close } = addressed
  if (isNew) return <ChannelDrawer channel={undefined} onClose={close} />
  return channel && <ChannelDrawer key={channel.id} channel={channel} onClose={close} />
}

interface ChannelFiltersProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
  readonly byId: boolean
  readonly onSort: (byId: boolean) => void
}

function ChannelFilters({ query, byId, onSort }: ChannelFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  const { data: groups = [] } = useEndpoint('group.list')
  return (
    <Toolbar>
      <SearchBox
        label={text('channel.search')}
        value={filters.keyword}
        isWide
        onChange={(keyword) => filter({ keyword })}
      />
      <SearchBox
        label={text('channel.search_model')}
        value={filters.model}
        onChange={(model) => filter({ model })}
      />
      <Select
        aria-label={text('field.channel.group')}
        value={filters.group}
        onChange={(event) => filter({ group: event.target.value })}
      >
        <Select.Option value="">{text('channel.all_groups')}</Select.Option>
        {groups.map((group) => (
          <Select.Option key={group} value={group}>
            {group}
          </Select.Option>
        ))}
      </Select>
      <TypeFilter chosen={filters.type} onChoose={(type) => filter({ type })} />
      <div className="toolbar-end">
        <CheckLine
          label={text('channel.sort_by_id')}
          isChecked={byId}
          onChange={() => onSort(!byId)}
        />
        <CheckLine
          label={text('channel.tag_mode')}
          isChecked={filters.tag_mode === 'true'}
          onChange={() => filter({ tag_mode: filters.tag_mode === 'true' ? '' : 'true' })}
        />
        <SavedViews list="channel" />
        <ColumnMenu resource={channelResource} />
      </div>
    </Toolbar>
  )
}
