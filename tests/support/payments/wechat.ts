/** WeChat Pay's API v3: native and h5 orders, queries, refunds, signed and sealed notices. */
import {
  createCipheriv,
  createSign,
  createVerify,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import type { NoticeChanges, Ordered, PaidMoney, PaymentStandIn, SentNotice } from './stand-in'

interface Refund {
  readonly out_refund_no: string
  readonly cents: number
  status: 'SUCCESS' | 'PROCESSING' | 'CLOSED'
}

interface Trade {
  readonly out_trade_no: string
  readonly transaction_id: string
  readonly notifyUrl: string
  readonly product: 'native' | 'h5'
  total: number
  currency: string
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED'
  payer: string | undefined
  readonly refunds: Refund[]
}

const MERCHANT = '1900007291'
const APP_ID = 'wxd678efh567hg6787'
const SERIAL = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
const PUBLIC_KEY_ID = 'PUB_KEY_ID_0119000072912026112900000000'
const API_KEY = 'an API v3 key of 32 bytes, right'
const keysOfMerchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keysOfWechat = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keysOfForger = generateKeyPairSync('rsa', { modulusLength: 2048 })

export interface WechatStandIn extends PaymentStandIn {
  product(tradeNo: string): string
  /** What it posts about the last refund of an order. */
  refundNotice(tradeNo: string, event?: string): SentNotice
  /** Whether the merchant has signed up for the page on phones. */
  allowH5(isAllowed: boolean): void
  /** Answers are signed with another key. */
  signWrongly(isWrong: boolean): void
}

interface World {
  readonly trades: Map<string, Trade>
  readonly nowSeconds: () => number
  failure: number | undefined
  isLosing: boolean
  isForged: boolean
  hasH5: boolean
}

export function startWechat(nowSeconds: () => number): WechatStandIn {
  const world: World = {
    trades: new Map(),
    nowSeconds,
    failure: undefined,
    isLosing: false,
    isForged: false,
    hasH5: true,
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.text()
      if (world.failure !== undefined) return new Response('', { status: world.failure })
      const [status, answer] = answerTo(world, request, body)
      const text = JSON.stringify(answer)
      const { privateKey } = world.isForged ? keysOfForger : keysOfWechat
      return new Response(text, { status, headers: signedHeaders(text, privateKey, nowSeconds()) })
    },
  })
  return {
    method: 'wxpay_direct',
    service: 'wechat',
    cents: 7300,
    currency: 'CNY',
    options: {
      WechatPayMerchantId: MERCHANT,
      WechatPayAppId: APP_ID,
      WechatPaySerial: SERIAL,
      WechatPayPrivateKey: keysOfMerchant.privateKey
        .export({ format: 'pem', type: 'pkcs8' })
        .toString(),
      WechatPayApiV3Key: API_KEY,
      WechatPayPublicKeyId: PUBLIC_KEY_ID,
      WechatPayPublicKey: keysOfWechat.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      WechatPayAddress: `http://127.0.0.1:${server.port}`,
    },
    wrongKey: {
      option: 'WechatPayPrivateKey',
      value: keysOfForger.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      told: 'WechatPayPrivateKey',
    },
    tellsRefunds: false,
    ...actsOf(world),
    isTaken: ({ status }) => status === 200,
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

function actsOf(world: World) {
  const trade = (tradeNo: string): Trade => {
    const found = world.trades.get(tradeNo)
    if (found === undefined) throw new Error(`wechat pay knows no order ${tradeNo}`)
    return found
  }
  return {
    product: (tradeNo: string) => trade(tradeNo).product,
    async open({ tradeNo, link }: Ordered): Promise<void> {
      const { product } = trade(tradeNo)
      const wanted = product === 'native' ? 'weixin://wxpay/' : 'https://wx.tenpay.test/'
      if (!link.startsWith(wanted)) throw new Error(`no place to pay at: ${link}`)
    },
    pay(tradeNo: string, { cents, currency, payer }: PaidMoney = {}): void {
      const paid = trade(tradeNo)
      if (paid.state !== 'NOTPAY') throw new Error(`${tradeNo} cannot be paid`)
      paid.state = 'SUCCESS'
      paid.payer = payer
      paid.total = cents ?? paid.total
      paid.currency = currency ?? paid.currency
    },
    refund(tradeNo: string, cents: number): void {
      const { refunds } = trade(tradeNo)
      refundOnce(trade(tradeNo), `portal${refunds.length}`, cents)
    },
    /** Of the last refund, if there is one. */
    notice(tradeNo: string, changes: NoticeChanges = {}): SentNotice {
      const about = trade(tradeNo)
      return about.refunds.length > 0
        ? refundNoticeOf(world, about, { changes, event: 'REFUND.SUCCESS' })
        : noticeOf(world, changes, {
            event_type: about.state === 'NOTPAY' ? 'TRANSACTION.WAIT' : 'TRANSACTION.SUCCESS',
            resource: transactionJson(about, changes.merchant),
          })
    },
    refundNotice: (tradeNo: string, event = 'REFUND.SUCCESS') =>
      refundNoticeOf(world, trade(tradeNo), { changes: {}, event }),
    failWith(status: number | undefined): void {
      world.failure = status
    },
    loseNextAnswer(): void {
      world.isLosing = true
    },
    allowH5(isAllowed: boolean): void {
      world.hasH5 = isAllowed
    },
    signWrongly(isWrong: boolean): void {
      world.isForged = isWrong
    },
    refunded: (tradeNo: string) =>
      trade(tradeNo).refunds.reduce((sum, { cents }) => sum + cents, 0),
  }
}

function signedHeaders(text: string, key: KeyObject, at: number): Record<string, string> {
  const nonce = 'c5ac7061fccab6bf3e254dcf98995b8c'
  const signature = createSign('RSA-SHA256').update(`${at}\n${nonce}\n${text}\n`)
  return {
    'Wechatpay-Serial': PUBLIC_KEY_ID,
    'Wechatpay-Timestamp': String(at),
    'Wechatpay-Nonce': nonce,
    'Wechatpay-Signature': signature.sign(key, 'base64'),
    'Content-Type': 'application/json',
  }
}

type Answer = readonly [status: number, body: object]

const refused = (status: number, code: string): Answer => [
  status,
  { code, message: `refused: ${code}` },
]

function isAuthorised(request: Request, body: string, now: number): boolean {
  const header = request.headers.get('authorization') ?? ''
  const [scheme, rest = ''] = header.split(' ')
  const fields = Object.fromEntries(
    [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const { pathname, search } = new URL(request.url)
  const { timestamp, nonce_str } = fields
  const text = `${request.method}\n${pathname}${search}\n${timestamp}\n${nonce_str}\n${body}\n`
  const check = createVerify('RSA-SHA256').update(text)
  return (
    scheme === 'WECHATPAY2-SHA256-RSA2048' &&
    fields.mchid === MERCHANT &&
    fields.serial_no === SERIAL &&
    Math.abs(now - Number(timestamp)) <= 300 &&
    check.verify(keysOfMerchant.publicKey, fields.signature ?? '', 'base64')
  )
}

function answerTo(world: World, request: Request, body: string): Answer {
  if (!isAuthorised(request, body, world.nowSeconds())) return refused(401, 'SIGN_ERROR')
  if (request.headers.get('wechatpay-serial') !== PUBLIC_KEY_ID) {
    return refused(400, 'PARAM_ERROR')
  }
  const { pathname, searchParams } = new URL(request.url)
  const product = /^\/v3\/pay\/transactions\/(native|h5)$/.exec(pathname)?.[1]
  if (product !== undefined) return makeOrder(world, product, JSON.parse(body))
  const tradeNo = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/.exec(pathname)?.[1]
  if (tradeNo !== undefined) {
    if (searchParams.get('mchid') !== MERCHANT) return refused(400, 'PARAM_ERROR')
    const trade = world.trades.get(tradeNo)
    return trade === undefined
      ? refused(404, 'ORDER_NOT_EXIST')
      : [200, transactionJson(trade, undefined)]
  }
  const refundNo = /^\/v3\/refund\/domestic\/refunds\/?(.*)$/.exec(pathname)?.[1]
  if (refundNo === undefined) return refused(404, 'RESOURCE_NOT_EXISTS')
  return refundNo === '' ? makeRefund(world, JSON.parse(body)) : findRefund(world, refundNo)
}

interface OrderBody {
  readonly appid?: string
  readonly mchid?: string
  readonly description?: string
  readonly out_trade_no?: string
  readonly time_expire?: string
  readonly notify_url?: string
  readonly amount?: { readonly total?: number; readonly currency?: string }
  readonly scene_info?: {
    readonly payer_client_ip?: string
    readonly h5_info?: { readonly type?: string }
  }
}

function makeOrder(world: World, product: string, body: OrderBody): Answer {
  const { out_trade_no = '', amount = {}, scene_info = {} } = body
  const description = Buffer.byteLength(body.description ?? '')
  const isFit =
    body.appid === APP_ID &&
    body.mchid === MERCHANT &&
    description > 0 &&
    description <= 127 &&
    /^[\w|*-]{6,32}$/.test(out_trade_no) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(body.time_expire ?? '') &&
    /^https?:\/\/[^?]+$/.test(body.notify_url ?? '') &&
    Number.isSafeInteger(amount.total) &&
    amount.currency === 'CNY'
  if (!isFit) return refused(400, 'PARAM_ERROR')
  if (world.trades.has(out_trade_no)) return refused(403, 'OUT_TRADE_NO_USED')
  if (product === 'h5') {
    if (!world.hasH5) return refused(403, 'NO_AUTH')
    const isPhone = scene_info.h5_info?.type === 'Wap' && scene_info.payer_client_ip !== undefined
    if (!isPhone) return refused(400, 'PARAM_ERROR')
  }
  world.trades.set(out_trade_no, {
    out_trade_no,
    transaction_id: `4200002026${Bun.hash.crc32(out_trade_no)}`,
    notifyUrl: body.notify_url ?? '',
    product: product === 'h5' ? 'h5' : 'native',
    total: amount.total ?? 0,
    currency: 'CNY',
    state: 'NOTPAY',
    payer: undefined,
    refunds: [],
  })
  return product === 'h5'
    ? [200, { h5_url: 'https://wx.tenpay.test/cgi-bin/checkmweb?prepay_id=wx29' }]
    : [200, { code_url: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz' }]
}

function transactionJson(trade: Trade, merchant = MERCHANT): object {
  const { out_trade_no, transaction_id, state, total, currency, payer } = trade
  return {
    ...{ appid: APP_ID, mchid: merchant, out_trade_no, trade_state: state },
    ...(state !== 'NOTPAY' && { transaction_id, trade_type: 'NATIVE' }),
    ...(payer !== undefined && { payer: { openid: payer } }),
    amount: { total, currency, payer_total: total, payer_currency: currency },
  }
}

/** Whether it was made now. */
function refundOnce(trade: Trade, out_refund_no: string, cents: number): boolean {
  if (trade.refunds.some((refund) => refund.out_refund_no === out_refund_no)) return false
  trade.refunds.push({ out_refund_no, cents, status: 'SUCCESS' })
  trade.state = 'REFUND'
  return true
}

interface RefundBody {
  readonly out_trade_no?: string
  readonly out_refund_no?: string
  readonly amount?: {
    readonly refund?: number
    readonly total?: number
    readonly currency?: string
  }
}

function makeRefund(world: World, body: RefundBody): Answer {
  const { out_trade_no = '', out_refund_no = '', amount = {} } = body
  const trade = world.trades.get(out_trade_no)
  if (trade === undefined || trade.state === 'NOTPAY') return refused(404, 'RESOURCE_NOT_EXISTS')
  const { refund: cents = 0, total, currency } = amount
  const isFit =
    /^[\w|*@-]{1,64}$/.test(out_refund_no) && total === trade.total && currency === 'CNY'
  if (!isFit) return refused(400, 'PARAM_ERROR')
  const back = trade.refunds.reduce((sum, refund) => sum + refund.cents, 0)
  const isKnown = trade.refunds.some((refund) => refund.out_refund_no === out_refund_no)
  if (!isKnown && back + cents > trade.total) return refused(400, 'INVALID_REQUEST')
  refundOnce(trade, out_refund_no, cents)
  if (world.isLosing) {
    world.isLosing = false
    return refused(500, 'SYSTEM_ERROR')
  }
  return findRefund(world, out_refund_no)
}

function findRefund({ trades }: World, number: string): Answer {
  for (const trade of trades.values()) {
    const refund = trade.refunds.find(({ out_refund_no }) => out_refund_no === number)
    if (refund !== undefined) {
      const { out_trade_no, transaction_id } = trade
      const { cents, status } = refund
      const amount = { refund: cents, total: trade.total, currency: 'CNY' }
      return [200, { out_refund_no: number, out_trade_no, transaction_id, status, amount }]
    }
  }
  return refused(404, 'RESOURCE_NOT_EXISTS')
}

interface RefundTold {
  readonly changes: NoticeChanges
  readonly event: string
}

function refundNoticeOf(world: World, trade: Trade, { changes, event }: RefundTold): SentNotice {
  const refund = trade.refunds.at(-1)
  if (refund === undefined) throw new Error('nothing was refunded')
  const { out_trade_no, transaction_id, total } = trade
  const { out_refund_no, cents } = refund
  const resource = {
    ...{ mchid: changes.merchant ?? MERCHANT, out_trade_no, transaction_id, out_refund_no },
    ...{ refund_id: `50${out_refund_no}`, refund_status: event.split('.').at(-1) },
    amount: { total, refund: cents, payer_total: total, payer_refund: cents },
  }
  return noticeOf(world, changes, { event_type: event, resource })
}

interface NoticeContent {
  readonly event_type: string
  readonly resource: object
}

function noticeOf(
  { nowSeconds }: World,
  { forgery, at = nowSeconds() }: NoticeChanges,
  { event_type, resource }: NoticeContent,
): SentNotice {
  const nonce = 'fdasflkja484'
  const associated_data = 'transaction'
  const cipher = createCipheriv('aes-256-gcm', API_KEY, nonce)
  cipher.setAAD(Buffer.from(associated_data))
  const sealed = [cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()]
  const body = JSON.stringify({
    ...{ id: 'EV-2018022511223320873', resource_type: 'encrypt-resource', event_type },
    resource: {
      ...{ original_type: 'transaction', algorithm: 'AEAD_AES_256_GCM' },
      ...{ ciphertext: Buffer.concat(sealed).toString('base64'), associated_data, nonce },
    },
  })
  const { privateKey } = forgery === 'key' ? keysOfForger : keysOfWechat
  const headers = signedHeaders(body, privateKey, at)
  if (forgery === 'unsigned') headers['Wechatpay-Signature'] = ''
  return { headers, body: forgery === 'body' ? body.replace('EV-', 'EV_') : body }
}
