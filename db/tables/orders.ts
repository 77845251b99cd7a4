/** Orders: what was bought, what it costs, whether it was paid. */
import type { Insertable, Kysely, Selectable, SelectQueryBuilder, Updateable } from 'kysely'
import type { OrderSort } from '../../server/domain/resources/orders'
import { TOP_UP_STATUS } from '../../server/domain/status'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { TopUpsTable } from '../schema/payments'
import type { RowWindow } from './row-order'

export type OrderRow = Selectable<TopUpsTable>

export async function insertOrder(
  trx: Kysely<Schema>,
  order: Omit<Insertable<TopUpsTable>, 'id'>,
): Promise<OrderRow> {
  return await trx.insertInto('top_ups').values(order).returningAll().executeTakeFirstOrThrow()
}

/** `undefined` when there is one of that number. */
export async function insertOrderOnce(
  trx: Kysely<Schema>,
  order: Omit<Insertable<TopUpsTable>, 'id'>,
): Promise<OrderRow | undefined> {
  return await trx
    .insertInto('top_ups')
    .values(order)
    .onConflict((c) => c.column('trade_no').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findOrder(
  reader: Kysely<Schema>,
  tradeNo: string,
): Promise<OrderRow | undefined> {
  return await reader
    .selectFrom('top_ups')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .executeTakeFirst()
}

/**
 * Marks an order paid for one caller only: the second gets `undefined`. An expired order is
 * paid like a pending one, because the money has arrived.
 */
export async function completeOrder(
  trx: Kysely<Schema>,
  tradeNo: string,
  { atSeconds, providerTradeNo }: { readonly atSeconds: number; readonly providerTradeNo: string },
): Promise<OrderRow | undefined> {
  return await trx
    .updateTable('top_ups')
    .set({
      status: TOP_UP_STATUS.success,
      complete_time: atSeconds,
      provider_trade_no: providerTradeNo,
      ask_time: 0,
      ask_problem: '',
    })
    .where('trade_no', '=', tradeNo)
    .where('status', 'in', [TOP_UP_STATUS.pending, TOP_UP_STATUS.expired])
    .returningAll()
    .executeTakeFirst()
}

/** An order by the service's number of its payment. */
export async function findOrderOfPayment(
  reader: Kysely<Schema>,
  { service, payment }: { readonly service: string; readonly payment: string },
): Promise<OrderRow | undefined> {
  return await reader
    .selectFrom('top_ups')
    .selectAll()
    .where('provider_trade_no', '=', payment)
    .where('provider_trade_no', '<>', '')
    .where('service', '=', service)
    .executeTakeFirst()
}

/**
 * Takes an order for what is applied to it until the transaction ends. `undefined` when there is
 * none, or when something was applied since `revision`.
 */
export async function takeOrder(
  trx: Kysely<Schema>,
  { tradeNo, revision }: { readonly tradeNo: string; readonly revision?: number | undefined },
): Promise<OrderRow | undefined> {
  return await trx
    .updateTable('top_ups')
    .set((e) => ({ revision: e('revision', '+', 1) }))
    .where('trade_no', '=', tradeNo)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision ?? 0))
    .returningAll()
    .executeTakeFirst()
}

export type OrderChange = Pick<
  Updateable<TopUpsTable>,
  | 'status'
  | 'provider_trade_no'
  | 'checkout_id'
  | 'instrument'
  | 'plan_outcome'
  | 'subscription_id'
  | 'refunded_cents'
  | 'refunded_credits'
  | 'ask_time'
  | 'asked_time'
  | 'ask_problem'
  | 'period_start'
  | 'period_end'
>

export async function updateOrder(
  trx: Kysely<Schema>,
  tradeNo: string,
  change: OrderChange,
): Promise<void> {
  await trx.updateTable('top_ups').set(change).where('trade_no', '=', tradeNo).execute()
}

/** Whose service is to be asked by now, the longest overdue first. */
export async function ordersToAsk(
  reader: Kysely<Schema>,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<OrderRow[]> {
  return await reader
    .selectFrom('top_ups')
    .selectAll()
    .where('ask_time', '>', 0)
    .where('ask_time', '<=', now)
    .orderBy('ask_time')
    .limit(limit)
    .execute()
}

/** Closes unpaid orders made before the time, at most `limit`; returns their numbers. */
export async function expireOrders(
  trx: Kysely<Schema>,
  beforeSeconds: number,
  limit: number,
): Promise<string[]> {
  const rows = await trx
    .updateTable('top_ups')
    .set({ status: TOP_UP_STATUS.expired })
    // Again, because it may have been paid between the two on PostgreSQL.
    .where('status', '=', TOP_UP_STATUS.pending)
    .where('id', 'in', (e) =>
      e
        .selectFrom('top_ups')
        .select('id')
        .where('status', '=', TOP_UP_STATUS.pending)
        .where('create_time', '<', beforeSeconds)
        .orderBy('id')
        .limit(limit),
    )
    .returning('trade_no')
    .execute()
  return rows.map(({ trade_no }) => trade_no)
}

export interface OrderFilter {
  readonly userId?: number | undefined
  readonly status?: string | undefined
  readonly tradeNo?: string | undefined
  /** The whole name of whoever ordered. */
  readonly username?: string | undefined
  /** Epoch seconds of ordering, both ends included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly service?: string | undefined
}

type OrderQuery<O> = SelectQueryBuilder<Schema, 'top_ups', O>

function narrowed<O>(query: OrderQuery<O>, filter: OrderFilter): OrderQuery<O> {
  const { userId, status, tradeNo = '', username = '', from, to, service = '' } = filter
  return query
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .$if(username !== '', (q) =>
      q.where('user_id', 'in', (e) =>
        e.selectFrom('users').select('id').where('username', '=', username),
      ),
    )
    .$if(tradeNo !== '', (q) => q.where('trade_no', '=', tradeNo))
    .$if(service !== '', (q) => q.where('service', '=', service))
    .$if(from !== undefined, (q) => q.where('create_time', '>=', from ?? 0))
    .$if(to !== undefined, (q) => q.where('create_time', '<=', to ?? 0))
    .$if(status !== undefined && status !== '', (q) => q.where('status', '=', status ?? ''))
}

/** Newest first unless another order is asked for. */
export async function listOrders(
  lists: Lists,
  filter: OrderFilter,
  page: RowWindow<OrderSort>,
): Promise<OrderRow[]> {
  const { order } = page
  return await narrowed(lists.selectFrom('top_ups').selectAll(), filter)
    .$if(order !== undefined, (q) => q.orderBy(order?.column ?? 'id', order?.direction))
    .orderBy('id', order?.direction ?? 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countOrders(lists: Lists, filter: OrderFilter): Promise<number> {
  const query = lists.selectFrom('top_ups').select((e) => e.fn.countAll<number>().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}
