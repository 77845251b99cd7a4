/** Webhooks of Discord. */
import { clipEscaped } from './clip'
import { colorOf } from './color'
import type { Answer, Format } from './format'
import { fieldsOf, refusalByStatus } from './read-answer'

const MAX_TITLE = 256
const MAX_DESCRIPTION = 4096

export const discord: Format = {
  perMinute: 30,
  made: (message, { url = '' }) => {
    const { headline, text, link } = message
    const embed = {
      title: clipEscaped(headline, MAX_TITLE, escaped),
      description: clipEscaped(text, MAX_DESCRIPTION, escaped),
      color: Number.parseInt(colorOf(message).slice(1), 16),
      ...(link !== undefined && { url: link }),
    }
    // Names of channels may hold @everyone.
    return { url, body: { embeds: [embed], allowed_mentions: { parse: [] } } }
  },
  refusal: (answer) => refusalByStatus(answer, 'message'),
  retryAfterMs: ({ status, text }: Answer) => {
    const seconds = status === 429 ? Number(fieldsOf(text)?.retry_after) : Number.NaN
    return Number.isFinite(seconds) ? Math.ceil(seconds * 1000) : undefined
  },
}

function escaped(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@-]/g, '\\$&')
}
