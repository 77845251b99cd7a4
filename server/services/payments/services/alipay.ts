/**
 * Alipay without a service between: its payment page for computers and for phones. Node's crypto
 * does what is needed of its SDK, whose HTTP client could not be told to go our way.
 */
import type { OrderRow } from '../../../../db/tables/orders'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { moneyText, parseMoney } from '../../../domain/money/top-up'
import type { OptionValues } from '../../../domain/options'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import {
  type AlipayAccount,
  type AlipayAnswer,
  askAlipay,
  beijingTime,
  DONE,
  isSignedNotice,
  signedRequest,
} from './alipay-wire'
import { refundRefused, serviceFailed } from './ask-service'
import { rsaKeyOf } from './rsa-keys'
import type { Checkout, Notice, PaymentService, PaymentState, Purchase } from './service'

const CURRENCY = 'CNY'
const GATEWAY = 'https://openapi.alipay.com/gateway.do'

/** Alipay knows a trade only from when the buyer has logged in there, and closes it then. */
const PAGE_SECONDS = 24 * 3600 - 60

export const alipay: PaymentService = {
  id: 'alipay',
  price: ({ Price }) => ({ currency: CURRENCY, perDollar: Price }),
  isOpen: ({ AlipayAppId, AlipayPrivateKey, AlipayPublicKey }) =>
    AlipayAppId !== '' && AlipayPrivateKey !== '' && AlipayPublicKey !== '',
  open(deps, options) {
    const account = accountOf(deps, options)
    return {
      checkout: async (purchase) => checkoutOf(account, purchase, deps.clock.nowMs()),
      ask: async (order) => await askTrade(deps, account, order),
      readNotice: async ({ body }) => noticeOf(account, body),
      refund: async (order, { cents, key }) => {
        // Its numbers take no hyphens.
        const out_request_no = key.replaceAll('-', '_')
        await refundTrade(deps, account, { out_trade_no: order.trade_no, out_request_no, cents })
      },
    }
  },
}

function accountOf({ sealer }: ServiceDeps, options: OptionValues): AlipayAccount {
  const { AlipayAppId, AlipayAddress, AlipayPrivateKey, AlipayPublicKey } = options
  const service = 'alipay'
  return {
    appId: AlipayAppId,
    gateway: AlipayAddress || GATEWAY,
    privateKey: () => {
      const text = openSecret(sealer, AlipayPrivateKey)
      return rsaKeyOf({ service, option: 'AlipayPrivateKey', text, kind: 'private' })
    },
    publicKey: () => {
      const text = AlipayPublicKey
      return rsaKeyOf({ service, option: 'AlipayPublicKey', text, kind: 'public' })
    },
  }
}

function checkoutOf(account: AlipayAccount, purchase: Purchase, nowMs: number): Checkout {
  const { order, title, returnUrl, noticeUrl, device } = purchase
  const content = {
    out_trade_no: order.trade_no,
    total_amount: moneyText(order.money_cents),
    // Alipay refuses these three.
    subject: title.replaceAll(/[/=&]/g, ' '),
    time_expire: beijingTime(1000 * (order.create_time + PAGE_SECONDS)),
  }
  const places = { notify_url: noticeUrl, return_url: returnUrl }
  const fields = signedRequest(
    account,
    device.isPhone
      ? {
          method: 'alipay.trade.wap.pay',
          content: { ...content, product_code: 'QUICK_WAP_WAY', quit_url: returnUrl },
          places,
        }
      : {
          method: 'alipay.trade.page.pay',
          content: { ...content, product_code: 'FAST_INSTANT_TRADE_PAY' },
          places,
        },
    nowMs,
  )
  return { url: `${account.gateway}?${new URLSearchParams(fields)}`, fields: {}, id: '' }
}

interface Trade {
  readonly status: string | undefined
  /** Alipay's number. */
  readonly payment: string
  readonly amount: string
  /** What has gone back in all; `undefined` where that is not told. */
  readonly refunded: string | undefined
  /** Whether it was ever paid. */
  readonly wasPaid: boolean
  /** The account it was paid from. */
  readonly instrument: string | undefined
}

