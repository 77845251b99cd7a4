import { orderEndpoints } from '../../domain/endpoints/order'
import type { OrderSort } from '../../domain/resources/orders'
import { handlers } from '../handlers'
import { orderOf } from './order-of'

export const orderRoutes = handlers(orderEndpoints, {
  'payment.list': async ({ query, services }) => {
    const { user_id, username, trade_no: tradeNo } = query
    const filter = { tradeNo, username, userId: user_id || undefined }
    const page = await services.payments.list({ ...filter, ...requestOf(query) })
    return { ...page, open_cases: await services.payments.openCases() }
  },
  'payment.list_own': async ({ query, services, viewer }) =>
    await services.payments.list({ userId: viewer.user.id, ...requestOf(query) }),
  'payment.show': async ({ params, services }) => await services.payments.show(params.trade_no),
  'payment.complete': async ({ params, services, actor }) => {
    const { trade_no, credits } = await services.payments.complete(actor, params.trade_no)
    return { trade_no, credits }
  },
  'payment.ask_own': async ({ params, services, actor, viewer }) =>
    await services.payments.askOwn(actor, { userId: viewer.user.id, tradeNo: params.trade_no }),
  'payment.ask': async ({ params, services, actor }) =>
    await services.payments.ask(actor, params.trade_no),
  'payment.refund': async ({ params, body, services, actor }) =>
    await services.payments.refund(actor, { tradeNo: params.trade_no, cents: body.cents }),
  'payment.cases': async ({ query, services }) => {
    const { open: isOpen, p: page, page_size } = query
    return await services.payments.cases({ isOpen, page, page_size })
  },
  'payment.close_case': async ({ params, body, services, actor }) => {
    await services.payments.closeCase(actor, { id: params.id, note: body.note })
  },
  'payment.reconcile': async ({ body, services }) =>
    await services.payments.reconcile({ days: body.days }),
})

interface OrderQuery {
  readonly p?: number
  readonly page_size?: number
  readonly status?: string
  readonly service?: string
  readonly start_timestamp?: number
  readonly end_timestamp?: number
  readonly sort?: OrderSort
  readonly order?: 'asc' | 'desc'
}

function requestOf(query: OrderQuery) {
  const { p: page, page_size, status, service } = query
  return {
    page,
    page_size,
    status,
    service,
    from: query.start_timestamp || undefined,
    to: query.end_timestamp || undefined,
    order: orderOf(query),
  }
}
