/** Lists of invoices, and one of them. */

import { Value } from '@sinclair/typebox/value'
import {
  countInvoices,
  findInvoice,
  type InvoiceFilter,
  type InvoiceRow,
  listInvoices,
} from '../../../db/tables/invoices'
import type { RowOrder } from '../../../db/tables/row-order'
import { userNames } from '../../../db/tables/users'
import { isAdmin } from '../../domain/accounts/roles'
import { GatewayError } from '../../domain/errors/gateway-error'
import { Invoice, type InvoiceSummary } from '../../domain/invoices/invoice'
import type { InvoiceSort } from '../../domain/resources/invoices'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { Actor, ServiceDeps } from '../service-deps'

export interface ListInvoicesInput extends InvoiceFilter, PageRequest {
  readonly order?: RowOrder<InvoiceSort> | undefined
}

/** Newest first without an `order`. Callers on behalf of a user must set `userId`. */
export async function listInvoicePage(
  deps: ServiceDeps,
  input: ListInvoicesInput = {},
): Promise<Page<InvoiceSummary>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const rows = await listInvoices(lists, input, { ...window, order: input.order })
  const names = await userNames(lists, [...new Set(rows.map(({ user_id }) => user_id))])
  const shown = rows.map((row) => summaryOf(invoiceOf(row, names.get(row.user_id))))
  return pageOf(window, shown, await countInvoices(lists, input))
}

/** An id, or a number as it is printed. */
export type InvoiceName = { readonly id: number } | { readonly number: string }

/** For whoever it is made out to, and operators. Throws `invoice.not_found`. */
export async function showInvoice(
  deps: ServiceDeps,
  actor: Actor,
  name: InvoiceName,
): Promise<Invoice> {
  const row = await findInvoice(deps.db.reader, name)
  // Another user's looks like none, so that ids cannot be probed.
  if (row === undefined || !(isAdmin(actor.role) || row.user_id === actor.id)) {
    throw new GatewayError('invoice.not_found')
  }
  return await shownInvoice(deps, row)
}

export async function shownInvoice({ db }: ServiceDeps, row: InvoiceRow): Promise<Invoice> {
  return invoiceOf(row, (await userNames(db.reader, [row.user_id])).get(row.user_id))
}

function invoiceOf(row: InvoiceRow, username = ''): Invoice {
  const { series: _, year: __, serial: ___, position: ____, issued_at, ...facts } = row
  const buyer = JSON.parse(row.buyer)
  return Value.Parse(Invoice, {
    ...facts,
    username,
    issued_at: Math.floor(issued_at / 1000),
    buyer,
    buyer_tax_id: buyer.tax_id,
    seller: JSON.parse(row.seller),
    lines: JSON.parse(row.lines),
  })
}

function summaryOf({ buyer: _, seller: __, lines: ___, ...summary }: Invoice): InvoiceSummary {
  return summary
}
