import { paymentEndpoints } from '../../domain/endpoints/payment'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import type { Language } from '../../domain/i18n/translate'
import { moneyText } from '../../domain/money/top-up'
import { NOTICE_WORDS, type PaymentServiceId } from '../../domain/payments/services'
import { SYSTEM_ACTOR } from '../../services/service-deps'
import { type Reply, reply } from '../envelope'
import { type Call, handlers } from '../handlers'
import { readBody } from '../relay/read-body'
import { requestAddress } from '../request-address'

export const paymentRoutes = handlers(paymentEndpoints, {
  'payment.methods': async ({ services, actor }) => await services.payments.methods(actor.id),
  'payment.amount': async ({ body, services, actor, language }) =>
    await inWalletShape(language, async () => {
      const wanted = { ...wantedOf(body), userId: actor.id, paymentMethod: body.payment_method }
      const quote = await services.payments.quoteOf(wanted)
      const { moneyCents, currency, credits, centsOff, discount } = quote
      const off = discount === undefined ? {} : { money_off: moneyText(centsOff), credits }
      const extra = { currency, ...off }
      return reply({ message: 'success', data: moneyText(moneyCents), extra })
    }),
  'payment.pay': async ({ body, services, actor, language, request, ip }) =>
    await inWalletShape<string | Readonly<Record<string, string>>>(language, async () => {
      const { fields, url, qrCode, tradeNo } = await services.payments.order(actor, {
        ...wantedOf(body),
        userId: actor.id,
        paymentMethod: body.payment_method ?? '',
        renews: body.renews,
        device: { isPhone: isPhone(request), address: ip },
      })
      const extra = { url, trade_no: tradeNo }
      if (qrCode !== undefined)
        return reply({ message: 'success', data: { qr_code: qrCode }, extra })
      const isForm = Object.keys(fields).length > 0
      const data = isForm ? fields : { pay_link: url }
      return reply({ message: 'success', data, extra })
    }),
  'payment.portal': async ({ services, actor }) => ({
    url: await services.payments.portal(actor, actor.id),
  }),
  'payment.service_notice': async (call) => await serviceNotice(call, call.params.service),
  'payment.notify': (call) => notify(call, requestAddress(call.request).searchParams),
  'payment.notify_post': async (call) => await notify(call, await formOf(call.request)),
})

/** Phones say so in one of the two. */
function isPhone({ headers }: Request): boolean {
  return headers.get('sec-ch-ua-mobile') === '?1' || /Mobi/.test(headers.get('user-agent') ?? '')
}

interface WantedBody {
  readonly amount?: unknown
  readonly plan_id?: number
  readonly price?: number
  readonly promo_code?: string
}

function wantedOf({ amount, plan_id, price, promo_code: promoCode }: WantedBody) {
  return { amount: amountOf(amount), planId: plan_id, planPrice: price, promoCode }
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

async function bodyOf(request: Request): Promise<string> {
  const limits = { limitMb: MAX_NOTICE_MB, timeoutMs: NOTICE_TIMEOUT_MS }
  return (await readBody(request, limits)).toString('utf8')
}

/** Its fields are in the body, or in the address as in a GET. */
async function formOf(request: Request): Promise<URLSearchParams> {
  const body = await bodyOf(request)
  return body === '' ? requestAddress(request).searchParams : new URLSearchParams(body)
}

/** The payment service repeats a notice until it reads the one word. */
async function notify({ services, ip, actor }: Call, fields: URLSearchParams): Promise<Response> {
  const notice = Object.fromEntries(fields)
  const from = { ...SYSTEM_ACTOR, name: 'epay', ip, requestId: actor.requestId }
  return new Response((await services.payments.receiveNotice(from, notice)) ? 'success' : 'fail')
}

/** What is on record here need not be told again; anything else is repeated. */
const NOTICE_STATUS: ReadonlyMap<string, number> = new Map([
  ['payment.order_not_found', 200],
  ['payment.order_mismatch', 200],
  ['payment.signature_invalid', 400],
  ['payment.notice_unreadable', 400],
])

async function serviceNotice(
  { services, request, ip, actor }: Call,
  service: PaymentServiceId,
): Promise<Response> {
  const body = await bodyOf(request)
  const header = (name: string) => request.headers.get(name) ?? ''
  const from = { ...SYSTEM_ACTOR, name: service, ip, requestId: actor.requestId }
  try {
    const raw = { fields: {}, body, header }
    await services.payments.receiveServiceNotice(from, { service, raw })
    return noticeAnswer(service, 200)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const status = NOTICE_STATUS.get(error.id) ?? 503
    return noticeAnswer(service, status, error.id)
  }
}

function noticeAnswer(service: PaymentServiceId, status: number, code?: string): Response {
  const received = status === 200
  const words = NOTICE_WORDS.get(service)
  return words === undefined
    ? Response.json({ received, code }, { status })
    : new Response(received ? words.taken : words.again, { status })
}
