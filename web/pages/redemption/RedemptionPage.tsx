import { CopyIcon, GiftIcon, PlusIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { redemptionResource } from '../../../server/domain/resources/redemptions'
import { REDEMPTION_STATUS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { ColumnMenu } from '../../components/ColumnMenu'
import { NameLink } from '../../components/NameLink'
import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { ResourceTable } from '../../components/ResourceTable'
import { SearchBox } from '../../components/SearchBox'
import { StateLabel } from '../../components/StateLabel'
import { SORT_FILTERS, sortFrom } from '../../components/sort'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/TextLink'
import { Toolbar } from '../../components/Toolbar'
import { useCopy } from '../../components/use-copy'
import { type ListQuery, useListQuery } from '../../components/use-list-query'
import { useText } from '../../language'
import { useToast } from '../../shell/Toasts'
import { CodesDialog } from './CodesDialog'
import { RedemptionActions } from './RedemptionActions'
import { RedemptionDrawer } from './RedemptionDrawer'

export type Redemption = DataOf<'redemption.show'>

const FILTERS = ['keyword', ...SORT_FILTERS] as const
const SORTS = ['id', 'name', 'quota', 'redeemed_time'] as const

export default function RedemptionPage() {
  const { text } = useText()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, isFiltered } = query
  const sort = sortFrom(filters, SORTS, undefined)
  const list = useEndpoint('redemption.search', {
    query: {
      p: page,
      page_size: pageSize,
      keyword: filters.keyword,
      sort: sort?.column,
      order: sort?.direction,
    },
  })
  const [edited, edit] = useState<Redemption | 'new' | undefined>(undefined)
  const [made, show] = useState<readonly string[]>([])
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  return (
    <>
      <PageHeader title={text('nav.redemption')} description={text('redemption.description')}>
        <Button variant="primary" leadingVisual={PlusIcon} onClick={() => edit('new')}>
          {text('redemption.add')}
        </Button>
      </PageHeader>
      <CodeToolbar
        query={query}
        chosen={list.data?.items.filter(({ id }) => chosen.has(id)) ?? []}
      />
      <ResourceTable
        resource={redemptionResource}
        rows={list.data?.items}
        nameOf={({ name }) => name}
        selection={{ ids: chosen, onChange: choose }}
        sort={{ ...sort, columns: SORTS, onSort: query.filter }}
        error={list.error}
        onRetry={list.reload}
        isResting={({ status }) => status !== REDEMPTION_STATUS.unused}
        cells={{
          name: ({ id, name }) => <NameLink to={subjectPath('redemption', id)} name={name} />,
          used_user_id: ({ used_user_id }) => <RedeemedBy id={used_user_id} />,
          status: ({ status }) => <StateLabel kind="redemption_status" value={status} />,
        }}
        actions={(row) => (
          <RedemptionActions redemption={row} onEdit={edit} onShow={({ key }) => show([key])} />
        )}
        {...(!isFiltered && {
          empty: <Blank icon={GiftIcon} title={text('redemption.empty')} />,
        })}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
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

interface CodeToolbarProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
  readonly chosen: readonly Redemption[]
}

function CodeToolbar({ query, chosen }: CodeToolbarProps) {
  const { text } = useText()
  return (
    <Toolbar>
      <SearchBox
        label={text('redemption.search')}
        isWide
        value={query.filters.keyword}
        onChange={(keyword) => query.filter({ keyword })}
      />
      <div className="toolbar-end">
        <CopyChosen rows={chosen} />
        <ColumnMenu resource={redemptionResource} />
      </div>
    </Toolbar>
  )
}

function RedeemedBy({ id }: { readonly id: number }) {
  const { text } = useText()
  if (id === 0) return text('ui.none')
  return <TextLink to={subjectPath('user', id)}>{`#${id}`}</TextLink>
}

function CopyChosen({ rows }: { readonly rows: readonly Redemption[] }) {
  const { text } = useText()
  const toast = useToast()
  const copy = useCopy()
  const copyAll = (): void => {
    if (rows.length === 0) toast.warn(text('redemption.choose_one'))
    else void copy(rows.map(({ name, key }) => `${name}    ${key}`).join('\n'))
  }
  return (
    <Button leadingVisual={CopyIcon} onClick={copyAll}>
      {text('redemption.copy_chosen')}
    </Button>
  )
}
