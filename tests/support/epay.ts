/**
 * A payment service of the epay kind. It signs and checks by the protocol's own description
 * and imports nothing of ours, so that both sides cannot share a mistake.
 */

export interface EpayOptions {
  readonly pid?: string
  readonly key?: string
  /** Says how much of an order went back when it is asked about it, as some do. */
  readonly tellsRefunds?: boolean
}

export type EpayForm = Readonly<Record<string, string>>

export interface Epay extends AsyncDisposable {
  readonly url: string
  readonly pid: string
  readonly key: string
  /** Takes a signed form as a browser posts it; throws what the service finds wrong with it. */
  submit(url: string, form: EpayForm): Promise<void>
  /** The buyer pays; of other money than was asked for when it is given. */
  pay(tradeNo: string, changes?: EpayForm): void
  /** What went back of an order, as "1.00". */
  sentBack(tradeNo: string): string
  /** Answers everything with this status until it is undefined again. */
  failWith(status: number | undefined): void
  /** How often orders were asked about, and money was sent back. */
  readonly counts: { asked: number; refunds: number }
  /** The notice of an order that was submitted, as the service sends it once it is paid. */
  noticeFor(tradeNo: string, changes?: EpayForm): EpayForm
  /** Sends a notice to the address of its order; returns the word that is answered. */
  notify(notice: EpayForm): Promise<string>
}

export function startEpay(options: EpayOptions = {}): Epay {
  const { pid = '1001', key = 'shop-secret', tellsRefunds = false } = options
  const orders = new Map<string, EpayForm>()
  const paid = new Map<string, EpayForm>()
  const counts = { asked: 0, refunds: 0 }
  const books = { pid, key, orders, paid, counts, tellsRefunds }
  let failure: number | undefined
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (failure !== undefined) return new Response('out of order', { status: failure })
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/api.php') {
        const form = new URLSearchParams(await request.text())
        const act = searchParams.get('act')
        return Response.json(answerTo(books, act, act === 'refund' ? form : searchParams))
      }
      if (pathname !== '/submit.php') return new Response('', { status: 404 })
      return take(books, await request.formData())
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    pid,
    key,
    async submit(url, form) {
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
      if (!answer.ok) throw new Error(`epay refuses: ${await answer.text()}`)
    },
    pay(tradeNo, changes = {}) {
      const order = orders.get(tradeNo)
      if (order === undefined) throw new Error(`epay knows no order ${tradeNo}`)
      paid.set(tradeNo, { trade_no: numberOf(tradeNo), money: order.money ?? '', ...changes })
    },
    sentBack: (tradeNo) => paid.get(tradeNo)?.back ?? '0.00',
    failWith(status) {
      failure = status
    },
    counts,
    noticeFor(tradeNo, changes = {}) {
      const order = orders.get(tradeNo)
      if (order === undefined) throw new Error(`epay knows no order ${tradeNo}`)
      const notice = {
        pid,
        trade_no: numberOf(tradeNo),
        out_trade_no: tradeNo,
        type: order.type ?? '',
        name: order.name ?? '',
        money: order.money ?? '',
        trade_status: 'TRADE_SUCCESS',
        param: '',
        ...changes,
        sign_type: 'MD5',
      }
      return { ...notice, sign: changes.sign ?? signatureOf(notice, key) }
    },
    async notify(notice) {
      const address = orders.get(notice.out_trade_no ?? '')?.notify_url ?? ''
      const answer = await fetch(`${address}?${new URLSearchParams(notice)}`)
      return await answer.text()
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

function take({ pid, key, orders }: Books, fields: FormData): Response {
  const form: Record<string, string> = {}
  for (const [name, value] of fields) form[name] = String(value)
  const fault = faultOf(form, pid, key)
  if (fault !== undefined) return new Response(fault, { status: 400 })
  orders.set(form.out_trade_no ?? '', form)
  return new Response('pay here')
}

interface Books {
  readonly pid: string
  readonly key: string
  readonly orders: Map<string, EpayForm>
  readonly paid: Map<string, EpayForm>
  readonly counts: { asked: number; refunds: number }
  readonly tellsRefunds: boolean
}

/** What api.php answers. */
function answerTo(
  { pid, key, orders, paid, counts, tellsRefunds }: Books,
  act: string | null,
  asked: URLSearchParams,
): object {
  if (act === 'order') counts.asked += 1
  if (act === 'refund') counts.refunds += 1
  if (asked.get('pid') !== pid) return { code: -3, msg: 'no such merchant' }
  if (asked.get('key') !== key) return { code: -3, msg: 'wrong key' }
  const tradeNo =
    asked.get('out_trade_no') ??
    [...paid].find(([, fields]) => fields.trade_no === asked.get('trade_no'))?.[0] ??
    ''
  const order = orders.get(tradeNo)
  if (order === undefined) return { code: -1, msg: 'no such order' }
  const money = paid.get(tradeNo)
  if (act === 'order') {
    const told = money?.refundmoney ?? (tellsRefunds ? (money?.back ?? '0.00') : undefined)
    return {
      code: 1,
      msg: 'ok',
      ...{ trade_no: money?.trade_no ?? '', out_trade_no: tradeNo, type: order.type },
      ...{ pid: Number(pid), money: money?.money ?? order.money },
      status: money === undefined ? 0 : 1,
      ...(told !== undefined && { refundmoney: told }),
      ...(money?.buyer !== undefined && { buyer: money.buyer }),
    }
  }
  if (act !== 'refund') return { code: -4, msg: 'no such act' }
  if (money === undefined) return { code: -1, msg: 'not paid' }
  const back = Number(money.back ?? 0) + Number(asked.get('money'))
  if (back > Number(money.money)) return { code: -1, msg: 'more than was paid' }
  paid.set(tradeNo, { ...money, back: back.toFixed(2) })
  return { code: 1, msg: 'refunded' }
}

/** As the service numbers a payment. */
function numberOf(tradeNo: string): string {
  return `2024${Bun.hash.crc32(tradeNo)}`
}

const NEEDED = ['pid', 'type', 'out_trade_no', 'notify_url', 'return_url', 'name', 'money'] as const

function faultOf(form: EpayForm, pid: string, key: string): string | undefined {
  const missing = NEEDED.find((name) => (form[name] ?? '') === '')
  if (missing !== undefined) return `${missing} is missing`
  if (form.pid !== pid) return 'no such merchant'
  if (!/^\d+\.\d\d$/.test(form.money ?? '')) return 'money must have two decimals'
  if (form.type !== 'alipay' && form.type !== 'wxpay') return 'no such type'
  return form.sign === signatureOf(form, key) ? undefined : 'wrong signature'
}

/** "a=1&b=2" + key over the fields that have a value, sorted, without the two of the sign. */
export function signatureOf(form: EpayForm, key: string): string {
  const names = Object.keys(form).filter(
    (name) => name !== 'sign' && name !== 'sign_type' && form[name] !== '',
  )
  const text = names
    .sort()
    .map((name) => `${name}=${form[name]}`)
    .join('&')
  return new Bun.CryptoHasher('md5').update(text + key).digest('hex')
}
