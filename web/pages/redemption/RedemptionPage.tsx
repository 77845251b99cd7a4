import { GiftIcon, PlusIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { redemptionResource } from '../../../server/domain/resources/redemptions'
import { REDEMPTION_STATUS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { ListTools } from '../../components/list/ListTools'
import { PagedTable } from '../../components/list/PagedTable'
import { RefreshButton } from '../../components/list/RefreshButton'
import { SearchBox } from '../../components/list/SearchBox'
import { StateChips } from '../../components/list/StateChips'
import { Toolbar } from '../../components/list/Toolbar'
import { useChosen } from '../../components/list/use-chosen'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { subjectPath } from '../../components/stats/subject-path'
import { NameLink } from '../../components/table/NameLink'
import { SORT_FILTERS, sortFrom } from '../../components/table/sort'
import { ShortTime } from '../../components/text/ShortTime'
import { StateLabel, stateText } from '../../components/text/StateLabel'
import { ChosenCodes } from './ChosenCodes'
import { CodeWorth } from './CodeWorth'
import { RedemptionActions } from './RedemptionActions'
import { RedemptionDrawer } from './RedemptionDrawer'
import type { Redemption } from './redemption'

const CodesDialog = lateDialog(async () => (await import('./CodesDialog')).CodesDialog)

const FILTERS = ['keyword', 'status', ...SORT_FILTERS] as const
const SORTS = ['id', 'name', 'quota', 'redeemed_time'] as const

export default function RedemptionPage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, filter } = query
  const sort = sortFrom(filters, SORTS, undefined)
  const list = useEndpoint('redemption.search', {
    query: {
      p: page,
      page_size: pageSize,
      keyword: filters.keyword,
      status: Number(filters.status) || undefined,
      sort: sort?.column,
      order: sort?.direction,
    },
  })
  const [edited, edit] = useState<Redemption | 'new' | undefined>(undefined)
  const [made, show] = useState<readonly string[]>([])
  const chosen = useChosen(list.data?.items)
  return (
    <>
      <PageHeader title={text('nav.redemption')} description={text('redemption.description')}>
        <RefreshButton onRefresh={list.reload} />
        <Button variant="primary" leadingVisual={PlusIcon} onClick={() => edit('new')}>
          {text('redemption.add')}
        </Button>
      </PageHeader>
      <CodeFilters query={query} />
      {chosen.rows.length > 0 && <ChosenCodes rows={chosen.rows} onDone={chosen.clear} />}
      <PagedTable
        resource={redemptionResource}
        list={list}
        query={query}
        nameOf={({ name }) => name}
        selection={chosen.selection}
        sort={{ ...sort, columns: SORTS, onSort: filter }}
        isResting={({ status }) => status !== REDEMPTION_STATUS.unused}
        cells={{
          name: ({ id, name }) => <NameLink to={subjectPath('redemption', id)} name={name} />,
          quota: (code) => <CodeWorth code={code} />,
          created_time: ({ created_time }) => <ShortTime as="date" seconds={created_time} />,
          used_username: ({ used_user_id: id, used_username: name }) =>
            id === 0 ? undefined : (
              <NameLink to={subjectPath('user', id)} name={name || `#${id}`} />
            ),
          status: ({ status }) => <StateLabel kind="redemption_status" value={status} />,
        }}
        actions={(row) => (
          <RedemptionActions redemption={row} onEdit={edit} onShow={({ key }) => show([key])} />
        )}
        empty={<Blank icon={GiftIcon} title={text('redemption.empty')} />}
      />
      {edited !== undefined && (
        <RedemptionDrawer
          redemption={edited === 'new' ? undefined : edited}
          onMade={show}
          onClose={() => edit(undefined)}
        />
      )}
      {made.length > 0 && <CodesDialog codes={made} onClose={() => show([])} />}
    </>
  )
}

interface CodeFiltersProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
}

function CodeFilters({ query }: CodeFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <>
      <StateChips
        noun="redemption"
        titleOf={(status) => stateText('redemption_status', Number(status), text)}
        chosen={filters.status}
        onChoose={(status) => filter({ status })}
      />
      <Toolbar>
        <SearchBox
          label={text('redemption.search')}
          isWide
          value={filters.keyword}
          onChange={(keyword) => filter({ keyword })}
        />
        <ListTools list="redemption" resource={redemptionResource} query={query} />
      </Toolbar>
    </>
  )
}
