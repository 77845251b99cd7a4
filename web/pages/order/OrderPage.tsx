import { CreditCardIcon } from '@primer/octicons-react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { orderResource } from '../../../server/domain/resources/orders'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { ListTools } from '../../components/ListTools'
import { NameLink } from '../../components/NameLink'
import { OrderState, orderStateText } from '../../components/OrderState'
import { PagedTable } from '../../components/PagedTable'
import { PageHeader } from '../../components/PageHeader'
import { RefreshButton } from '../../components/RefreshButton'
import { SearchBox } from '../../components/SearchBox'
import { StateChips } from '../../components/StateChips'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/TextLink'
import { Toolbar } from '../../components/Toolbar'
import { useListQuery } from '../../components/use-list-query'
import { useFormat } from '../../format'
import { useText } from '../../language'

const FILTERS = ['status', 'user'] as const

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
  const { filters, page, pageSize } = query
  const list = useEndpoint('payment.list', {
    query: { p: page, page_size: pageSize, status: filters.status, ...ofUser(filters.user) },
  })
  return (
    <>
      <PageHeader title={text('nav.order')} description={text('order.description')}>
        <RefreshButton onRefresh={list.reload} />
      </PageHeader>
      <StateChips
        noun="order"
        titleOf={(status) => orderStateText(status, text)}
        chosen={filters.status}
        onChoose={(status) => query.filter({ status })}
      />
      <Toolbar>
        <SearchBox
          label={text('order.search_user')}
          isWide
          value={filters.user}
          onChange={(user) => query.filter({ user: user.trim() })}
        />
        <ListTools list="order" resource={orderResource} query={query} />
      </Toolbar>
      <PagedTable
        resource={orderResource}
        list={list}
        query={query}
        nameOf={({ trade_no }) => trade_no}
        cells={{
          username: ({ user_id, username }) => (
            <NameLink to={subjectPath('user', user_id)} name={username || `#${user_id}`} />
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

/** Digits are an id, anything else a name. */
function ofUser(given: string) {
  if (given === '') return {}
  return /^\d+$/.test(given) ? { user_id: Number(given) } : { username: given }
}
