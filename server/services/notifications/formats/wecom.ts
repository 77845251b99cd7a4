/** Group robots of WeCom. They refuse with status 200. */
import { plainText } from '../message'
import { clipBytes } from './clip'
import type { Format } from './format'
import { refusalInBody } from './read-answer'

const MAX_TEXT_BYTES = 2048

export const wecom: Format = {
  perMinute: 20,
  made: (message, { url = '' }) => ({
    url,
    body: { msgtype: 'text', text: { content: clipBytes(plainText(message), MAX_TEXT_BYTES) } },
  }),
  refusal: (answer) =>
    refusalInBody(answer, ({ errcode, errmsg }) =>
      errcode === 0 ? undefined : `${errcode} ${errmsg}`,
    ),
}
