import { Suspense } from 'react'
import { useParams } from 'wouter'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { PAYMENT_SERVICE_IDS } from '../../../server/domain/payments/services'
import { TOP_UP_STATUS } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { RefreshButton } from '../../components/list/RefreshButton'
import { PageHeader } from '../../components/page/PageHeader'
import { SubjectFailure } from '../../components/page/SubjectFailure'
import { Changes } from '../../components/stats/Changes'
import { Panel } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { CopyLine } from '../../components/text/CopyLine'
import { OrderState } from '../../components/text/OrderState'
import { TextLink } from '../../components/text/TextLink'
import { OrderButtons } from './OrderButtons'
import { PaymentMethod } from './PaymentMethod'
import '../../components/page/facts.css'
import './order.css'

/** Most orders have no case. */
const PaymentCases = lazyPart(() => import('./PaymentCases'))

const OrderInvoices = lazyPart(() => import('./OrderInvoices'))

const OUTCOMES = ['begun', 'renewed', 'gone', 'had_already', 'missed'] as const

type ShownOrder = DataOf<'payment.show'>

/** One online top-up: whose it is, what was paid, what it brought, and where that is booked. */
export default function OneOrderPage() {
  const { trade: trade_no = '' } = useParams()
  const toast = useToast()
  const { data: order, error, reload } = useEndpoint('payment.show', { params: { trade_no } })
  if (error !== undefined) {
    return <SubjectFailure kind="order" id={trade_no} error={error} onRetry={reload} />
  }
  return (
    <>
      <PageHeader
        title={trade_no}
        isReading={order === undefined}
        {...(order && { description: <OrderState order={order} /> })}
      >
        <RefreshButton onRefresh={reload} />
        {order && <OrderButtons order={order} />}
      </PageHeader>
      {order && order.cases.length > 0 && (
        <LateBoundary onMissing={toast.failure}>
          <Suspense fallback={null}>
            <PaymentCases cases={order.cases} isOfOrder />
          </Suspense>
        </LateBoundary>
      )}
      {order && <Facts order={order} />}
      {order && <Booking order={order} />}
      {order?.status === TOP_UP_STATUS.success && (
        <LateBoundary onMissing={toast.failure}>
          <Suspense fallback={null}>
            <OrderInvoices tradeNo={trade_no} />
          </Suspense>
        </LateBoundary>
      )}
      <Changes target={`order:${trade_no}`} />
    </>
  )
}

interface OrderProps {
  readonly order: ShownOrder
}

function Facts({ order }: OrderProps) {
  const { text } = useText()
  const format = useFormat()
  const { user_id, username, credits, money_cents, create_time, complete_time } = order
  const { currency } = order
  const service = PAYMENT_SERVICE_IDS.find((id) => id === order.service)
  const outcome = OUTCOMES.find((each) => each === order.plan_outcome)
  const { trade_no, provider_trade_no: provider } = order
  return (
    <Panel title={text('order.bought')}>
      <div className="panel-body">
        <dl className="fact-list">
          <dt>{text('field.order.username')}</dt>
          <dd>
            <TextLink to={subjectPath('user', user_id)}>{username || `#${user_id}`}</TextLink>
          </dd>
          <dt>{text('field.order.credits')}</dt>
          <dd>{format.quota(credits)}</dd>
          <dt>{text('field.order.money_cents')}</dt>
          <dd>{format.money(money_cents, currency)}</dd>
          {order.promo_code !== '' && (
            <>
              <dt>{text('promo.code')}</dt>
              <dd>
                {text('promo.taken_off', {
                  money: format.money(order.cents_off, currency),
                  code: order.promo_code,
                })}
              </dd>
            </>
          )}
          {order.refunded_cents > 0 && (
            <>
              <dt>{text('field.order.refunded_cents')}</dt>
              <dd>{format.money(order.refunded_cents, currency)}</dd>
            </>
          )}
          {order.plan_id > 0 && (
            <>
              <dt>{text('order.plan')}</dt>
              <dd>
                {order.plan_name}
                {outcome !== undefined && ` (${text(`order.outcome_${outcome}`)})`}
              </dd>
            </>
          )}
          <dt>{text('field.order.payment_method')}</dt>
          <dd>
            <PaymentMethod name={order.payment_method} />
          </dd>
          <dt>{text('field.order.service')}</dt>
          <dd>{service === undefined ? order.service || '–' : text(`order.service_${service}`)}</dd>
          <dt>{text('field.order.create_time')}</dt>
          <dd>{format.time(create_time)}</dd>
          <dt>{text('field.order.complete_time')}</dt>
          <dd>{complete_time > 0 ? format.time(complete_time) : '–'}</dd>
          <Asked order={order} />
        </dl>
        <div className="order-numbers">
          <CopyLine label={text('field.order.trade_no')} value={trade_no} />
          {provider !== '' && (
            <CopyLine label={text('field.order.provider_trade_no')} value={provider} />
          )}
        </div>
      </div>
    </Panel>
  )
}

/** When its payment service was asked, and will be. */
function Asked({ order: { asked_time, ask_time, ask_problem } }: OrderProps) {
  const { text } = useText()
  const format = useFormat()
  return (
    <>
      {asked_time > 0 && (
        <>
          <dt>{text('order.asked_last')}</dt>
          <dd>{format.time(asked_time)}</dd>
        </>
      )}
      {ask_time > 0 && (
        <>
          <dt>{text('order.asked_next')}</dt>
          <dd>{format.time(ask_time)}</dd>
        </>
      )}
      {ask_problem !== '' && (
        <>
          <dt>{text('order.ask_problem')}</dt>
          <dd>{ask_problem}</dd>
        </>
      )}
    </>
  )
}

/** Where the credits of a paid order are booked. */
function Booking({ order: { booking, user_id, complete_time } }: OrderProps) {
  const { text } = useText()
  const format = useFormat()
  return (
    <Panel title={text('order.booking')}>
      {booking === null ? (
        <p className="panel-nothing">
          {text(complete_time > 0 ? 'order.booking_missing' : 'order.no_booking')}
        </p>
      ) : (
        <div className="panel-body">
          <dl className="fact-list">
            <dt>{text('order.booking_line')}</dt>
            <dd className="mono">#{booking.id}</dd>
            <dt>{text('order.booking_time')}</dt>
            <dd>{format.time(booking.created_at / 1000)}</dd>
            <dt>{text('order.booking_change')}</dt>
            <dd className="number" title={format.number(booking.user_delta)}>
              +{format.quota(booking.user_delta)}
            </dd>
            <dt>{text('order.booking_account')}</dt>
            <dd>
              <TextLink to={subjectPath('user', user_id)}>{`user:${user_id}`}</TextLink>
            </dd>
          </dl>
        </div>
      )}
    </Panel>
  )
}
