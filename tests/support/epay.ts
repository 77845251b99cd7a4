/**
 * A payment service of the epay kind. It signs and checks by the protocol's own description
 * and imports nothing of ours, so that both sides cannot share a mistake.
 */

export interface EpayOptions {
  readonly pid?: string
  readonly key?: string
}

export type EpayForm = Readonly<Record<string, string>>

export interface Epay extends AsyncDisposable {
  readonly url: string
  readonly pid: string
  readonly key: string
  /** Takes a signed form as a browser posts it; throws what the service finds wrong with it. */
  submit(url: string, form: EpayForm): Promise<void>
  /** The notice of an order that was submitted, as the service sends it once it is paid. */
  noticeFor(tradeNo: string, changes?: EpayForm): EpayForm
  /** Sends a notice to the address of its order; returns the word that is answered. */
  notify(notice: EpayForm): Promise<string>
}

export function startEpay({ pid = '1001', key = 'shop-secret' }: EpayOptions = {}): Epay {
  const orders = new Map<string, EpayForm>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (new URL(request.url).pathname !== '/submit.php') return new Response('', { status: 404 })
      const form: Record<string, string> = {}
      for (const [name, value] of await request.formData()) form[name] = String(value)
      const fault = faultOf(form, pid, key)
      if (fault !== undefined) return new Response(fault, { status: 400 })
      orders.set(form.out_trade_no ?? '', form)
      return new Response('pay here')
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
    noticeFor(tradeNo, changes = {}) {
      const order = orders.get(tradeNo)
      if (order === undefined) throw new Error(`epay knows no order ${tradeNo}`)
      const notice = {
        pid,
        trade_no: `2024${tradeNo.length}0001`,
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
