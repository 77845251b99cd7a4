/** Custom robots of DingTalk. They refuse with status 200. */
import { createHmac } from 'node:crypto'
import { plainText } from '../message'
import { clipBytes } from './clip'
import type { Format } from './format'
import { refusalInBody } from './read-answer'

const MAX_TEXT_BYTES = 20_000

export const dingtalk: Format = {
  // A robot that says more is silenced for ten minutes.
  perMinute: 20,
  made: (message, { url = '', secret = '' }) => ({
    url: signed(url, secret, message.nowMs),
    body: { msgtype: 'text', text: { content: clipBytes(plainText(message), MAX_TEXT_BYTES) } },
  }),
  refusal: (answer) =>
    refusalInBody(answer, ({ errcode, errmsg }) =>
      errcode === 0 ? undefined : `${errcode} ${errmsg}`,
    ),
}

/** With the time, in ms, and a signature over it and the secret. */
function signed(address: string, secret: string, nowMs: number): string {
  if (secret === '') return address
  const url = new URL(address)
  const sign = createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64')
  url.searchParams.set('timestamp', String(nowMs))
  url.searchParams.set('sign', sign)
  return url.href
}
