/**
 * WeChat Pay without a service between: a code to scan on computers, its page on phones. There is
 * no official SDK for this runtime.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { OrderRow } from '../../../../db/tables/orders'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { OptionValues } from '../../../domain/options'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import { refundRefused, serviceFailed } from './ask-service'
import { rsaKeyOf } from './rsa-keys'
import type {
  Checkout,
  Notice,
  PaymentService,
  PaymentState,
  Purchase,
  RawNotice,
  RefundOrder,
} from './service'
import { askWechat, openNotice, type WechatAccount } from './wechat-wire'

const CURRENCY = 'CNY'
const ADDRESS = 'https://api.mch.weixin.qq.com'

/** A code can be scanned for as long. */
const PAGE_SECONDS = 2 * 3600
/** Of 127 bytes. */
const LONGEST_TITLE = 42

export const wechat: PaymentService = {
  id: 'wechat',
  price: ({ Price }) => ({ currency: CURRENCY, perDollar: Price }),
  isOpen: (options) =>
    [
      options.WechatPayMerchantId,
      options.WechatPayAppId,
      options.WechatPaySerial,
      options.WechatPayPrivateKey,
      options.WechatPayApiV3Key,
      options.WechatPayPublicKeyId,
      options.WechatPayPublicKey,
    ].every((value) => value !== ''),
  open(deps, options) {
    const account = accountOf(deps, options)
    return {
      checkout: async (purchase) => await checkoutOf(deps, account, purchase),
      ask: async (order) => await askOrder(deps, account, order),
      readNotice: async (notice) => noticeOf(account, notice, nowSeconds(deps.clock)),
      refund: async (order, refund) => await refundOrder(deps, account, { order, refund }),
    }
  },
}

function accountOf({ sealer }: ServiceDeps, options: OptionValues): WechatAccount {
  const service = 'wechat'
  const callback = options.CustomCallbackAddress || options.ServerAddress
  return {
    address: options.WechatPayAddress || ADDRESS,
    merchantId: options.WechatPayMerchantId,
    appId: options.WechatPayAppId,
    serial: options.WechatPaySerial,
    privateKey: () => {
      const text = openSecret(sealer, options.WechatPayPrivateKey)
      return rsaKeyOf({ service, option: 'WechatPayPrivateKey', text, kind: 'private' })
    },
    publicKeyId: options.WechatPayPublicKeyId,
    publicKey: () => {
      const text = options.WechatPayPublicKey
      return rsaKeyOf({ service, option: 'WechatPayPublicKey', text, kind: 'public' })
    },
    apiKey: () => openSecret(sealer, options.WechatPayApiV3Key),
    noticeUrl: `${callback}/api/payment/wechat/notice`,
  }
}

const Page = Type.Object({
  code_url: Type.Optional(Type.String()),
  h5_url: Type.Optional(Type.String()),
})

async function checkoutOf(
  deps: ServiceDeps,
  account: WechatAccount,
  purchase: Purchase,
): Promise<Checkout> {
  const { order, title, noticeUrl, returnUrl, device } = purchase
  const content = {
    appid: account.appId,
    mchid: account.merchantId,
    description: title.slice(0, LONGEST_TITLE),
    out_trade_no: order.trade_no,
    time_expire: new Date(1000 * (order.create_time + PAGE_SECONDS)).toISOString(),
    notify_url: noticeUrl,
    amount: { total: order.money_cents, currency: CURRENCY },
  }
  if (device.isPhone && device.address !== '') {
    const scene_info = { payer_client_ip: device.address, h5_info: { type: 'Wap' } }
    const page = await makePage(deps, account, { path: 'h5', content: { ...content, scene_info } })
    if (page?.h5_url !== undefined) {
      const url = `${page.h5_url}&redirect_url=${encodeURIComponent(returnUrl)}`
      return { url, fields: {}, id: '' }
    }
  }
  const page = await makePage(deps, account, { path: 'native', content })
  if (page?.code_url === undefined) throw serviceFailed('wechat', 'the merchant may not use this')
  return { url: '', fields: {}, id: '', qrCode: page.code_url }
}

interface PageOrder {
  readonly path: 'h5' | 'native'
  readonly content: object
}

/** `undefined` for a product that the merchant has not signed up for. */
async function makePage(
  deps: ServiceDeps,
  account: WechatAccount,
  { path, content }: PageOrder,
): Promise<Static<typeof Page> | undefined> {
  const request = { path: `/v3/pay/transactions/${path}`, content }
  const { content: page, code, reason } = await askWechat(deps, account, request)
  if (code === 'NO_AUTH') return undefined
  if (code !== '') throw serviceFailed('wechat', reason)
  if (!Value.Check(Page, page)) throw serviceFailed('wechat', 'no address to pay at')
  return page
}

const Transaction = Type.Object({
  mchid: Type.String(),
  out_trade_no: Type.String(),
  transaction_id: Type.Optional(Type.String()),
  trade_state: Type.String(),
  amount: Type.Optional(
    Type.Object({
      total: Type.Optional(Type.Integer()),
      currency: Type.Optional(Type.String()),
    }),
  ),
  payer: Type.Optional(Type.Object({ openid: Type.Optional(Type.String()) })),
})

