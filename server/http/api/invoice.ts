import { invoiceEndpoints } from '../../domain/endpoints/invoice'
import type { Language } from '../../domain/i18n/translate'
import type { DocumentKind } from '../../domain/invoices/kinds'
import type { Services } from '../../services/create-services'
import { handlers } from '../handlers'
import { orderOf } from './order-of'

export const invoiceRoutes = handlers(invoiceEndpoints, {
  'invoice.list': async ({ query, services }) => {
    const { user_id, username, number, trade_no: tradeNo, p: page, page_size } = query
    const order = orderOf(query)
    const filter = { ...filterOf(query), userId: user_id || undefined, username, number, tradeNo }
    return await services.invoices.list({ ...filter, page, page_size, order })
  },
  'invoice.list_own': async ({ query, services, viewer }) => {
    const { p: page, page_size } = query
    const window = { page, page_size, order: orderOf(query) }
    return await services.invoices.list({
      ...{ ...filterOf(query), ...window },
      userId: viewer.user.id,
    })
  },
  'invoice.export': async ({ query, services }) => {
    const { user_id, username } = query
    const filter = { ...filterOf(query), userId: user_id || undefined, username }
    // The mark makes spreadsheets read it as UTF-8.
    const csv = `\ufeff${await services.invoices.csv(filter)}`
    return file(csv, { type: 'text/csv; charset=utf-8', name: 'invoices.csv' })
  },
  'invoice.show': async ({ params, services, actor }) =>
    await services.invoices.show(actor, params),
  'invoice.pdf': async ({ params, query, services, actor, language, publicAddress }) => {
    const invoice = await services.invoices.show(actor, params)
    const printed = { language: query.language ?? language, site: siteOf(publicAddress) }
    return pdf(await services.invoices.pdf(invoice, printed), invoice.number)
  },
  'invoice.link': async ({ params, services, actor }) =>
    await services.invoices.link(actor, params),
  'invoice.signed': async ({ params, query, services }) => ({
    ...(await services.invoices.signed({ ...params, ...query })),
    ...{ user_id: 0, username: '' },
  }),
  'invoice.signed_pdf': async ({ params, query, services, language, publicAddress }) => {
    const { language: wanted = language, ...signed } = query
    const invoice = await services.invoices.signed({ ...params, ...signed })
    const printed = { language: wanted, site: siteOf(publicAddress) }
    return pdf(await services.invoices.pdf(invoice, printed), invoice.number)
  },
  'invoice.details': async ({ services, viewer }) =>
    await services.invoices.details(viewer.user.id),
  'invoice.set_details': async ({ body, services, actor }) =>
    await services.invoices.setDetails(actor, body),
  'invoice.month': async ({ query, services, viewer }) =>
    await services.invoices.month({ userId: viewer.user.id, ...query }),
  'invoice.month_pdf': async ({ query, services, viewer, language }) =>
    await monthPdf(services, { userId: viewer.user.id, language, ...query }),
  'invoice.month_of': async ({ params, query, services, actor }) => {
    const { id: userId } = await services.users.showLower(actor, params.id)
    return await services.invoices.month({ userId, ...query })
  },
  'invoice.month_pdf_of': async ({ params, query, services, actor, language }) => {
    const { id: userId } = await services.users.showLower(actor, params.id)
    return await monthPdf(services, { userId, language, ...query })
  },
})

interface PeriodQuery {
  readonly kind?: DocumentKind
  readonly start_timestamp?: number
  readonly end_timestamp?: number
}

function filterOf({ kind, start_timestamp, end_timestamp }: PeriodQuery) {
  return { kind, from: start_timestamp || undefined, to: end_timestamp || undefined }
}

function siteOf(publicAddress: string): string {
  return publicAddress.replace(/\/+$/, '')
}

interface OfMonth {
  readonly userId: number
  readonly month?: string
  readonly language: Language
}

async function monthPdf(
  { invoices }: Pick<Services, 'invoices'>,
  { userId, month, language }: OfMonth,
): Promise<Response> {
  const statement = await invoices.month({ userId, month })
  const bytes = await invoices.monthPdf(statement, { userId, language })
  return pdf(bytes, `statement-${statement.month}`)
}

/** Numbers may hold any character. */
function pdf(bytes: Uint8Array<ArrayBuffer>, title: string): Response {
  const name = `${title.replace(/[^\w.-]+/g, '-')}.pdf`
  return file(bytes, { type: 'application/pdf', name })
}

function file(
  content: Uint8Array<ArrayBuffer> | string,
  { type, name }: { readonly type: string; readonly name: string },
): Response {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  }
  return new Response(content, { headers })
}
