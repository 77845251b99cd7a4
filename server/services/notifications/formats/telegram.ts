/** Bots of Telegram. */
import { clipEscaped } from './clip'
import type { Answer, Format } from './format'
import { fieldsOf, refusalByStatus } from './read-answer'

/** Of a message. Escapes count as what they stand for, so this is on the safe side. */
const MAX_TEXT = 4096
const MAX_TITLE = 512
/** Tags and ends of lines between the parts. */
const MARKUP = 16

export const telegram: Format = {
  perMinute: 20,
  made: ({ headline, text, link }, { server = '', token = '', chat_id = '', thread_id }) => {
    const title = `<b>${clipEscaped(headline, MAX_TITLE, escaped)}</b>`
    const end = link === undefined ? '' : `\n${escaped(link)}`
    const room = MAX_TEXT - title.length - end.length - MARKUP
    return {
      url: `${server}/bot${token}/sendMessage`,
      body: {
        chat_id,
        ...(thread_id !== undefined && { message_thread_id: Number(thread_id) }),
        text: `${title}\n${clipEscaped(text, room, escaped)}${end}`,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      },
    }
  },
  refusal: (answer) => refusalByStatus(answer, 'description'),
  retryAfterMs: ({ text }: Answer) => {
    const seconds = Number(Object(fieldsOf(text)?.parameters).retry_after)
    return Number.isFinite(seconds) ? seconds * 1000 : undefined
  },
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
