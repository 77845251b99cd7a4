/** Invoices and statements as files: pages to print, and tables for other programs. */
import type { InvoiceFilter } from '../../../db/tables/invoices'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import { translate } from '../../domain/i18n/translate'
import type { Invoice } from '../../domain/invoices/invoice'
import { invoiceCsvHead, invoiceCsvLine } from '../../domain/invoices/invoice-csv'
import type { MonthStatement } from '../../domain/invoices/month'
import { printedInvoice, type Reader } from '../../domain/invoices/print-invoice'
import { printedMonth } from '../../domain/invoices/print-month'
import type { PrintedDocument } from '../../domain/invoices/printed'
import type { OptionValues } from '../../domain/options'
import { formatsOf } from '../../domain/text/formats'
import { optionValues } from '../options/current'
import { MAX_PAGE_SIZE } from '../page'
import type { ServiceDeps } from '../service-deps'
import { buyerOf } from './issue'
import { linkOf } from './link'
import { listInvoicePage } from './read'

export interface PrintedIn {
  readonly language: Language
  /** Of this site, for the address at which it can be checked; "" for none. */
  readonly site: string
}

/** PDF. Throws `invoice.not_printed` where this program cannot print. */
export async function invoicePdf(
  deps: ServiceDeps,
  invoice: Invoice,
  { language, site }: PrintedIn,
): Promise<Uint8Array<ArrayBuffer>> {
  const options = await optionValues(deps.db.reader)
  const url = site === '' ? '' : `${site}${(await linkOf(deps, invoice)).path}`
  return await printed(deps, printedInvoice(invoice, readerOf(options, language), url))
}

interface OfAccount {
  readonly userId: number
  readonly language: Language
}

/** PDF. */
export async function monthPdf(
  deps: ServiceDeps,
  statement: MonthStatement,
  { userId, language }: OfAccount,
): Promise<Uint8Array<ArrayBuffer>> {
  const options = await optionValues(deps.db.reader)
  const { InvoiceSellerName: seller, SystemName: site } = options
  const buyer = await buyerOf(deps.db.reader, userId)
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
  const document = printedMonth(statement, readerOf(options, language), {
    seller: lines(seller === '' ? site : `${seller}\n${options.InvoiceSellerAddress}`),
    buyer: lines(`${buyer.name}\n${buyer.address}`),
    language,
  })
  return await printed(deps, document)
}

async function printed(
  deps: ServiceDeps,
  document: PrintedDocument,
): Promise<Uint8Array<ArrayBuffer>> {
  const { printPdf } = deps
  if (printPdf === undefined) throw new GatewayError('invoice.not_printed')
  return await printPdf(document)
}

function readerOf(options: OptionValues, language: Language): Reader {
  const { QuotaPerUnit: perUnit, DisplayInCurrencyEnabled: inCurrency } = options
  const format = formatsOf({ language, perUnit, inCurrency })
  return {
    text: (key, params) => translate(language, key, params),
    format,
    credits: (credits) =>
      inCurrency && perUnit > 0 ? format.usd(credits / perUnit) : format.number(credits),
  }
}

/** CSV of all that pass the filter, in the order of their issue. */
export async function invoiceCsv(deps: ServiceDeps, filter: InvoiceFilter): Promise<string> {
  const order = { column: 'issued_at', direction: 'asc' } as const
  let csv = invoiceCsvHead()
  // What is issued meanwhile stands behind what was read.
  for (let page = 1; ; page += 1) {
    const window = { page, page_size: MAX_PAGE_SIZE, order }
    const { items } = await listInvoicePage(deps, { ...filter, ...window })
    csv += items.map(invoiceCsvLine).join('')
    if (items.length < MAX_PAGE_SIZE) return csv
  }
}
