import { ChecklistIcon } from '@primer/octicons-react'
import { useParams } from 'wouter'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { Blank } from '../../components/Blank'
import { LoadFailure } from '../../components/LoadFailure'
import { OrderState } from '../../components/OrderState'
import { PageHeader } from '../../components/PageHeader'
import { Changes } from '../../components/stats/Changes'
import { Panel } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { TextLink } from '../../components/TextLink'
import { useFormat } from '../../format'
import { useText } from '../../language'
import '../../components/facts.css'

/** One online top-up: whose it is, what was paid, what it brought and when. */
export default function OneOrderPage() {
  const { text } = useText()
  const { trade = '' } = useParams()
  const query = { p: 1, page_size: 1, trade_no: trade }
  const { data, error, reload } = useEndpoint('payment.list', { query })
  const order = data?.items.find(({ trade_no }) => trade_no === trade)
  return (
    <>
      <PageHeader
        title={trade}
        isReading={data === undefined && error === undefined}
        {...(order && { description: <OrderState status={order.status} /> })}
      />
      {error !== undefined && <LoadFailure message={failureText(error, text)} onRetry={reload} />}
      {order && <Facts order={order} />}
      {data !== undefined && order === undefined && (
        <Blank icon={ChecklistIcon} title={text('ui.empty')} />
      )}
      <Changes target={`order:${trade}`} />
    </>
  )
}

interface FactsProps {
  readonly order: DataOf<'payment.list'>['items'][number]
}

function Facts({ order }: FactsProps) {
  const { text } = useText()
  const format = useFormat()
  const { user_id, username, credits, money_cents, create_time, complete_time } = order
  return (
    <Panel title={text('nav.order')}>
      <div className="panel-body">
        <dl className="fact-list">
          <dt>{text('field.order.username')}</dt>
          <dd>
            <TextLink to={subjectPath('user', user_id)}>{username || `#${user_id}`}</TextLink>
          </dd>
          <dt>{text('field.order.money_cents')}</dt>
          <dd>{format.money(money_cents)}</dd>
          <dt>{text('field.order.credits')}</dt>
          <dd>{format.quota(credits)}</dd>
          <dt>{text('field.order.create_time')}</dt>
          <dd>{format.time(create_time)}</dd>
          <dt>{text('field.order.complete_time')}</dt>
          <dd>{complete_time > 0 ? format.time(complete_time) : '–'}</dd>
        </dl>
      </div>
    </Panel>
  )
}
