/** The epay protocol: a form that the browser posts, a signed notice, and a query by the key. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { OrderRow } from '../../../../db/tables/orders'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { moneyText, parseMoney } from '../../../domain/money/top-up'
import type { OptionValues } from '../../../domain/options'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import { askService, jsonIn, refundRefused, serviceFailed } from './ask-service'
import { type EpayFields, epaySignature, isSignedBy } from './epay-signature'
import type { Checkout, Notice, PaymentService, PaymentState, Purchase } from './service'

const CURRENCY = 'CNY'

/** The only state in which a notice says that money has arrived. */
const PAID = 'TRADE_SUCCESS'

/** Of what the service calls its payment; others send what they like. */
const LONGEST_NUMBER = 128

interface Account {
  readonly address: string
  readonly merchantId: string
  readonly key: string
}

export const epay: PaymentService = {
  id: 'epay',
  price: ({ Price }) => ({ currency: CURRENCY, perDollar: Price }),
  isOpen: ({ PayAddress, EpayId, EpayKey }) => PayAddress !== '' && EpayId !== '' && EpayKey !== '',
  open(deps, options) {
    const account = accountOf(deps, options)
    return {
      checkout: async (purchase) => checkoutOf(account, purchase),
      ask: async (order) => await askOrder(deps, account, order),
      readNotice: async ({ fields }) => noticeOf(account, fields),
      refund: async (order, { cents }) => {
        const body = new URLSearchParams({
          ...credentials(account),
          ...numberOf(order),
          money: moneyText(cents),
        })
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const url = `${account.address}/api.php?act=refund`
        const { code, msg } = await answerTo(deps, { url, headers, body: body.toString() })
        if (code !== 1) throw refundRefused('epay', msg)
      },
    }
  },
}

function accountOf({ sealer }: ServiceDeps, options: OptionValues): Account {
  const key = openSecret(sealer, options.EpayKey)
  return { address: options.PayAddress, merchantId: options.EpayId, key }
}

function credentials({ merchantId, key }: Account) {
  return { pid: merchantId, key }
}

/** Its own number is the surer one. */
function numberOf(order: OrderRow): Readonly<Record<string, string>> {
  const { provider_trade_no: trade_no, trade_no: out_trade_no } = order
  return trade_no === '' ? { out_trade_no } : { trade_no }
}

function checkoutOf(
  { address, merchantId, key }: Account,
  { order, title, returnUrl, noticeUrl }: Purchase,
): Checkout {
  const fields = {
    pid: merchantId,
    type: order.payment_method,
    out_trade_no: order.trade_no,
    notify_url: noticeUrl,
    name: title,
    money: moneyText(order.money_cents),
    device: 'pc',
    sign_type: 'MD5',
    return_url: returnUrl,
  }
  const signed = { ...fields, sign: epaySignature(fields, key) }
  return { url: `${address}/submit.php`, fields: signed, id: '' }
}

function noticeOf({ merchantId, key }: Account, fields: EpayFields): Notice {
  if (!isSignedBy(fields, key)) throw new GatewayError('payment.signature_invalid')
  const { pid, out_trade_no: tradeNo = '', trade_no = '', trade_status, money = '' } = fields
  const payment = trade_no.slice(0, LONGEST_NUMBER)
  const paid = { cents: parseMoney(money), currency: CURRENCY }
  if (pid !== merchantId) {
    return { kind: 'unfit', tradeNo, payment, money: paid, why: 'other_merchant' }
  }
  if (trade_status !== PAID) {
    return { kind: 'unfit', tradeNo, payment, money: paid, why: 'not_paid' }
  }
  return { kind: 'state', tradeNo, state: { state: 'paid', payment, money: paid } }
}

/** Numbers come as texts from some of them. */
const IntegerText = Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d+$' })])
const LooseText = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()]))
const Answer = Type.Object({
  code: IntegerText,
  msg: LooseText,
  status: Type.Optional(IntegerText),
  pid: LooseText,
  trade_no: LooseText,
  out_trade_no: LooseText,
  money: LooseText,
  refundmoney: LooseText,
  /** Account of the payer, where it is reported. */
  buyer: LooseText,
})

interface Answered extends Omit<Static<typeof Answer>, 'code' | 'msg'> {
  readonly code: number
  readonly msg: string
}

async function answerTo(
  deps: ServiceDeps,
  request: Parameters<typeof askService>[2],
): Promise<Answered> {
  const { status, text } = await askService(deps, 'epay', request)
  const answer = jsonIn(text)
  // Some tell with another status than 200 that they know no such order.
  if (!Value.Check(Answer, answer)) throw serviceFailed('epay', `HTTP ${status}`)
  return { ...answer, code: Number(answer.code), msg: textOf(answer.msg) }
}

function textOf(value: string | number | null | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}

const UNKNOWN_ORDER = -1
const STATUS = { paid: 1, refunded: 2 } as const

async function askOrder(
  deps: ServiceDeps,
  account: Account,
  { trade_no: tradeNo }: OrderRow,
): Promise<PaymentState> {
  const query = new URLSearchParams({ ...credentials(account), out_trade_no: tradeNo })
  const url = `${account.address}/api.php?act=order&${query}`
  const answer = await answerTo(deps, { url })
  const money = { cents: parseMoney(textOf(answer.money)), currency: CURRENCY }
  const payment = textOf(answer.trade_no).slice(0, LONGEST_NUMBER)
  const status = Number(answer.status ?? 0)
  // It knows an order only from when the buyer has come to it.
  if (answer.code === UNKNOWN_ORDER) return { state: 'open', payment: '', money }
  if (answer.code !== 1) throw serviceFailed('epay', answer.msg)
  const isOurs =
    textOf(answer.out_trade_no || tradeNo) === tradeNo &&
    textOf(answer.pid || account.merchantId) === account.merchantId
  if (!isOurs) throw serviceFailed('epay', 'answered for another order')
  if (status !== STATUS.paid && status !== STATUS.refunded) {
    return { state: 'open', payment, money }
  }
  const refundedCents = parseMoney(textOf(answer.refundmoney))
  const isRefundUnclear = status === STATUS.refunded && refundedCents === undefined
  const instrument = textOf(answer.buyer)
  return { state: 'paid', payment, money, refundedCents, isRefundUnclear, instrument }
}