/** A trade is closed when nobody paid in time, and when all of it has gone back. */
function stateOf({ status, payment, amount, refunded, ...rest }: Trade): PaymentState {
  const { wasPaid, instrument } = rest
  const money = { cents: parseMoney(amount), currency: CURRENCY }
  const refundedCents = refunded === undefined ? undefined : parseMoney(refunded)
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') {
    return { state: 'paid', payment, money, refundedCents, instrument }
  }
  if (status !== 'TRADE_CLOSED') return { state: 'open', payment, money }
  return wasPaid
    ? { state: 'paid', payment, money, refundedCents: refundedCents ?? money.cents, instrument }
    : { state: 'closed', payment, money }
}

async function askTrade(
  deps: ServiceDeps,
  account: AlipayAccount,
  { trade_no: tradeNo, create_time, provider_trade_no }: OrderRow,
): Promise<PaymentState> {
  const method = 'alipay.trade.query'
  const answer = await askAlipay(deps, account, { method, content: { out_trade_no: tradeNo } })
  if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') {
    const state = nowSeconds(deps.clock) > create_time + PAGE_SECONDS ? 'closed' : 'open'
    return { state, payment: '', money: { cents: undefined, currency: CURRENCY } }
  }
  if (answer.code !== DONE) throw serviceFailed('alipay', reasonOf(answer))
  if (answer.out_trade_no !== tradeNo) throw serviceFailed('alipay', 'answered for another order')
  return stateOf({
    status: answer.trade_status,
    payment: answer.trade_no ?? '',
    amount: answer.total_amount ?? '',
    refunded: undefined,
    wasPaid: provider_trade_no !== '' || answer.send_pay_date !== undefined,
    instrument: instrumentOf(answer.buyer_user_id, answer.buyer_open_id),
  })
}

/**
 * The number of the payer's account, which answers and notices name differently. Newer
 * applications are told an open id instead, which is named alike.
 */
function instrumentOf(userId: string | undefined, openId: string | undefined): string | undefined {
  return userId || openId || undefined
}

function reasonOf({ code, sub_code, sub_msg, msg = '' }: AlipayAnswer): string {
  return `${sub_code ?? code} ${sub_msg ?? msg}`.trim()
}

function noticeOf(account: AlipayAccount, body: string): Notice {
  const fields = Object.fromEntries(new URLSearchParams(body))
  if (!isSignedNotice(account, fields)) throw new GatewayError('payment.signature_invalid')
  const { app_id, out_trade_no: tradeNo = '', trade_no: payment = '', refund_fee } = fields
  const { total_amount: amount = '', trade_status: status, gmt_payment } = fields
  if (app_id !== account.appId) {
    const money = { cents: parseMoney(amount), currency: CURRENCY }
    return { kind: 'unfit', tradeNo, payment, money, why: 'other_merchant' }
  }
  const wasPaid = gmt_payment !== undefined || (parseMoney(refund_fee ?? '') ?? 0) > 0
  const instrument = instrumentOf(fields.buyer_id, fields.buyer_open_id)
  const state = stateOf({ status, payment, amount, refunded: refund_fee, wasPaid, instrument })
  return { kind: 'state', tradeNo, state }
}

interface Refund {
  readonly out_trade_no: string
  readonly out_request_no: string
  readonly cents: number
}

/** Nobody knows what became of it. */
const UNKNOWN: ReadonlySet<string> = new Set(['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR'])

async function refundTrade(
  deps: ServiceDeps,
  account: AlipayAccount,
  { cents, ...numbers }: Refund,
): Promise<void> {
  const content = { ...numbers, refund_amount: moneyText(cents) }
  const answer = await askAlipay(deps, account, { method: 'alipay.trade.refund', content })
  if (answer.code === DONE && answer.fund_change === 'Y') return
  const isKnown = answer.code !== DONE && answer.code !== '20000'
  if (isKnown && !UNKNOWN.has(answer.sub_code ?? '')) {
    throw refundRefused('alipay', reasonOf(answer))
  }
  // No money moved by this request: it may have moved by the same one before.
  const method = 'alipay.trade.fastpay.refund.query'
  const found = await askAlipay(deps, account, { method, content: numbers })
  const isDone = found.code === DONE && found.refund_status === 'REFUND_SUCCESS'
  if (isDone && parseMoney(found.refund_amount ?? '') === cents) return
  throw serviceFailed('alipay', reasonOf(answer))
}
