/** Leads the browser to where an order is paid. */
import type { InputOf } from '../../../server/domain/api-calls/contract'
import { call } from '../../api/client'

type Wanted = NonNullable<InputOf<'payment.pay'>['body']>

/** Orders, and leaves the page. */
export async function payAt(wanted: Wanted): Promise<void> {
  const { data, url = '' } = await call('payment.pay', { body: wanted })
  if (typeof data === 'string') return
  if (data.pay_link !== undefined) location.assign(data.pay_link)
  else postAway(url, data)
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
