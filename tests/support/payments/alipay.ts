/** Alipay's gateway: page.pay, wap.pay, query, refund, refund.query and trade_status_sync. */
import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import type { NoticeChanges, Ordered, PaidMoney, PaymentStandIn, SentNotice } from './stand-in'

type Fields = Record<string, string>

interface Trade {
  readonly content: Fields
  readonly notifyUrl: string
  readonly number: string
  amount: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  isPaid: boolean
  payer: string | undefined
  /** Cents by the number of the request. */
  readonly refunds: Map<string, number>
}

const APP_ID = '2021000122671080'
const keysOfApplication = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keysOfAlipay = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keysOfForger = generateKeyPairSync('rsa', { modulusLength: 2048 })

export interface AlipayStandIn extends PaymentStandIn {
  /** Which page of Alipay was opened for an order. */
  page(tradeNo: string): string
  /** Answers are signed with another key. */
  signWrongly(isWrong: boolean): void
}

export function startAlipay(): AlipayStandIn {
  const world: World = {
    trades: new Map(),
    pages: new Map(),
    failure: undefined,
    isLosing: false,
    isForged: false,
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (world.failure !== undefined) return new Response('', { status: world.failure })
      const { searchParams } = new URL(request.url)
      const body = new URLSearchParams(await request.text())
      const fields = Object.fromEntries([...searchParams, ...body])
      if (request.method === 'GET') {
        const fault = openPage(world, fields)
        return new Response(fault ?? 'pay here', { status: fault === undefined ? 200 : 400 })
      }
      return answered(world, fields)
    },
  })
  return {
    method: 'alipay_direct',
    service: 'alipay',
    cents: 7300,
    currency: 'CNY',
    options: {
      AlipayAppId: APP_ID,
      // As the key tool writes it: base64 in one line.
      AlipayPrivateKey: keysOfApplication.privateKey
        .export({ format: 'der', type: 'pkcs1' })
        .toString('base64'),
      AlipayPublicKey: keysOfAlipay.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      AlipayAddress: `http://127.0.0.1:${server.port}/gateway.do`,
    },
    wrongKey: {
      option: 'AlipayPrivateKey',
      value: keysOfForger.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      told: 'AlipayPrivateKey',
    },
    tellsRefunds: true,
    ...actsOf(world),
    isTaken: ({ text }) => text === 'success',
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

interface World {
  readonly trades: Map<string, Trade>
  readonly pages: Map<string, string>
  failure: number | undefined
  isLosing: boolean
  isForged: boolean
}

function actsOf(world: World) {
  const trade = (tradeNo: string): Trade => {
    const found = world.trades.get(tradeNo)
    if (found === undefined) throw new Error(`alipay knows no trade ${tradeNo}`)
    return found
  }
  return {
    page: (tradeNo: string) => world.pages.get(tradeNo) ?? '',
    async open({ link }: Ordered): Promise<void> {
      const answer = await fetch(link)
      if (!answer.ok) throw new Error(`alipay refuses: ${await answer.text()}`)
    },
    pay(tradeNo: string, { cents, payer }: PaidMoney = {}): void {
      const paid = trade(tradeNo)
      if (paid.status !== 'WAIT_BUYER_PAY') throw new Error(`${tradeNo} cannot be paid`)
      paid.status = 'TRADE_SUCCESS'
      paid.isPaid = true
      paid.payer = payer
      if (cents !== undefined) paid.amount = yuan(cents)
    },
    refund(tradeNo: string, cents: number): void {
      const paid = trade(tradeNo)
      refundOnce(paid, `portal_${paid.refunds.size}`, cents)
    },
    notice: (tradeNo: string, changes: NoticeChanges = {}) => noticeOf(trade(tradeNo), changes),
    failWith(status: number | undefined): void {
      world.failure = status
    },
    loseNextAnswer(): void {
      world.isLosing = true
    },
    signWrongly(isWrong: boolean): void {
      world.isForged = isWrong
    },
    refunded: (tradeNo: string) => refundedOf(trade(tradeNo)),
  }
}

function yuan(cents: number): string {
  return (cents / 100).toFixed(2)
}

function refundedOf({ refunds }: Trade): number {
  return [...refunds.values()].reduce((sum, cents) => sum + cents, 0)
}

/** Whether money moved: not when the same request came before. */
function refundOnce(trade: Trade, request: string, cents: number): boolean {
  if (trade.refunds.has(request)) return false
  trade.refunds.set(request, cents)
  if (yuan(refundedOf(trade)) === trade.amount) trade.status = 'TRADE_CLOSED'
  return true
}

/** "a=1&b=2" over every field but the signature, in the order of the names. */
function textOf(fields: Fields, unsigned: readonly string[]): string {
  return Object.keys(fields)
    .filter((name) => !unsigned.includes(name) && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

function faultOf(fields: Fields): string | undefined {
  if (fields.app_id !== APP_ID) return 'isv.invalid-app-id'
  const given = { charset: 'utf-8', sign_type: 'RSA2', version: '1.0' }
  const wrong = Object.entries(given).find(([name, value]) => fields[name] !== value)
  if (wrong !== undefined) return `isv.invalid-${wrong[0]}`
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(fields.timestamp ?? '')) {
    return 'isv.invalid-timestamp'
  }
  const check = createVerify('RSA-SHA256').update(textOf(fields, ['sign']))
  const isSigned = check.verify(keysOfApplication.publicKey, fields.sign ?? '', 'base64')
  return isSigned ? undefined : 'isv.invalid-signature'
}

const PRODUCTS: ReadonlyMap<string, string> = new Map([
  ['alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
  ['alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
])

function openPage({ trades, pages }: World, fields: Fields): string | undefined {
  const fault = faultOf(fields)
  if (fault !== undefined) return fault
  const content: Fields = JSON.parse(fields.biz_content ?? '{}')
  const { out_trade_no = '', total_amount = '', subject = '', time_expire = '' } = content
  const product = PRODUCTS.get(fields.method ?? '')
  if (product === undefined || content.product_code !== product) return 'product_code'
  if (!/^\w{1,64}$/.test(out_trade_no)) return 'out_trade_no'
  if (!/^\d+\.\d\d$/.test(total_amount)) return 'total_amount'
  if (subject === '' || /[/=&]/.test(subject)) return 'subject'
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time_expire)) return 'time_expire'
  if (!/^https?:/.test(fields.notify_url ?? '')) return 'notify_url'
  pages.set(out_trade_no, fields.method ?? '')
  trades.set(out_trade_no, {
    content,
    notifyUrl: fields.notify_url ?? '',
    number: `2026112922001${Bun.hash.crc32(out_trade_no)}`,
    amount: total_amount,
    status: 'WAIT_BUYER_PAY',
    isPaid: false,
    payer: undefined,
    refunds: new Map(),
  })
  return undefined
}

function answered(world: World, fields: Fields): Response {
  const fault = faultOf(fields)
  const answer =
    fault === undefined
      ? answerTo(world, fields)
      : { code: '40002', msg: 'Invalid Arguments', sub_code: fault, sub_msg: 'see {"the": docs}' }
  const node = `${(fields.method ?? '').replaceAll('.', '_')}_response`
  const text = JSON.stringify(answer)
  const { privateKey } = world.isForged ? keysOfForger : keysOfAlipay
  const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
  return new Response(`{"${node}":${text},"sign":"${signature}"}`)
}

const DONE = { code: '10000', msg: 'Success' }
const refused = (sub_code: string) => ({
  ...{ code: '40004', msg: 'Business Failed', sub_code, sub_msg: `refused: ${sub_code}` },
})

function answerTo(world: World, { method, biz_content = '{}' }: Fields): object {
  const asked: Fields = JSON.parse(biz_content)
  const trade = world.trades.get(asked.out_trade_no ?? '')
  if (trade === undefined) return refused('ACQ.TRADE_NOT_EXIST')
  const numbers = { out_trade_no: asked.out_trade_no, trade_no: trade.number }
  if (method === 'alipay.trade.query') {
    return {
      ...DONE,
      ...numbers,
      ...{ trade_status: trade.status, total_amount: trade.amount, buyer_logon_id: 'a"}***' },
      ...(trade.isPaid && { send_pay_date: '2026-11-29 08:00:00' }),
      ...(trade.payer !== undefined && { buyer_user_id: trade.payer }),
    }
  }
  const request = asked.out_request_no ?? ''
  if (!/^\w{1,64}$/.test(request)) return refused('ACQ.INVALID_PARAMETER')
  if (method === 'alipay.trade.fastpay.refund.query') {
    const cents = trade.refunds.get(request)
    const found = cents !== undefined && {
      ...{ out_request_no: request, refund_status: 'REFUND_SUCCESS', refund_amount: yuan(cents) },
    }
    return { ...DONE, ...numbers, ...found }
  }
  if (method !== 'alipay.trade.refund') return refused('ACQ.INVALID_PARAMETER')
  return refundAnswer(world, {
    trade,
    request,
    cents: Math.round(Number(asked.refund_amount) * 100),
  })
}

interface RefundAsked {
  readonly trade: Trade
  readonly request: string
  readonly cents: number
}

function refundAnswer(world: World, { trade, request, cents }: RefundAsked): object {
  if (!trade.isPaid) return refused('ACQ.TRADE_STATUS_ERROR')
  const isMore = refundedOf(trade) + cents > Math.round(Number(trade.amount) * 100)
  if (!trade.refunds.has(request) && isMore) return refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
  const isMoved = refundOnce(trade, request, cents)
  if (world.isLosing) {
    world.isLosing = false
    return { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' }
  }
  return { ...DONE, fund_change: isMoved ? 'Y' : 'N', refund_fee: yuan(refundedOf(trade)) }
}

function noticeOf(trade: Trade, { forgery, merchant }: NoticeChanges): SentNotice {
  const back = refundedOf(trade)
  const fields: Fields = {
    ...{ notify_time: '2026-11-29 08:00:00', notify_type: 'trade_status_sync', charset: 'utf-8' },
    ...{ notify_id: `${trade.number}-${trade.status}`, version: '1.0', sign_type: 'RSA2' },
    app_id: merchant ?? APP_ID,
    ...{ out_trade_no: trade.content.out_trade_no ?? '', trade_no: trade.number },
    ...{ trade_status: trade.status, total_amount: trade.amount },
    subject: trade.content.subject ?? '',
    ...(trade.isPaid && { gmt_payment: '2026-11-29 08:00:00' }),
    ...(trade.payer !== undefined && { buyer_id: trade.payer }),
    ...(back > 0 && { refund_fee: yuan(back), gmt_refund: '2026-11-29 09:00:00.1' }),
  }
  const { privateKey } = forgery === 'key' ? keysOfForger : keysOfAlipay
  const text = textOf(fields, ['sign', 'sign_type'])
  const sign = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
  const sent = new URLSearchParams({
    ...fields,
    ...(forgery !== 'unsigned' && { sign }),
    ...(forgery === 'body' && { trade_no: `${trade.number}9` }),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  return { headers, body: sent.toString() }
}
