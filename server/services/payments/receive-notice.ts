/** What payment services tell by themselves. */
import { findOrder, findOrderOfPayment, type OrderRow } from '../../../db/tables/orders'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { PaymentServiceId } from '../../domain/payments/services'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { openAccount } from './accounts'
import { applyState } from './apply'
import { askOrder } from './ask'
import { openCase } from './cases'
import { type RecurringNotice, receiveRecurring } from './recurring/notice'
import type { EpayFields } from './services/epay-signature'
import type { Money, Notice, RawNotice } from './services/service'

/**
 * Applies a notice, once however often it comes. Returning means that what it tells is
 * committed. Throws `payment.closed`, `payment.signature_invalid`, `payment.notice_unreadable`,
 * `payment.order_not_found` and `payment.order_mismatch`, the last two after a case is open, and
 * `payment.service_failed` when the service cannot say what has happened.
 */
export async function receiveServiceNotice(
  deps: ServiceDeps,
  actor: Actor,
  { service, raw }: { readonly service: PaymentServiceId; readonly raw: RawNotice },
): Promise<void> {
  const account = await openAccount(deps, service)
  const notice = await account.readNotice(raw)
  if (notice.kind === 'ignored') return
  if (notice.kind === 'recurring') {
    const isOurs = await receiveRecurring(deps, actor, { service, notice })
    // Others may be paid through the same account.
    if (isOurs || notice.tradeNo === '' || notice.paid === undefined) return
    await openNoticeCase(deps, actor, { service, notice, reason: 'order_not_found' })
    throw new GatewayError('payment.order_not_found')
  }
  const order = await orderOf(deps, service, notice)
  if (order === undefined) {
    if (notice.kind === 'changed' && notice.paid === undefined) return
    await openNoticeCase(deps, actor, { service, notice, reason: 'order_not_found' })
    throw new GatewayError('payment.order_not_found')
  }
  if (notice.kind === 'changed') {
    await askOrder(deps, actor, order.trade_no)
    return
  }
  if (notice.kind === 'unfit') {
    if (notice.why === 'other_merchant') {
      await openNoticeCase(deps, actor, { service, notice, reason: 'other_merchant' })
    }
    throw new GatewayError('payment.order_mismatch')
  }
  const { state } = notice
  if ((await applyState(deps, actor, { order, state, source: 'notice' })) === 'mismatch') {
    throw new GatewayError('payment.order_mismatch')
  }
}

type RelevantNotice = Exclude<Notice, { readonly kind: 'ignored' }>
type OfOrder = Exclude<RelevantNotice, RecurringNotice>

/** Orders of other services are none of this one's. */
async function orderOf(
  { db }: ServiceDeps,
  service: PaymentServiceId,
  notice: OfOrder,
): Promise<OrderRow | undefined> {
  const byNumber = notice.tradeNo === '' ? undefined : await findOrder(db.reader, notice.tradeNo)
  if (byNumber !== undefined) return byNumber.service === service ? byNumber : undefined
  if (notice.kind !== 'changed') return undefined
  return await findOrderOfPayment(db.reader, { service, payment: notice.payment })
}

interface NoticeCase {
  readonly service: PaymentServiceId
  readonly notice: RelevantNotice
  readonly reason: 'order_not_found' | 'other_merchant'
}

const NO_MONEY: Money = { cents: undefined, currency: '' }

async function openNoticeCase(
  deps: ServiceDeps,
  actor: Actor,
  { service, notice, reason }: NoticeCase,
): Promise<void> {
  const { money, payment } = factsOf(notice)
  await transact(deps, actor, async (work) => {
    await openCase(work, {
      ...{ service, reason, payment },
      trade_no: notice.tradeNo,
      money_cents: money.cents ?? 0,
      currency: money.currency,
    })
  })
}

function factsOf(notice: RelevantNotice): { readonly money: Money; readonly payment: string } {
  if (notice.kind === 'changed' || notice.kind === 'recurring') {
    return { money: notice.paid ?? NO_MONEY, payment: notice.payment }
  }
  return notice.kind === 'state' ? notice.state : notice
}

/** Throws as `receiveServiceNotice`. */
export async function settlePayment(
  deps: ServiceDeps,
  actor: Actor,
  fields: EpayFields,
): Promise<void> {
  const raw = { fields, body: '', header: () => '' }
  await receiveServiceNotice(deps, actor, { service: 'epay', raw })
}

/** Anybody can cause these, so they leave no trace that would fill the audit log. */
const UNSIGNED: ReadonlySet<string> = new Set(['payment.signature_invalid', 'payment.closed'])

/**
 * Whether epay may stop repeating a notice. It understands one word only; a signed notice that
 * fits no order is put on record, because money may be missing.
 */
export async function receiveNotice(
  deps: ServiceDeps,
  actor: Actor,
  notice: EpayFields,
): Promise<boolean> {
  try {
    await settlePayment(deps, actor, notice)
    return true
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (!UNSIGNED.has(error.id)) {
      await recordRefusal(deps, actor, { notice, reason: error.id })
    }
    return false
  }
}

interface Refusal {
  readonly notice: EpayFields
  readonly reason: string
}

async function recordRefusal(
  deps: ServiceDeps,
  actor: Actor,
  { notice, reason }: Refusal,
): Promise<void> {
  const { out_trade_no: order = '', pid = '', money = '', trade_status = '' } = notice
  await transact(deps, actor, async (work) => {
    await recordAudit(work, {
      action: 'order.refuse',
      target: `order:${order}`,
      after: { reason, pid, money, trade_status },
    })
  })
}
