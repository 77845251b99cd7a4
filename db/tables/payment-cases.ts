/** Payments that a person has to look at. */
import type { Kysely, Selectable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { PaymentCasesTable } from '../schema/payments'

export type PaymentCaseRow = Selectable<PaymentCasesTable>

export type CaseFacts = Pick<
  PaymentCaseRow,
  'service' | 'trade_no' | 'reason' | 'payment' | 'money_cents' | 'currency' | 'told'
>

/** The same seen again is counted, open or closed; true when it is new. */
export async function noteCase(
  trx: Kysely<Schema>,
  facts: CaseFacts,
  nowMs: number,
): Promise<boolean> {
  const { seen } = await trx
    .insertInto('payment_cases')
    .values({
      ...facts,
      seen: 1,
      created_at: nowMs,
      last_at: nowMs,
      closed_at: 0,
      closed_by: '',
      note: '',
    })
    .onConflict((c) =>
      c.columns(['service', 'trade_no', 'reason', 'payment']).doUpdateSet((e) => ({
        seen: e('payment_cases.seen', '+', 1),
        last_at: nowMs,
      })),
    )
    .returning('seen')
    .executeTakeFirstOrThrow()
  return Number(seen) === 1
}

/** Opens a case that was closed, or makes it; false while it is open. */
export async function claimCase(
  trx: Kysely<Schema>,
  facts: CaseFacts,
  nowMs: number,
): Promise<boolean> {
  const fresh = {
    seen: 1,
    created_at: nowMs,
    last_at: nowMs,
    closed_at: 0,
    closed_by: '',
    note: '',
  }
  const claimed = await trx
    .insertInto('payment_cases')
    .values({ ...facts, ...fresh })
    .onConflict((c) =>
      c
        .columns(['service', 'trade_no', 'reason', 'payment'])
        .doUpdateSet({ ...fresh, money_cents: facts.money_cents, currency: facts.currency })
        .where('payment_cases.closed_at', '>', 0),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export interface CaseFilter {
  readonly isOpen?: boolean | undefined
  readonly tradeNo?: string | undefined
}

/** Newest first. */
export async function listCases(
  lists: Lists,
  { isOpen, tradeNo }: CaseFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly items: PaymentCaseRow[]; readonly total: number }> {
  const found = lists
    .selectFrom('payment_cases')
    .$if(isOpen !== undefined, (q) => q.where('closed_at', isOpen ? '=' : '>', 0))
    .$if(tradeNo !== undefined, (q) => q.where('trade_no', '=', tradeNo ?? ''))
  const items = await found
    .selectAll()
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  const { total } = await found
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total: Number(total) }
}

export async function closeCase(
  trx: Kysely<Schema>,
  id: number,
  closing: { readonly by: string; readonly note: string; readonly nowMs: number },
): Promise<PaymentCaseRow | undefined> {
  return await trx
    .updateTable('payment_cases')
    .set({ closed_at: closing.nowMs, closed_by: closing.by, note: closing.note })
    .where('id', '=', id)
    .where('closed_at', '=', 0)
    .returningAll()
    .executeTakeFirst()
}

/** What has turned out well by itself. */
export async function withdrawCase(
  trx: Kysely<Schema>,
  { service, trade_no, reason, payment }: Omit<CaseFacts, 'money_cents' | 'currency' | 'told'>,
): Promise<void> {
  await trx
    .deleteFrom('payment_cases')
    .where('service', '=', service)
    .where('trade_no', '=', trade_no)
    .where('reason', '=', reason)
    .where('payment', '=', payment)
    .execute()
}
