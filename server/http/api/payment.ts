import { paymentEndpoints } from '../../domain/endpoints/payment'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import type { Language } from '../../domain/i18n/translate'
import type { OrderSort } from '../../domain/resources/orders'
import { SYSTEM_ACTOR } from '../../services/service-deps'
import { type Reply, reply } from '../envelope'
import { type Call, handlers } from '../handlers'
import { readBody } from '../relay/read-body'
import { requestAddress } from '../request-address'
import { orderOf } from './order-of'

export const paymentRoutes = handlers(paymentEndpoints, {
  'payment.amount': async ({ body, services, actor, language }) =>
    await inWalletShape(language, async () => {
      const input = { userId: actor.id, amount: amountOf(body.amount) }
      return reply({ message: 'success', data: await services.payments.quote(input) })
    }),
  'payment.pay': async ({ body, services, actor, language }) =>
    await inWalletShape<string | Readonly<Record<string, string>>>(language, async () => {
      const { fields, url } = await services.payments.order(actor, {
        userId: actor.id,
        amount: amountOf(body.amount),
        paymentMethod: body.payment_method ?? '',
      })
      return reply({ message: 'success', data: fields, extra: { url } })
    }),
  'payment.notify': (call) => notify(call, requestAddress(call.request).searchParams),
  'payment.notify_post': async (call) => await notify(call, await formOf(call.request)),
  'payment.list': async ({ query, services }) => {
    const { user_id, username, trade_no: tradeNo } = query
    const filter = { tradeNo, username, userId: user_id || undefined }
    return await services.payments.list({ ...filter, ...requestOf(query) })
  },
  'payment.list_own': async ({ query, services, viewer }) =>
    await services.payments.list({ userId: viewer.user.id, ...requestOf(query) }),
  'payment.show': async ({ params, services }) => await services.payments.show(params.trade_no),
  'payment.complete': async ({ params, services, actor }) => {
    const { trade_no, credits } = await services.payments.complete(actor, params.trade_no)
    return { trade_no, credits }
  },
})

interface OrderQuery {
  readonly p?: number
  readonly page_size?: number
  readonly status?: string
  readonly start_timestamp?: number
  readonly end_timestamp?: number
  readonly sort?: OrderSort
  readonly order?: 'asc' | 'desc'
}

function requestOf(query: OrderQuery) {
  const { p: page, page_size, status } = query
  return {
    page,
    page_size,
    status,
    from: query.start_timestamp || undefined,
    to: query.end_timestamp || undefined,
    order: orderOf(query),
  }
}

/** What is no number is no amount either; the service says so. */
function amountOf(given: unknown): number {
  if (typeof given === 'string' && given.trim() !== '') return Number(given)
  return typeof given === 'number' ? given : Number.NaN
}

/** The wallet reads `message` as the outcome and `data` as the reason of a refusal. */
async function inWalletShape<Answer>(
  language: Language,
  run: () => Promise<Reply<Answer>>,
): Promise<Reply<Answer | string>> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const extra = { success: false, code: error.id }
    return reply({ message: 'error', data: messageOf(error, language), extra })
  }
}

/** Signed notices are a handful of short fields. */
const MAX_NOTICE_MB = 1
const NOTICE_TIMEOUT_MS = 10_000

/** Its fields are in the body, or in the address as in a GET. */
async function formOf(request: Request): Promise<URLSearchParams> {
  const limits = { limitMb: MAX_NOTICE_MB, timeoutMs: NOTICE_TIMEOUT_MS }
  const body = (await readBody(request, limits)).toString('utf8')
  return body === '' ? requestAddress(request).searchParams : new URLSearchParams(body)
}

/** The payment service repeats a notice until it reads the one word. */
async function notify({ services, ip, actor }: Call, fields: URLSearchParams): Promise<Response> {
  const notice = Object.fromEntries(fields)
  const from = { ...SYSTEM_ACTOR, name: 'epay', ip, requestId: actor.requestId }
  return new Response((await services.payments.receiveNotice(from, notice)) ? 'success' : 'fail')
}
