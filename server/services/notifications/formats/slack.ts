/** Incoming webhooks of Slack, and of programs that understand them. */
import { clip, clipEscaped } from './clip'
import { colorOf } from './color'
import type { Format } from './format'
import { refusalByStatus } from './read-answer'

const MAX_HEADER = 150
const MAX_SECTION = 3000

export const slack: Format = {
  perMinute: 60,
  made: (message, { url = '' }) => {
    const { headline, text, link } = message
    const section = (said: string) => ({ type: 'section', text: { type: 'mrkdwn', text: said } })
    const header = {
      type: 'header',
      text: { type: 'plain_text', text: clip(headline, MAX_HEADER) },
    }
    const blocks = [
      header,
      section(clipEscaped(text, MAX_SECTION, escaped)),
      ...(link === undefined ? [] : [section(`<${escaped(link)}>`)]),
    ]
    // The text is for notifications; it stands nowhere else.
    return {
      url,
      body: {
        text: clipEscaped(headline, MAX_SECTION, escaped),
        attachments: [{ color: colorOf(message), blocks }],
      },
    }
  },
  refusal: (answer) => refusalByStatus(answer, 'error'),
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
