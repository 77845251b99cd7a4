import { CreditCardIcon } from '@primer/octicons-react'
import { Select } from '@primer/react'
import { useState } from 'react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { orderResource } from '../../../server/domain/resources/orders'
import { TOP_UP_STATUS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { ClearFilters } from '../../components/ClearFilters'
import { ColumnMenu } from '../../components/ColumnMenu'
import { OrderState } from '../../components/OrderState'
import { PageHeader } from '../../components/PageHeader'
import { Pager } from '../../components/Pager'
import { ResourceTable } from '../../components/ResourceTable'
import { SearchBox } from '../../components/SearchBox'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/TextLink'
import { Toolbar } from '../../components/Toolbar'
import { type ListQuery, useListQuery } from '../../components/use-list-query'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { UserDialog } from '../log/UserDialog'
import './order.css'

const FILTERS = ['status', 'user'] as const
const STATUSES = Object.keys(TOP_UP_STATUS) as (keyof typeof TOP_UP_STATUS)[]

/** As the payment service names them. */
const METHODS: ReadonlyMap<string, TextKey> = new Map([
  ['alipay', 'wallet.alipay'],
  ['wxpay', 'wallet.wechat'],
])

/** Everybody's online top-ups, for those who answer for the money. */
export default function OrderPage() {
  const { text } = useText()
  const format = useFormat()
  const query = useListQuery(FILTERS)
  const { filters, page, pageSize, isFiltered } = query
  const list = useEndpoint('payment.list', {
    query: {
      p: page,
      page_size: pageSize,
      status: filters.status,
      user_id: Number(filters.user) || undefined,
    },
  })
  const [user, showUser] = useState<number | undefined>(undefined)
  return (
    <>
      <PageHeader title={text('nav.order')} description={text('order.description')} />
      <OrderFilters query={query} />
      <ResourceTable
        resource={orderResource}
        rows={list.data?.items}
        nameOf={({ trade_no }) => trade_no}
        error={list.error}
        onRetry={list.reload}
        cells={{
          user_id: ({ user_id }) => (
            <button
              type="button"
              className="order-user mono"
              aria-label={text('order.user', { id: user_id })}
              onClick={() => showUser(user_id)}
            >
              {user_id}
            </button>
          ),
          trade_no: ({ trade_no }) => (
            <span className="mono">
              <TextLink to={subjectPath('order', trade_no)}>{trade_no}</TextLink>
            </span>
          ),
          money_cents: ({ money_cents }) => (
            <span className="number">{format.money(money_cents)}</span>
          ),
          payment_method: ({ payment_method }) => {
            const title = METHODS.get(payment_method)
            return title === undefined ? payment_method : text(title)
          },
          status: ({ status }) => <OrderState status={status} />,
        }}
        {...(!isFiltered && {
          empty: (
            <Blank
              icon={CreditCardIcon}
              title={text('order.empty')}
              message={text('order.empty_text')}
            />
          ),
        })}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={list.data?.total ?? 0}
        onPage={query.turnTo}
        onPageSize={query.resize}
      />
      {user !== undefined && <UserDialog id={user} onClose={() => showUser(undefined)} />}
    </>
  )
}

interface OrderFiltersProps {
  readonly query: ListQuery<(typeof FILTERS)[number]>
}

function OrderFilters({ query }: OrderFiltersProps) {
  const { text } = useText()
  const { filters, filter } = query
  return (
    <Toolbar>
      <SearchBox
        label={text('field.order.user_id')}
        value={filters.user}
        onChange={(user) => filter({ user: user.trim() })}
      />
      <Select
        aria-label={text('field.order.status')}
        value={filters.status}
        onChange={({ target }) => filter({ status: target.value })}
      >
        <Select.Option value="">{text('task.all_statuses')}</Select.Option>
        {STATUSES.map((name) => (
          <Select.Option key={name} value={TOP_UP_STATUS[name]}>
            {text(`wallet.order_${name}`)}
          </Select.Option>
        ))}
      </Select>
      <div className="toolbar-end">
        <ClearFilters query={query} />
        <ColumnMenu resource={orderResource} />
      </div>
    </Toolbar>
  )
}
