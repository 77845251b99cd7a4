/** Invoices, credit notes and corrections, and the ranges of their numbers. */
import type { Insertable, Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { DocumentKind, NumberSeries } from '../../server/domain/invoices/kinds'
import type { InvoiceSort } from '../../server/domain/resources/invoices'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { InvoicesTable } from '../schema/invoices'
import type { RowWindow } from './row-order'

export type InvoiceRow = Selectable<InvoicesTable>

/**
 * Takes the next number of a range, counted from 1. It is given back when the transaction is
 * rolled back; until it ends, nobody else takes one of the same range.
 */
export async function takeNumber(
  trx: Kysely<Schema>,
  { series, year }: { readonly series: NumberSeries; readonly year: number },
): Promise<number> {
  const { last } = await trx
    .insertInto('invoice_numbers')
    .values({ series, year, last: 1 })
    .onConflict((c) =>
      c
        .columns(['series', 'year'])
        .doUpdateSet((e) => ({ last: e('invoice_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return Number(last)
}

export async function insertInvoice(
  trx: Kysely<Schema>,
  row: Omit<Insertable<InvoicesTable>, 'id'>,
): Promise<InvoiceRow> {
  return await trx.insertInto('invoices').values(row).returningAll().executeTakeFirstOrThrow()
}

/** In the order in which they were issued. */
export async function invoicesOfOrder(
  reader: Kysely<Schema>,
  tradeNo: string,
): Promise<InvoiceRow[]> {
  return await reader
    .selectFrom('invoices')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .orderBy('position')
    .execute()
}

/** By its id, or by its number as it is printed. */
export async function findInvoice(
  reader: Kysely<Schema>,
  by: { readonly id: number } | { readonly number: string },
): Promise<InvoiceRow | undefined> {
  const query = reader.selectFrom('invoices').selectAll().orderBy('id', 'desc').limit(1)
  return await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('number', '=', by.number)
  ).executeTakeFirst()
}

export interface InvoiceFilter {
  readonly userId?: number | undefined
  /** The full name of whoever ordered. */
  readonly username?: string | undefined
  readonly kind?: DocumentKind | undefined
  readonly number?: string | undefined
  readonly tradeNo?: string | undefined
  /** Epoch seconds of issuing, both ends included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

type InvoiceQuery<O> = SelectQueryBuilder<Schema, 'invoices', O>

function narrowed<O>(query: InvoiceQuery<O>, filter: InvoiceFilter): InvoiceQuery<O> {
  const { userId, username = '', kind, number = '', tradeNo = '', from, to } = filter
  return query
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .$if(username !== '', (q) =>
      q.where('user_id', 'in', (e) =>
        e.selectFrom('users').select('id').where('username', '=', username),
      ),
    )
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? 'invoice'))
    .$if(number !== '', (q) => q.where('number', '=', number))
    .$if(tradeNo !== '', (q) => q.where('trade_no', '=', tradeNo))
    .$if(from !== undefined, (q) => q.where('issued_at', '>=', (from ?? 0) * 1000))
    .$if(to !== undefined, (q) => q.where('issued_at', '<', ((to ?? 0) + 1) * 1000))
}

/** Newest first unless another order is requested. */
export async function listInvoices(
  lists: Lists,
  filter: InvoiceFilter,
  page: RowWindow<InvoiceSort>,
): Promise<InvoiceRow[]> {
  const { order } = page
  return await narrowed(lists.selectFrom('invoices').selectAll(), filter)
    .$if(order !== undefined, (q) => q.orderBy(order?.column ?? 'id', order?.direction))
    .orderBy('id', order?.direction ?? 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countInvoices(lists: Lists, filter: InvoiceFilter): Promise<number> {
  const query = lists.selectFrom('invoices').select((e) => e.fn.countAll<number>().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}
