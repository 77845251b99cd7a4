/** What an order has to do with something that its service charges for by itself. */
import { type OrderRow, updateOrder } from '../../../../db/tables/orders'
import {
  findRecurring,
  insertRecurring,
  type RecurringRow,
  updateRecurring,
} from '../../../../db/tables/recurring-payments'
import { nextRecurringAskAt } from '../../../domain/payments/ask-times'
import type { Work } from '../../work'
import type { PaymentState } from '../services/service'

interface NewRecurring {
  readonly service: string
  readonly userId: number
  /** Of the order that begins it. */
  readonly tradeNo: string
}

/** Before its first payment nobody is charged, and nobody is asked. */
export async function beginRecurring(
  { trx, clock }: Work,
  { service, userId, tradeNo }: NewRecurring,
): Promise<RecurringRow> {
  return await insertRecurring(trx, {
    ...{ service, user_id: userId, trade_no: tradeNo, reference: '', state: 'open' },
    ...{ service_renews: 1, is_sending: 0, subscription_id: 0, period_end: 0 },
    ...{ ask_at: 0, answered_at: 0, ask_problem: '', revision: 0, created_at: clock.nowMs() },
  })
}

/** The number and the period that the service has for it, once they are known. */
export async function noteRecurring(
  { trx, clock }: Work,
  {
    order: { recurring_id: id, trade_no, period_end },
    state: { recurring: reported },
  }: { readonly order: OrderRow; readonly state: PaymentState },
): Promise<void> {
  if (id === 0 || reported === undefined) return
  const { reference, startMs, endMs } = reported
  if (period_end === 0 && endMs > 0) {
    await updateOrder(trx, trade_no, { period_start: startMs, period_end: endMs })
  }
  const row = await findRecurring(trx, id)
  if (row === undefined || row.reference !== '' || reference === '') return
  const ask_at = nextRecurringAskAt({ periodEndMs: row.period_end, nowMs: clock.nowMs() })
  await updateRecurring(trx, id, { reference, ask_at })
}