/** `REFUND` says that something has gone back, and not how much. */
function stateOf(transaction: Static<typeof Transaction>): PaymentState {
  const { transaction_id: payment = '', trade_state, amount, payer } = transaction
  const instrument = payer?.openid
  const money = { cents: amount?.total, currency: amount?.currency ?? CURRENCY }
  const isOver = trade_state === 'CLOSED' || trade_state === 'REVOKED'
  if (trade_state === 'REFUND') {
    return { state: 'paid', payment, money, isRefundUnclear: true, instrument }
  }
  if (trade_state === 'SUCCESS') return { state: 'paid', payment, money, instrument }
  return { state: isOver ? 'closed' : 'open', payment, money }
}

async function askOrder(
  deps: ServiceDeps,
  account: WechatAccount,
  { trade_no: tradeNo }: OrderRow,
): Promise<PaymentState> {
  const path = `/v3/pay/transactions/out-trade-no/${tradeNo}?mchid=${account.merchantId}`
  const { status, content, code, reason } = await askWechat(deps, account, { path })
  if (status === 404) {
    return { state: 'open', payment: '', money: { cents: undefined, currency: CURRENCY } }
  }
  if (code !== '') throw serviceFailed('wechat', reason)
  const isOurs = Value.Check(Transaction, content) && content.out_trade_no === tradeNo
  if (!isOurs) throw serviceFailed('wechat', 'answered for another order')
  return stateOf(content)
}

const Refund = Type.Object({
  mchid: Type.String(),
  out_trade_no: Type.String(),
  transaction_id: Type.String(),
  out_refund_no: Type.String(),
  amount: Type.Object({ total: Type.Integer(), refund: Type.Integer() }),
})

function noticeOf(account: WechatAccount, raw: RawNotice, now: number): Notice {
  const { event, resource } = openNotice(account, raw, now)
  if (event.startsWith('REFUND.')) {
    if (!Value.Check(Refund, resource)) throw new GatewayError('payment.notice_unreadable')
    const state = refundedState(resource, event)
    return toldOf(account, resource, state)
  }
  if (!event.startsWith('TRANSACTION.')) return { kind: 'ignored' }
  if (!Value.Check(Transaction, resource)) throw new GatewayError('payment.notice_unreadable')
  return toldOf(account, resource, stateOf(resource))
}

interface Told {
  readonly mchid: string
  readonly out_trade_no: string
}

function toldOf({ merchantId }: WechatAccount, told: Told, state: PaymentState): Notice {
  const { mchid, out_trade_no: tradeNo } = told
  const { payment, money } = state
  return mchid === merchantId
    ? { kind: 'state', tradeNo, state }
    : { kind: 'unfit', tradeNo, payment, money, why: 'other_merchant' }
}

/** A notice tells of one refund. Ours say in their number what has gone back in all. */
function refundedState(refund: Static<typeof Refund>, event: string): PaymentState {
  const { out_trade_no, out_refund_no, transaction_id: payment, amount } = refund
  const money = { cents: amount.total, currency: CURRENCY }
  const ours = out_refund_no.startsWith(`${out_trade_no}-refund-`)
    ? Number(out_refund_no.split('-').at(-1))
    : undefined
  const refundedCents = amount.refund === amount.total ? amount.total : ours
  // It was closed, or the bank did not take it.
  const hasFailed = event !== 'REFUND.SUCCESS'
  return hasFailed || !Number.isSafeInteger(refundedCents)
    ? { state: 'paid', payment, money, isRefundUnclear: true }
    : { state: 'paid', payment, money, refundedCents }
}

interface Refunding {
  readonly order: OrderRow
  readonly refund: RefundOrder
}

const Refunded = Type.Object({
  out_refund_no: Type.String(),
  status: Type.String(),
  amount: Type.Object({ refund: Type.Integer() }),
})

/** The same number makes one refund, however often it is requested. */
async function refundOrder(
  deps: ServiceDeps,
  account: WechatAccount,
  { order, refund: { cents, key } }: Refunding,
): Promise<void> {
  const { trade_no: out_trade_no, money_cents } = order
  const content = {
    out_trade_no,
    out_refund_no: key,
    notify_url: account.noticeUrl,
    amount: { refund: cents, total: money_cents, currency: CURRENCY },
  }
  const path = '/v3/refund/domestic/refunds'
  const asking = askWechat(deps, account, { path, content }).catch(async (error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    const found = await askWechat(deps, account, { path: `${path}/${key}` })
    if (found.code !== '') throw error
    return found
  })
  const { content: made, code, reason } = await asking
  if (code !== '') throw refundRefused('wechat', reason)
  if (!Value.Check(Refunded, made) || made.out_refund_no !== key) {
    throw serviceFailed('wechat', 'answered for another refund')
  }
  if (made.status === 'CLOSED') throw refundRefused('wechat', made.status)
  const isOnItsWay = made.status === 'SUCCESS' || made.status === 'PROCESSING'
  if (!isOnItsWay || made.amount.refund !== cents) throw serviceFailed('wechat', made.status)
}
