import { CopyIcon, PlusIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { tokenResource } from '../../../server/domain/resources/tokens'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { actingFor } from '../../app/session'
import { useToast } from '../../app/Toasts'
import { lateDialog } from '../../components/late/Late'
import { Pager } from '../../components/list/Pager'
import { SearchBox } from '../../components/list/SearchBox'
import { SelectAll } from '../../components/list/SelectAll'
import { Toolbar } from '../../components/list/Toolbar'
import { useAddressed, useAddressedRow } from '../../components/list/use-addressed'
import { useChosen } from '../../components/list/use-chosen'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { PageHeader } from '../../components/page/PageHeader'
import { ColumnMenu } from '../../components/table/ColumnMenu'
import { SORT_FILTERS, sortFrom } from '../../components/table/sort'
import { useCopy } from '../../components/text/use-copy'
import { FirstStep } from '../home/FirstStep'
import { ChosenTokens } from './ChosenTokens'
import { isHidden } from './key-ends'
import { TokenTable } from './TokenTable'

const TokenDrawer = lateDialog(async () => (await import('./TokenDrawer')).TokenDrawer)

const FILTERS = ['keyword', 'token', ...SORT_FILTERS] as const
const SORTS = ['name', 'used_quota', 'remain_quota', 'accessed_time'] as const

export default function TokenPage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, isFiltered } = query
  const { list, sort } = useTokenList(query)
  const addressed = useAddressed('/token')
  const shown = useEndpoint(
    'token.show',
    { params: { id: addressed.id ?? 0 } },
    { skip: addressed.id === undefined },
  )
  const edited = useAddressedRow(addressed, shown)
  const chosen = useChosen(list.data)
  return (
    <>
      <PageHeader
        title={text('nav.token')}
        description={`${text('token.description')} ${text('token.limits_exact')}`}
        manual="clients"
      >
        <Button variant="primary" leadingVisual={PlusIcon} onClick={addressed.add}>
          {text('token.add')}
        </Button>
      </PageHeader>
      {actingFor() === undefined && <FirstStep />}
      <Toolbar>
        <SearchBox
          label={text('token.search_name')}
          value={filters.keyword}
          onChange={(keyword) => query.filter({ keyword })}
        />
        <SearchBox
          label={text('token.search_key')}
          value={filters.token}
          onChange={(token) => query.filter({ token })}
        />
        <div className="toolbar-end">
          <CopyChosen tokens={chosen.rows} />
          <ColumnMenu resource={tokenResource} />
        </div>
      </Toolbar>
      {chosen.rows.length > 0 && <ChosenTokens tokens={chosen.rows} onDone={chosen.clear} />}
      <SelectAll
        items={list.data ?? []}
        total={list.answer?.total ?? 0}
        readPage={(number, size) => list.readWith({ p: number - 1, size })}
        selected={chosen.selection.ids}
        onSelect={chosen.selection.choose}
      />
      <TokenTable
        list={list}
        selection={chosen.selection}
        sort={{ ...sort, columns: SORTS, onSort: query.filter }}
        onEdit={addressed.edit}
        onAdd={addressed.add}
        isFiltered={isFiltered}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={list.answer?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
      {addressed.isNew && <TokenDrawer token={undefined} onClose={addressed.close} />}
      {edited && <TokenDrawer key={edited.id} token={edited} onClose={addressed.close} />}
    </>
  )
}

/** The query of the address. */
function useTokenList(query: ListQuery<(typeof FILTERS)[number]>) {
  const { filters, page, pageSize, isFiltered } = query
  const window = { p: page - 1, size: pageSize }
  const sort = sortFrom(filters, SORTS, undefined)
  const all = useEndpoint('token.list', { query: window }, { skip: isFiltered })
  const found = useEndpoint(
    'token.search',
    {
      query: {
        ...window,
        keyword: filters.keyword,
        token: filters.token,
        sort: sort?.column,
        order: sort?.direction,
      },
    },
    { skip: !isFiltered },
  )
  const list = isFiltered ? found : all
  return { list, sort }
}

function CopyChosen({ tokens }: { readonly tokens: readonly TokenJson[] }) {
  const { text } = useText()
  const toast = useToast()
  const copy = useCopy()
  const copyAll = (): void => {
    const shown = tokens.filter(({ key }) => !isHidden(key))
    if (tokens.length === 0) toast.warn(text('token.choose_one'))
    else if (shown.length === 0) toast.warn(text('org.key_hidden'))
    else void copy(shown.map(({ name, key }) => `${name}    sk-${key}`).join('\n'))
  }
  return (
    <Button leadingVisual={CopyIcon} onClick={copyAll}>
      {text('token.copy_chosen')}
    </Button>
  )
}
