/** Custom bots of Feishu and Lark. They refuse with status 200. */
import { createHmac } from 'node:crypto'
import { translate } from '../../../domain/i18n/translate'
import type { Message } from '../message'
import { clip, clipBytes } from './clip'
import type { Format } from './format'
import { refusalInBody } from './read-answer'

const MAX_TITLE = 200
/** A request may have 20 kB; JSON and the card take some. */
const MAX_TEXT_BYTES = 15_000

export const feishu: Format = {
  perMinute: 100,
  made: (message, { url = '', secret = '' }) => ({
    url,
    body: { ...signature(message, secret), msg_type: 'interactive', card: cardOf(message) },
  }),
  refusal: (answer) =>
    refusalInBody(answer, ({ code, msg, StatusCode, StatusMessage }) =>
      (code ?? StatusCode) === 0 ? undefined : `${code ?? StatusCode} ${msg ?? StatusMessage}`,
    ),
}

/** Over nothing: time and secret are the key. Seconds. */
function signature({ nowMs }: Message, secret: string) {
  if (secret === '') return {}
  const timestamp = String(Math.floor(nowMs / 1000))
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') }
}

const TEMPLATES = { critical: 'red', warning: 'orange', info: 'blue' } as const

function cardOf({ headline, text, link, severity = 'info', isRecovery, language }: Message) {
  const plain = (content: string) => ({ tag: 'plain_text', content })
  const button = {
    tag: 'button',
    type: 'default',
    text: plain(translate(language, 'notice.open_link')),
    url: link,
  }
  return {
    config: { wide_screen_mode: true },
    header: {
      template: isRecovery ? 'green' : TEMPLATES[severity],
      title: plain(clip(headline, MAX_TITLE)),
    },
    elements: [
      { tag: 'div', text: plain(clipBytes(text, MAX_TEXT_BYTES)) },
      ...(link === undefined ? [] : [{ tag: 'action', actions: [button] }]),
    ],
  }
}
