import { CreditCardIcon } from '@primer/octicons-react'
import { Suspense } from 'react'
import { ORDER_SORTS, orderResource } from '../../../server/domain/resources/orders'
import { TOP_UP_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { ExportButton } from '../../components/list/ExportButton'
import {
  ListRange,
  type ListSpan,
  RANGE_FILTERS,
  useListSpan,
} from '../../components/list/ListRange'
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
import { useAllowedColumns } from '../../components/table/use-shown-columns'
import { OrderState, orderStateText } from '../../components/text/OrderState'
import { TextLink } from '../../components/text/TextLink'
import { ChosenOrders } from './ChosenOrders'
import { OrderActions } from './OrderActions'
import { ofUser } from './of-user'
import { PaymentMethod } from './PaymentMethod'

/** Most days none is open: what shows them is fetched when needed. */
const OpenCases = lazyPart(() => import('./OpenCases'))

const FILTERS = ['status', 'user', ...RANGE_FILTERS, ...SORT_FILTERS] as const
const NEWEST = { column: 'create_time', direction: 'desc' } as const
const { pending, success, expired } = TOP_UP_STATUS

const PHONE = {
  username: 'lead',
  status: 'side',
  money_cents: 'plain',
  payment_method: 'plain',
  create_time: 'plain',
  trade_no: 'plain',
  complete_time: 'out',
} as const

type OrderQuery = ListQuery<(typeof FILTERS)[number]>

/** Everybody's online top-ups, for those who answer for the money. */
export default function OrderPage() {
  const { text } = useText()
  const format = useFormat()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, filter } = query
  const span = useListSpan(filters, 'all')
  const sort = sortFrom(filters, ORDER_SORTS, NEWEST)
  const wanted = {
    status: filters.status,
    ...ofUser(filters.user),
    start_timestamp: span.from,
    end_timestamp: span.to,
    sort: sort.column,
    order: sort.direction,
  }
  const list = useEndpoint('payment.list', { query: { ...wanted, p: page, page_size: pageSize } })
  const chosen = useChosen(list.data?.items)
  const columns = useAllowedColumns(orderResource)
  return (
    <>
      <PageHeader title={text('nav.order')} description={text('order.description')}>
        <RefreshButton onRefresh={list.reload} />
        <ExportButton
          name="orders"
          columns={columns}
          read={async (at) => (await call('payment.list', { query: { ...wanted, ...at } })).data}
        />
      </PageHeader>
      {(list.data?.open_cases ?? 0) > 0 && <LateCases />}
      <OrderFilters query={query} span={span} />
      <ChosenOrders rows={chosen.rows} columns={columns} onDone={chosen.clear} />
      <PagedTable
        resource={orderResource}
        list={list}
        query={query}
        nameOf={({ trade_no }) => trade_no}
        selection={chosen.selection}
        sort={{ ...sort, columns: ORDER_SORTS, onSort: filter }}
        isResting={({ status }) => status === expired}
        cells={{
          username: ({ user_id, username }) => (
            <NameLink to={subjectPath('user', user_id)} name={username || `#${user_id}`} />
          ),
          trade_no: ({ trade_no }) => (
            <span className="mono">
              <TextLink to={subjectPath('order', trade_no)}>{trade_no}</TextLink>
            </span>
          ),
          money_cents: ({ money_cents, currency }) => (
            <span className="number">{format.money(money_cents, currency)}</span>
          ),
          payment_method: ({ payment_method }) => <PaymentMethod name={payment_method} />,
          status: (order) => <OrderState order={order} />,
        }}
        phone={PHONE}
        actions={(order) => <OrderActions order={order} />}
        empty={
          <Blank
            icon={CreditCardIcon}
            title={text('order.empty')}
            message={text('order.empty_text')}
          />
        }
      />
    </>
  )
}

function LateCases() {
  const toast = useToast()
  return (
    <LateBoundary onMissing={toast.failure}>
      <Suspense fallback={null}>
        <OpenCases />
      </Suspense>
    </LateBoundary>
  )
}

interface OrderFiltersProps {
  readonly query: OrderQuery
  readonly span: ListSpan
}

function OrderFilters({ query, span }: OrderFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <>
      <StateChips
        noun="order"
        titleOf={(status) => orderStateText(status, text)}
        inOrder={[pending, success, expired]}
        chosen={filters.status}
        onChoose={(status) => filter({ status })}
      />
      <Toolbar>
        <SearchBox
          label={text('order.search_user')}
          isWide
          value={filters.user}
          onChange={(user) => filter({ user: user.trim() })}
        />
        <ListRange query={query} span={span} otherwise="all" />
        <ListTools list="order" resource={orderResource} query={query} />
      </Toolbar>
    </>
  )
}
