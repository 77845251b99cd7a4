/** Leads the browser to where an order is paid. */
import type { InputOf } from '../../../server/domain/api-calls/contract'
import { call } from '../../api/client'

type Wanted = NonNullable<InputOf<'payment.pay'>['body']>

/** An order that is paid by scanning a code with a phone. */
export interface ScannedOrder {
  readonly tradeNo: string
  readonly code: string
  /** The way to pay. */
  readonly method: string
}

/** Orders, and leaves the page, unless there is a code to scan. */
export async function payAt(wanted: Wanted): Promise<ScannedOrder | undefined> {
  const { data, url = '', trade_no: tradeNo = '' } = await call('payment.pay', { body: wanted })
  if (typeof data === 'string') return undefined
  const { qr_code: code } = data
  if (code !== undefined) return { tradeNo, code, method: wanted.payment_method ?? '' }
  if (data.pay_link !== undefined) location.assign(data.pay_link)
  else postAway(url, data)
  return undefined
}

/** Some services take their signed fields as a form that the browser posts. */
function postAway(url: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'POST'
  form.action = url
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
