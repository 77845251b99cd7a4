/** Payments that a person has to look at, because they fit nothing here. */
import {
  type CaseFacts,
  type CaseFilter,
  closeCase,
  listCases,
  noteCase,
  type PaymentCaseRow,
} from '../../../db/tables/payment-cases'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { PaymentCaseReason } from '../../domain/payments/services'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

export interface CaseOpening extends Omit<CaseFacts, 'reason' | 'told'> {
  readonly reason: PaymentCaseReason
  readonly told?: string | undefined
}

/** In the caller's transaction. The same case is counted, not opened twice. */
export async function openCase(work: Work, { told = '', ...opening }: CaseOpening): Promise<void> {
  await noteCase(work.trx, { ...opening, told }, work.clock.nowMs())
}

/** Newest first. */
export async function listPaymentCases(
  { db }: ServiceDeps,
  { isOpen, tradeNo, ...page }: CaseFilter & PageRequest = {},
): Promise<Page<PaymentCaseRow>> {
  const window = pageWindow(page)
  const { items, total } = await listCases(db.lists, { isOpen, tradeNo }, window)
  return pageOf(window, items, total)
}

/** How many wait for a person. */
export async function countOpenCases({ db }: ServiceDeps): Promise<number> {
  return (await listCases(db.lists, { isOpen: true }, { offset: 0, limit: 1 })).total
}

const MAX_NOTE = 500

/** Throws `payment.case_not_found`, also for one that is closed. */
export async function closePaymentCase(
  deps: ServiceDeps,
  actor: Actor,
  { id, note = '' }: { readonly id: number; readonly note?: string | undefined },
): Promise<PaymentCaseRow> {
  const said = visibleLine('note', note.trim())
  if (said.length > MAX_NOTE) {
    throw new GatewayError('value.too_long', { field: 'note', max: MAX_NOTE })
  }
  return await transact(deps, actor, async (work) => {
    const nowMs = work.clock.nowMs()
    const closed = await closeCase(work.trx, id, { by: actor.name, note: said, nowMs })
    if (closed === undefined) throw new GatewayError('payment.case_not_found')
    const { reason, trade_no } = closed
    await recordAudit(work, {
      action: 'order.close_case',
      target: `order:${trade_no}`,
      after: { case: id, reason, note: said },
    })
    return closed
  })
}
